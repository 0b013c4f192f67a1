import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Visits and fixes: as bytes")
struct VisitBytesTests {
  /// A walk with two stays, and UTC 500 s after the boot clock's zero.
  private func journey() -> [Location] {
    var random = SplitMix(seed: 9)
    return (0..<180).map { step in
      let seconds = Double(step) * 20
      let way = min(seconds, 900) + max(0, min(seconds - 1700, 900))
      var fix = fix(
        seconds, north: way * 1.4 + 3 * random.gaussian(), east: 3 * random.gaussian(), accuracy: 8)
      fix.timestamp = Timestamp(nanosecondsSince1970: fix.time.nanoseconds + 500_000_000_000)
      return fix
    }
  }

  private func events(
    _ fixes: [Location], restart: (inout VisitDetector, Int) -> Void
  ) -> [VisitEvent] {
    var detector = VisitDetector()
    return fixes.enumerated().flatMap { index, fix in
      restart(&detector, index)
      let due = detector.nextDeadline.map { $0 < fix.time ? detector.fire(at: $0) : [] } ?? []
      return due + detector.receive(fix, at: fix.time)
    }
  }

  @Test func `a restart between any two fixes changes nothing`() {
    let fixes = journey()
    let plain = events(fixes) { _, _ in }
    #expect(plain.map(\.kind) == [.arrival, .departure, .arrival])
    let restarted = events(fixes) { detector, index in
      guard var again = VisitDetector(decoding: detector.encoded) else {
        Issue.record("fix \(index)")
        return
      }
      #expect(again.encoded == detector.encoded && again.options == detector.options)
      #expect(again.stage == detector.stage && again.current == detector.current)
      let goesOn = again.resume(at: fixes[index].time, utc: nil)
      #expect(goesOn)
      detector = again
    }
    #expect(restarted == plain)
  }

  @Test func `on another boot clock the visit goes on where UTC tells how long ago it was`() throws
  {
    let fixes = journey()
    var detector = VisitDetector()
    for fix in fixes[..<80] { _ = detector.receive(fix, at: fix.time) }
    let visit = try #require(detector.current)
    #expect(detector.stage == .visit)
    // The device starts anew: its clock begins at zero, 60 s after the last fix.
    let utc = try #require(fixes[79].timestamp) + .seconds(60)
    let now = MonotonicTime(nanoseconds: 3_000_000_000)
    let goesOn = detector.resume(at: now, utc: utc)
    #expect(goesOn)
    let moved = try #require(detector.current)
    let arrival = try #require(moved.arrival)
    var expected = visit.visit
    expected.arrivalTime = arrival
    #expect(moved.visit == expected)
    #expect(Timestamp(nanosecondsSince1970: arrival.nanoseconds) != visit.visit.arrival)
    #expect(utc + (arrival - now) == visit.visit.arrival)
    // UTC before its last fix is none to believe.
    var early = detector
    let goesOnEarly = early.resume(at: now, utc: utc + .seconds(-70))
    #expect(!goesOnEarly)
    var unknown = VisitDetector()
    _ = unknown.receive(fix(0), at: at(0))
    let isKnown = unknown.resume(at: now, utc: utc)
    #expect(!isKnown)
  }

  @Test func `a fix from before the visit was confirmed leaves a stay that can be kept`() throws {
    var detector = VisitDetector()
    for step in 0..<26 {
      let fix = fix(Double(step) * 10, accuracy: 8)
      _ = detector.receive(fix, at: fix.time)
    }
    #expect(detector.fire(at: at(300)).map(\.kind) == [.arrival])
    // It came late: the rest elsewhere that it begins cannot begin at the end of the visit.
    let late = fix(290, north: 150, accuracy: 80)
    #expect(detector.receive(late, at: at(301)).isEmpty)
    let again = try #require(VisitDetector(decoding: detector.encoded))
    #expect(again.encoded == detector.encoded)
  }

  @Test(arguments: [5, 1e6, 1.9e7, 2.1e7, 1e9, 1e12, 1e300])
  func `whatever accuracy a fix claims, the stay can be kept`(accuracy: Double) throws {
    var options = VisitOptions()
    options.radius = .greatestFiniteMagnitude
    var detector = VisitDetector(options)
    for step in 0..<20 {
      let fix = fix(Double(step) * 10, accuracy: accuracy)
      _ = detector.receive(fix, at: fix.time)
    }
    #expect((detector.stage == .rest) == (accuracy < 2e7))
    let again = try #require(VisitDetector(decoding: detector.encoded))
    #expect(again.encoded == detector.encoded)
  }

  @Test func `no damage of a visit's bytes is a trap`() throws {
    var detector = VisitDetector()
    for fix in journey()[..<140] { _ = detector.receive(fix, at: fix.time) }
    let whole = detector.encoded
    for length in 0..<whole.count {
      #expect(VisitDetector(decoding: Array(whole[..<length])) == nil)
    }
    #expect(VisitDetector(decoding: whole + [0]) == nil)
    var random = SplitMix(seed: 5)
    var decoded = 0
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard var detector = VisitDetector(decoding: bytes) else { continue }
      decoded += 1
      _ = detector.resume(at: at(4000), utc: Timestamp(nanosecondsSince1970: .max))
      for step in 0..<5 {
        let fix = fix(4000 + Double(step) * 60, north: Double(step) * 200)
        _ = detector.receive(fix, at: fix.time)
        _ = detector.fire(at: detector.nextDeadline ?? fix.time)
      }
      _ = detector.encoded
    }
    #expect(decoded > 1000)
  }

  @Test func `a fix comes back whole, and no damage of its bytes is a trap`() throws {
    var full = fix(7, north: 100, east: -40, accuracy: 2.5, provider: "gnss0")
    full.altitude = 38
    full.ellipsoidalAltitude = 62
    full.verticalAccuracy = 4
    full.speed = 1.4
    full.speedAccuracy = 0.2
    full.course = 359.9
    full.courseAccuracy = 3
    full.verticalSpeed = -0.1
    full.errorEllipse = ErrorEllipse(semiMajor: 3, semiMinor: 2, orientation: 120)
    full.floor = -2
    full.timestamp = Timestamp(nanosecondsSince1970: 1_795_000_000_123_456_789)
    full.source.flags = [.cached, .fused, .leapSecond]
    full.source.satellitesUsed = 12
    full.source.hdop = 0.8
    full.source.correctionAge = 2
    for fix in [full, fix(3)] { #expect(Location(decoding: fix.encoded) == fix) }
    let whole = full.encoded
    for length in 0..<whole.count {
      #expect(Location(decoding: Array(whole[..<length])) == nil)
    }
    #expect(Location(decoding: whole + [0]) == nil)
    var random = SplitMix(seed: 6)
    for _ in 0..<20_000 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      guard let fix = Location(decoding: bytes) else { continue }
      #expect(fix.coordinate.isValid && fix.horizontalAccuracy >= 0)
    }
  }
}
