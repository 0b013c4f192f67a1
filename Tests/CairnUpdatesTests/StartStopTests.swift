import CairnTypes
import CairnUpdates
import Testing

@Suite("Standard updates: start, stop, cached fix")
struct StartStopTests {
  private func started(
    cachedAt seconds: Double, authorization: Authorization = allowed,
    _ change: (inout LocationConfiguration) -> Void = { _ in }
  ) -> [StandardUpdates.Output] {
    var updates = StandardUpdates(
      configuration: LocationConfiguration(change), authorization: authorization)
    return updates.start(at: at(0), cached: fix(seconds))
  }

  @Test("A1: a cached fix of 4.9 s is delivered on start, flagged, with its own time")
  func cached() throws {
    let outputs = started(cachedAt: -4.9)
    let known = try #require(outputs.first?.locations.first)
    #expect(outputs.count == 1)
    #expect(known.source.flags.contains(.cached))
    #expect(known.time == at(-4.9))
  }

  @Test("A2: a cached fix of exactly 5 s is delivered, one of 5.001 s is not")
  func bound() {
    #expect(started(cachedAt: -5).count == 1)
    #expect(started(cachedAt: -5.001).isEmpty)
  }

  @Test("A3: with a maximum age of zero no cached fix is delivered, however fresh")
  func zeroAge() {
    #expect(started(cachedAt: -0.1) { $0.maximumCachedAge = .zero }.isEmpty)
    #expect(started(cachedAt: 0) { $0.maximumCachedAge = .zero }.isEmpty)
  }

  @Test("A4: without a cached fix nothing comes until a provider reports")
  func nothing() {
    var updates = StandardUpdates(configuration: .init(), authorization: allowed)
    #expect(updates.start(at: at(0), cached: nil).isEmpty)
    #expect(updates.fire(at: at(29.9)).isEmpty)
    #expect(updates.live(fix(29.95)) != nil)
  }

  @Test("A5: a reduced client gets the cached fix reduced")
  func reducedCached() throws {
    let known = try #require(started(cachedAt: -1, authorization: reduced).first?.locations.first)
    #expect(known.source.flags.isSuperset(of: [.cached, .reduced]))
    #expect(known.horizontalAccuracy >= 5000)
    #expect(known.coordinate != fix(-1).coordinate)
  }

  @Test("A7: a second start while running delivers no second initial event")
  func secondStart() {
    var updates = StandardUpdates(configuration: .init(), authorization: allowed)
    #expect(updates.start(at: at(0), cached: fix(-1)).count == 1)
    #expect(updates.start(at: at(1), cached: fix(0.5)).isEmpty)
    #expect(updates.isRunning)
  }

  @Test("A8: stop then start delivers a new initial event")
  func restart() {
    var updates = StandardUpdates(configuration: .init(), authorization: allowed)
    _ = updates.start(at: at(0), cached: fix(-1))
    updates.stop()
    #expect(updates.start(at: at(1), cached: fix(-1)).count == 1)
  }

  @Test("A10: stop without start does nothing, and a stopped client gets nothing")
  func stopAlone() {
    var updates = StandardUpdates(
      configuration: LocationConfiguration { $0.heartbeat = .seconds(10) }, authorization: allowed)
    updates.stop()
    #expect(!updates.isRunning && updates.nextDeadline == nil)
    #expect(updates.live(fix(0)) == nil)
    #expect(updates.fire(at: at(1000)).isEmpty)
    _ = updates.start(at: at(0), cached: nil)
    _ = updates.live(fix(1))
    updates.stop()
    #expect(updates.live(fix(2)) == nil)
    #expect(updates.fire(at: at(1000)).isEmpty)
    #expect(updates.nextDeadline == nil)
  }

  @Test(
    "the first live fix follows a cached one although nothing moved, but not the same fix again")
  func firstLive() {
    var updates = StandardUpdates(
      configuration: LocationConfiguration { $0.distanceFilter = 10 }, authorization: allowed)
    _ = updates.start(at: at(0), cached: fix(-1))
    #expect(updates.shown(fix(-1), at: at(0)) == nil)
    #expect(updates.counts[.duplicate] == 1)
    #expect(updates.live(fix(1)) != nil)
    #expect(updates.live(fix(2)) == nil)
  }

  @Test(
    "a client that may not have its location is refused, and stops when that is decided later",
    arguments: [AuthorizationStatus.denied, .restricted])
  func refused(status: AuthorizationStatus) {
    let refusal = Authorization(status: status, reason: "test")
    var updates = StandardUpdates(configuration: .init(), authorization: refusal)
    #expect(updates.start(at: at(0), cached: fix(0)) == [.failure(LocationError(.denied))])
    #expect(!updates.isRunning)
    updates.authorization = allowed
    #expect(!updates.isRunning)
    _ = updates.start(at: at(0), cached: nil)
    #expect(updates.live(fix(1)) != nil)
    updates.authorization = refusal
    #expect(!updates.isRunning && updates.live(fix(2)) == nil)
  }

  @Test("a client that nobody decided on runs, and gets fixes once it may")
  func undecided() {
    var updates = StandardUpdates.started(
      authorization: Authorization(status: .notDetermined, reason: "test"))
    #expect(updates.isRunning && updates.live(fix(1)) == nil)
    updates.authorization = allowed
    #expect(updates.live(fix(2)) != nil)
  }
}
