import CairnFusion
import CairnTypes
import Testing

@Suite("Time in the fusion engine")
struct FusionTimeTests {
  private static func drive(_ count: Int, seed: UInt64 = 1) -> [Location] {
    var track = MadeUpTrack(seed: seed)
    return (0..<count).map { index in
      track.east += 2
      return track.fix(after: 0.2, velocity: index % 40 < 20 ? nil : 10)
    }
  }

  /// Of the last positions of two orders of arrival.
  @Test(arguments: 1...9)
  func `a late fix gives what it would have given in order`(lateness: Int) {
    let fixes = Self.drive(200)
    var inOrder = FusionEngine()
    var expected: [Location] = []
    for fix in fixes {
      var fix = fix
      _ = inOrder.take(&fix)
      expected.append(fix)
    }
    for late in stride(from: 20, to: 180, by: 13) {
      var order = fixes
      order.insert(order.remove(at: late), at: late + lateness)
      var engine = FusionEngine()
      for (index, fix) in order.enumerated() {
        var fix = fix
        let decision = engine.take(&fix, at: max(fix.time, order[max(0, index - 1)].time))
        #expect((decision == .inserted) == (index == late + lateness))
        // From the next fix on, nothing is left of the disorder.
        if index > late + lateness {
          #expect(fix.coordinate == expected[index].coordinate)
          #expect(fix.horizontalAccuracy == expected[index].horizontalAccuracy)
        }
      }
    }
  }

  @Test func `a fix older than two seconds is not used`() {
    let fixes = Self.drive(60)
    var engine = FusionEngine()
    for fix in fixes[0..<20] { engine.feed(fix) }
    for fix in fixes[21...] { engine.feed(fix) }
    let before = engine.diagnostics
    #expect(engine.feed(fixes[20]) == .tooLate)
    #expect(engine.diagnostics == before)
  }

  @Test func `a fix counts once`() {
    let fixes = Self.drive(30)
    var engine = FusionEngine()
    for fix in fixes { engine.feed(fix) }
    let before = engine.diagnostics
    #expect(engine.feed(fixes[29]) == .duplicate)
    #expect(engine.feed(fixes[25]) == .duplicate)
    #expect(engine.diagnostics == before)
  }

  @Test func `two providers may measure at one instant`() {
    let fixes = Self.drive(30)
    var engine = FusionEngine()
    for fix in fixes { engine.feed(fix) }
    var other = fixes[29]
    other.source.provider = "other"
    #expect(engine.feed(other) == .updated)
  }

  @Test func `a fix from the future is not used`() {
    let fixes = Self.drive(30)
    var engine = FusionEngine()
    for fix in fixes[..<29] { engine.feed(fix) }
    var fix = fixes[29]
    fix.time = fix.time + .seconds(5)
    #expect(engine.take(&fix, at: fixes[29].time) == .inFuture)
    #expect(engine.feed(fixes[29]) == .updated)
  }

  @Test func `a clock that steps forward and back costs a few fixes`() {
    let fixes = Self.drive(100)
    var engine = FusionEngine()
    for fix in fixes[..<50] { engine.feed(fix) }
    var wrong = fixes[50]
    wrong.time = wrong.time + .seconds(86_400)
    #expect(engine.feed(wrong) == .started(.gap))
    let decisions = fixes[51...].map { engine.feed($0) }
    #expect(decisions.prefix(4) == [.tooLate, .tooLate, .tooLate, .tooLate])
    #expect(decisions[4] == .started(.clock))
    #expect(decisions.dropFirst(5).allSatisfy { $0 == .updated || $0 == .held })
  }

  @Test func `after a suspend a moving device starts anew, without its old course`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<30 {
      track.east += 20
      engine.feed(track.fix(velocity: 20))
    }
    track.north += 5000
    var fix = track.fix(after: 7200, error: 0, velocity: 0)
    #expect(engine.take(&fix) == .started(.gap))
    #expect(track.error(of: fix) < 1 && fix.speed == 0)
  }

  @Test func `after a gap the speed is what the receiver says, or unknown`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 { engine.feed(track.fix(velocity: 0)) }
    track.east += 1000
    var silent = engine
    var copy = track
    var fix = track.fix(after: 120, velocity: 20)
    #expect(engine.take(&fix) == .started(.gap))
    #expect(fix.speed.map { ($0 - 20).magnitude < 0.5 } == true)
    fix = copy.fix(after: 120)
    #expect(silent.take(&fix) == .started(.gap))
    #expect(fix.speed == nil)
  }

  @Test func `a device that stood is believed to have stayed, but not for ever`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 { engine.feed(track.fix(velocity: 0)) }
    var stayed = engine
    #expect(stayed.feed(track.fix(after: 90, velocity: 0)) == .held)
    var left = engine
    track.north += 2000
    var fix = track.fix(after: 1800, error: 0, velocity: 0)
    #expect(left.take(&fix) == .held)
    #expect(track.error(of: fix) < 20)
    #expect(engine.feed(track.fix(after: 7200, velocity: 0)) == .started(.gap))
  }

  @Test func `continues the course for ten seconds, ever less sure, and then is silent`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 {
      track.east += 10
      engine.feed(track.fix(velocity: 10))
    }
    let last = MonotonicTime(nanoseconds: track.time)
    var radii: [Double] = []
    while let position = engine.extrapolate() {
      radii.append(position.horizontalAccuracy)
      #expect(position.time == last + .seconds(radii.count))
      #expect(position.source.fix == .estimated)
      track.east += 10
      #expect(track.error(of: position) < position.horizontalAccuracy + 10)
    }
    #expect(radii.count == 10)
    #expect(zip(radii, radii.dropFirst()).allSatisfy { $0 < $1 })
    #expect((radii.last ?? 0) > 20)
    #expect(engine.nextExtrapolation == nil)
  }

  @Test func `a device that brakes is not carried on through the red light`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    var speed = 14.0
    while speed > 3 {
      track.east += speed
      engine.feed(track.fix(error: 0.5, velocity: speed))
      speed -= 2
    }
    var last: Location?
    while let position = engine.extrapolate() { last = position }
    // It stops within a metre or two; at an unchanged velocity it would be 40 m further on.
    #expect(track.error(of: last ?? track.fix()) < 12)
    #expect((last?.speed ?? 9) < 0.5)
  }
}
