import CairnTypes
import CairnUpdates
import Testing

@Suite("Standard updates: positions between fixes")
struct ExtrapolationTests {
  /// A position that nothing measured, at second `seconds`.
  private func extrapolated(_ seconds: Double, north: Double) -> Location {
    var position = fix(seconds, north: north, accuracy: 20)
    position.source.fix = .estimated
    return position
  }

  private func take(_ updates: inout StandardUpdates, _ position: Location) -> Bool {
    var position = position
    return updates.continueCourse(to: &position, at: position.time)
  }

  @Test func `none comes before the first fix, and each is later than what was delivered`() {
    var updates = StandardUpdates.started()
    #expect(!take(&updates, extrapolated(1, north: 10)))
    _ = updates.live(fix(2))
    #expect(take(&updates, extrapolated(5, north: 30)))
    #expect(!take(&updates, extrapolated(5, north: 40)))
  }

  @Test func `a fix made before the position was worked out is still delivered`() {
    var updates = StandardUpdates.started()
    _ = updates.live(fix(0))
    #expect(take(&updates, extrapolated(10, north: 100)))
    #expect(updates.shown(fix(9.7, north: 95), at: at(10.1))?.time == at(9.7))
  }

  @Test func `the filters hold for it as for a fix`() {
    var updates = StandardUpdates.started {
      $0.distanceFilter = 50
      $0.worstAcceptableAccuracy = 15
    }
    _ = updates.live(fix(0))
    #expect(!take(&updates, extrapolated(10, north: 100)))
    updates.configuration.worstAcceptableAccuracy = nil
    #expect(!take(&updates, extrapolated(10, north: 40)))
    #expect(take(&updates, extrapolated(10, north: 60)))
  }

  @Test func `it ends no silence, and the heartbeat repeats it`() {
    var updates = StandardUpdates.started {
      $0.heartbeat = .seconds(20)
      $0.unknownAfter = .seconds(30)
    }
    _ = updates.live(fix(0))
    #expect(take(&updates, extrapolated(15, north: 100)))
    let outputs = updates.fire(at: at(35))
    let beat = outputs.flatMap(\.locations)
    #expect(beat.map(\.time) == [at(15)])
    #expect(beat.first?.source.fix == .estimated)
    #expect(beat.first?.source.flags.contains(.cached) == true)
    #expect(outputs.contains { $0.error?.code == .locationUnknown })
  }

  @Test func `a client that was stopped or paused gets none`() {
    var updates = StandardUpdates.started()
    _ = updates.live(fix(0))
    updates.stop()
    #expect(!take(&updates, extrapolated(10, north: 100)))
  }
}
