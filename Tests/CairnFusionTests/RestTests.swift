import CairnFusion
import CairnTypes
import Testing

@Suite("A device that stands")
struct RestTests {
  /// Metres per minute that the positions walk, and how often they move by ten metres.
  private func jitter(_ engine: inout FusionEngine, _ track: inout MadeUpTrack, _ speed: Double?)
    -> (
      walked: Double, alarms: Int
    )
  {
    var walked = 0.0
    var alarms = 0
    var last: Coordinate?
    var mark: Coordinate?
    for _ in 0..<600 {
      var fix = track.fix(accuracy: 12, velocity: speed)
      _ = engine.take(&fix)
      if let last { walked += MadeUpTrack.distance(last, fix.coordinate) }
      if let place = mark, MadeUpTrack.distance(place, fix.coordinate) >= 10 {
        alarms += 1
        mark = nil
      }
      mark = mark ?? fix.coordinate
      last = fix.coordinate
    }
    return (walked / 10, alarms)
  }

  @Test(arguments: [nil, 0.05])
  func `seems to stand`(speed: Double?) {
    for seed in 1...10 as ClosedRange<UInt64> {
      var track = MadeUpTrack(seed: seed)
      var engine = FusionEngine()
      for _ in 0..<30 { engine.feed(track.fix(accuracy: 12, velocity: speed)) }
      let (walked, alarms) = jitter(&engine, &track, speed)
      // The fixes themselves walk 850 metres a minute.
      #expect(walked < 40)
      #expect(alarms <= 1)
      #expect(engine.diagnostics.isStill)
    }
  }

  @Test func `leaves with the first fix whose Doppler is clear`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 { engine.feed(track.fix(velocity: 0)) }
    #expect(engine.diagnostics.isStill)
    track.east += 1.2
    #expect(engine.feed(track.fix(velocity: 1.2)) == .updated)
    #expect(!engine.diagnostics.isStill)
  }

  @Test(arguments: [4.0, 5, 10])
  func `says how far it may be from where it stood, until that it walks is certain`(
    accuracy: Double
  ) {
    var (track, engine) = (MadeUpTrack(), FusionEngine())
    var (inside, farthest) = (0, 0.0)
    for _ in 0..<60 {
      track.east += 1.4
      var fix = track.fix(accuracy: accuracy, error: 0)
      _ = engine.take(&fix)
      let off = MadeUpTrack.distance(
        fix.coordinate, MadeUpTrack.coordinate(track.east, track.north))
      if off < fix.horizontalAccuracy { inside += 1 }
      farthest = max(farthest, off / fix.horizontalAccuracy)
    }
    #expect(inside >= 54, "\(inside) of 60")
    #expect(farthest < 2, "\(farthest) radii")
  }

  @Test(arguments: [(1.3, 15), (10.0, 5)])
  func `leaves without Doppler when the places say so`(speed: Double, most: Int) {
    for seed in 1...10 as ClosedRange<UInt64> {
      var track = MadeUpTrack(seed: seed)
      var engine = FusionEngine()
      for _ in 0..<60 { engine.feed(track.fix(accuracy: 4.5)) }
      #expect(engine.diagnostics.isStill)
      var seconds = 0
      while engine.diagnostics.isStill, seconds < 60 {
        seconds += 1
        track.east += speed
        engine.feed(track.fix(accuracy: 4.5))
      }
      #expect(seconds <= most)
    }
  }

  @Test func `one impossible speed does not make it leave`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 { engine.feed(track.fix(velocity: 0)) }
    var fix = track.fix(velocity: 170)
    _ = engine.take(&fix)
    #expect(engine.diagnostics.isStill && track.error(of: fix) < 10)
  }

  /// An engine that has seen a device stand for a minute.
  private func standing(_ track: inout MadeUpTrack, speed: Double?, senses: Bool?) -> FusionEngine {
    var engine = FusionEngine()
    for _ in 0..<60 { engine.feed(track.fix(velocity: speed)) }
    engine.sensesMotion = senses
    return engine
  }

  @Test(arguments: [(nil, false), (true, false), (false, true)] as [(Bool?, Bool)])
  func `does not creep away while an accelerometer says that it stands`(
    senses: Bool?, stays: Bool
  ) {
    for speeds in [[0.5, 0.5, 0.5, 0.5], [5]] {
      var track = MadeUpTrack()
      var engine = standing(&track, speed: 0, senses: senses)
      for speed in speeds { engine.feed(track.fix(velocity: speed)) }
      #expect(engine.diagnostics.isStill == stays)
    }
  }

  @Test func `leaves in a quiet train, whatever an accelerometer says`() {
    var track = MadeUpTrack()
    var engine = standing(&track, speed: 0, senses: false)
    for second in 1...8 {
      track.east += Double(second)
      engine.feed(track.fix(velocity: Double(second)))
    }
    #expect(!engine.diagnostics.isStill)
    var silent = standing(&track, speed: nil, senses: false)
    for _ in 1...20 {
      track.east += 10
      silent.feed(track.fix())
    }
    #expect(!silent.diagnostics.isStill)
  }

  @Test func `an accelerometer decides where places alone take longer`() {
    func seconds(senses: Bool?, seed: UInt64) -> Int {
      var track = MadeUpTrack(seed: seed)
      var engine = FusionEngine()
      engine.sensesMotion = true
      for _ in 0..<60 {
        track.east += 8
        engine.feed(track.fix())
      }
      engine.sensesMotion = senses
      var seconds = 0
      while !engine.diagnostics.isStill, seconds < 120 {
        seconds += 1
        engine.feed(track.fix())
      }
      return seconds
    }
    for seed in 1...5 as ClosedRange<UInt64> {
      #expect(seconds(senses: false, seed: seed) < seconds(senses: nil, seed: seed))
    }
  }

  @Test func `gives no extrapolations once an accelerometer says that it stands`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<20 {
      track.east += 8
      engine.feed(track.fix(velocity: 8))
    }
    #expect(engine.nextExtrapolation != nil)
    engine.sensesMotion = false
    #expect(engine.nextExtrapolation == nil)
  }

  @Test func `gives no extrapolations`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 { engine.feed(track.fix(velocity: 0)) }
    #expect(engine.nextExtrapolation == nil)
  }

  @Test func `with a fix in ten seconds, a departure and a stop are believed at once`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var track = MadeUpTrack(seed: seed)
      var engine = FusionEngine()
      for _ in 0..<10 { engine.feed(track.fix(after: 10, accuracy: 1, velocity: 0)) }
      // Six seconds ago it left, with 2 m/s².
      track.east += 36
      var fix = track.fix(after: 10, accuracy: 1, velocity: 12)
      #expect(engine.take(&fix) == .updated)
      #expect(track.error(of: fix) < 5)
      for _ in 0..<3 {
        track.east += 120
        engine.feed(track.fix(after: 10, accuracy: 1, velocity: 12))
      }
      // It stopped soon after the last fix.
      track.east += 20
      fix = track.fix(after: 10, accuracy: 1, velocity: 0)
      #expect(engine.take(&fix) == .held)
      #expect(track.error(of: fix) < 5, "\(track.error(of: fix))")
    }
  }
}
