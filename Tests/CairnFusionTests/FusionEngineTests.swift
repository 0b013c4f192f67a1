import CairnFusion
import CairnTestSupport
import CairnTypes
import Testing

@Suite("The fusion engine")
struct FusionEngineTests {
  /// Fixes of which nothing may be assumed.
  private static func hostile(_ count: Int, seed: UInt64) -> [Location] {
    var random = SplitMix(seed: seed)
    let odd = [0, -1, .nan, .infinity, -.infinity, 1e300, 1e-300, .leastNonzeroMagnitude]
    var time: Int64 = 0
    return (0..<count).map { _ in
      func number(_ range: ClosedRange<Double>) -> Double {
        Int.random(in: 0..<20, using: &random) == 0
          ? odd.randomElement(using: &random) ?? 0 : Double.random(in: range, using: &random)
      }
      let step = Int.random(in: 0..<50, using: &random)
      time =
        step == 0
        ? Int64.random(in: 0...4_000_000_000_000_000_000, using: &random)
        : max(0, time &+ Int64.random(in: -3_000_000_000...5_000_000_000, using: &random))
      let isNear = Bool.random(using: &random)
      var fix = Location(
        coordinate: Coordinate(
          latitude: isNear ? number(89.99...90) : number(-90...90),
          longitude: isNear ? number(179.9...180) : number(-180...180)),
        horizontalAccuracy: number(0...1000), time: MonotonicTime(nanoseconds: time),
        source: LocationSource(
          provider: Bool.random(using: &random) ? "a" : "b",
          technology: Technology.allCases.randomElement(using: &random) ?? .gnss,
          fix: FixQuality.allCases.randomElement(using: &random) ?? .unknown))
      fix.source.hdop = Float(number(0...20))
      if Bool.random(using: &random) {
        fix.speed = number(0...300)
        fix.course = number(-720...720)
        fix.speedAccuracy = number(0...10)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        fix.errorEllipse = ErrorEllipse(
          semiMajor: number(0...100), semiMinor: number(0...100), orientation: number(0...180))
      }
      return fix
    }
  }

  @Test(arguments: 1...4)
  func `gives only numbers whatever it gets`(seed: UInt64) {
    var engine = FusionEngine()
    var given = 0
    for fix in Self.hostile(20_000, seed: seed) {
      var fix = fix
      guard engine.take(&fix).givesPosition else { continue }
      given += 1
      #expect(fix.coordinate.isValid)
      #expect(fix.horizontalAccuracy.isFinite && fix.horizontalAccuracy > 0)
      #expect(fix.speed.map { $0.isFinite && $0 >= 0 } ?? true)
      #expect(fix.course.map { (0..<360).contains($0) } ?? true)
    }
    #expect(given > 1000)
  }

  @Test func `the same fixes give the same positions, however they are divided`() {
    let fixes = Self.hostile(5000, seed: 9)
    func run(pieces: Int) -> [Location] {
      var engine = FusionEngine()
      var given: [Location] = []
      for start in stride(from: 0, to: fixes.count, by: pieces) {
        // A copy continues where the original was.
        var copy = engine
        for fix in fixes[start..<min(start + pieces, fixes.count)] {
          var fix = fix
          if copy.take(&fix).givesPosition { given.append(fix) }
        }
        engine = copy
      }
      return given
    }
    let whole = run(pieces: fixes.count)
    for pieces in [1, 7, 64] {
      // Compared as text: a height that is not a number differs from itself.
      #expect(run(pieces: pieces).map { "\($0)" } == whole.map { "\($0)" })
    }
  }

  /// A position may move by what the device can travel, and by what both circles allow; anything more
  /// is announced as a new track.
  @Test(arguments: 1...6)
  func `never jumps without saying so`(seed: UInt64) {
    var track = MadeUpTrack(seed: seed)
    var engine = FusionEngine()
    var last: Location?
    var jumps = 0
    for second in 0..<3000 {
      let speed = second / 200 % 2 == 0 ? 0.0 : 15.0
      track.east += speed
      if Int.random(in: 0..<300, using: &track.generator) == 0 { track.north += 500 }
      let isWild = Int.random(in: 0..<20, using: &track.generator) == 0
      var fix = track.fix(
        error: isWild ? 80 : nil, velocity: second % 3 == 0 ? nil : speed)
      let decision = engine.take(&fix)
      guard decision.givesPosition else { continue }
      if let last {
        let moved = MadeUpTrack.distance(fix.coordinate, last.coordinate)
        let travelled = max(fix.speed ?? 0, last.speed ?? 0, speed) + 10
        let allowed = travelled + 4 * (last.horizontalAccuracy + fix.horizontalAccuracy + 4.5)
        if case .started = decision { jumps += 1 } else { #expect(moved <= allowed) }
      }
      last = fix
    }
    #expect(jumps > 0)
  }

  @Test(arguments: [nil, 0.0, 15.0])
  func `comes back from a wrong place within ten fixes`(speed: Double?) {
    for seed in 1...20 as ClosedRange<UInt64> {
      var track = MadeUpTrack(seed: seed)
      var engine = FusionEngine()
      for _ in 0..<60 {
        track.east += speed ?? 0
        engine.feed(track.fix(velocity: speed))
      }
      track.north += 3000
      var needed = 0
      var fix = track.fix(velocity: speed)
      repeat {
        needed += 1
        track.east += speed ?? 0
        fix = track.fix(velocity: speed)
        _ = engine.take(&fix)
      } while needed < 30 && track.error(of: fix) > 30
      #expect(needed <= 10)
    }
  }

  @Test func `an outlier does not move the position by a metre`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    var before = track.fix()
    for _ in 0..<100 {
      track.east += 10
      before = track.fix(error: 1, velocity: 10)
      _ = engine.take(&before)
    }
    track.east += 10
    var fix = track.fix(error: 0, velocity: 10)
    fix.coordinate.latitude += 80 / MadeUpTrack.metresPerDegreeNorth
    #expect(engine.take(&fix) == .outlier)
    #expect(fix.source.flags.contains(.extrapolated))
    #expect(abs(MadeUpTrack.distance(fix.coordinate, before.coordinate) - 10) < 1)
  }

  @Test func `a first fix that the second contradicts is given up at once`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    track.north = 200
    #expect(engine.feed(track.fix()) == .started(.first))
    track.north = 0
    var fix = track.fix(error: 0)
    #expect(engine.take(&fix) == .started(.first))
    #expect(track.error(of: fix) < 1)
  }

  @Test func `refuses what is no position`() {
    var engine = FusionEngine()
    var track = MadeUpTrack()
    var fix = track.fix()
    fix.coordinate.latitude = 91
    #expect(engine.feed(fix) == .unusable)
    fix = track.fix()
    fix.source.fix = .none
    #expect(engine.feed(fix) == .unusable)
    fix = track.fix(technology: .wifi)
    fix.horizontalAccuracy = .nan
    #expect(engine.feed(fix) == .unusable)
    fix = track.fix()
    fix.coordinate = Coordinate(latitude: 0, longitude: 0)
    fix.source.fix = .unknown
    #expect(engine.feed(fix) == .unusable)
  }

  @Test(arguments: [
    (FixQuality.rtkFixed, 0.1), (.rtkFloat, 1), (.differential, 3), (.threeD, 8),
  ])
  func `estimates an accuracy that is not stated`(quality: FixQuality, most: Double) {
    var engine = FusionEngine()
    var track = MadeUpTrack()
    var fix = track.fix()
    fix.horizontalAccuracy = .nan
    fix.source.fix = quality
    fix.source.hdop = 1
    #expect(engine.take(&fix) == .started(.first))
    #expect(fix.horizontalAccuracy > most / 20 && fix.horizontalAccuracy <= most)
  }
}
