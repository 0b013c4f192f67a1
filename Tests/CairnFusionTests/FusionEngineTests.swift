import CairnFusion
import CairnTypes
import Testing

@Suite("The fusion engine")
struct FusionEngineTests {
  @Test(arguments: 1...4)
  func `gives only numbers whatever it gets`(seed: UInt64) {
    var check = HostileCheck(seed: seed)
    for _ in 0..<20_000 {
      check.step()
      check.checkGap()
    }
    #expect(check.given > 1000)
    #expect(check.faults == [])
  }

  @Test func `the same fixes give the same positions, however they are divided`() {
    var hostile = HostileFixes(seed: 9)
    let fixes = (0..<5000).map { _ in hostile.next() }
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

  @Test(arguments: 1...6)
  func `never jumps without saying so`(seed: UInt64) {
    var drive = WildDrive(seed: seed)
    for _ in 0..<3000 { drive.step() }
    #expect(drive.jumps > 0)
    #expect(drive.unexplained == 0)
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
    #expect(fix.source.fix == .estimated)
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

  @Test func `the newest refused position is doubted as far as it disagrees with the one before`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<60 {
      track.east += 10
      engine.feed(track.fix(velocity: 10))
    }
    // The track is lost; two of the refused positions are 50 m off, one of them that at which it
    // starts anew.
    track.north += 1000
    var decision = FusionDecision.outlier
    var fix = track.fix()
    for number in 1...8 {
      track.east += 10
      fix = track.fix(error: 1, velocity: 10)
      if number == 4 || number == 8 {
        fix.coordinate.latitude += 50 / MadeUpTrack.metresPerDegreeNorth
      }
      decision = engine.take(&fix)
    }
    #expect(decision == .started(.refusals))
    #expect(fix.horizontalAccuracy > 25, "\(fix.horizontalAccuracy)")
    track.east += 10
    fix = track.fix(error: 1, velocity: 10)
    #expect(engine.take(&fix) == .updated)
    #expect(track.error(of: fix) < 10, "\(track.error(of: fix))")
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
