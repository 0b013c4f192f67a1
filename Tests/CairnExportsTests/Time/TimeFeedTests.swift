import CairnExports
import CairnTypes
import Testing

@Suite("time for chronyd")
struct TimeFeedTests {
  private static let start: Int64 = 1_780_000_000_000_000_000

  private static func fix(_ second: Int64, ahead: Double = 0.25) -> Location {
    var fix = Location(
      coordinate: Coordinate(latitude: 37.5, longitude: 127), horizontalAccuracy: 3,
      time: MonotonicTime(nanoseconds: second * 1_000_000_000),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.timestamp = Timestamp(
      nanosecondsSince1970: start + second * 1_000_000_000 + Int64(ahead * 1e9))
    return fix
  }

  private static func system(_ second: Int64) -> Timestamp {
    Timestamp(nanosecondsSince1970: start + second * 1_000_000_000)
  }

  @Test func `a sample has 40 bytes on a machine of 64 bits, with the mark at the end`() {
    let sample = ChronySample(
      systemTime: Timestamp(nanosecondsSince1970: 1_700_000_000_123_456_789), offset: 1.5,
      isPulse: true)
    var expected: [UInt8] = []
    withUnsafeBytes(of: Int(1_700_000_000)) { expected += $0 }
    withUnsafeBytes(of: Int(123_456)) { expected += $0 }
    withUnsafeBytes(of: 1.5) { expected += $0 }
    for word: Int32 in [1, 0, 0, 0x534F_434B] { withUnsafeBytes(of: word) { expected += $0 } }
    #expect(sample.encoded == expected)
    #expect(expected.count == (MemoryLayout<Int>.size == 8 ? 40 : 32))
  }

  @Test func `a time before 1970 has microseconds above zero`() {
    let sample = ChronySample(
      systemTime: Timestamp(nanosecondsSince1970: -500_000_000), offset: 0)
    var expected: [UInt8] = []
    withUnsafeBytes(of: Int(-1)) { expected += $0 }
    withUnsafeBytes(of: Int(500_000)) { expected += $0 }
    #expect(Array(sample.encoded.prefix(expected.count)) == expected)
    for extreme in [Int64.min, Int64.max] {
      let sample = ChronySample(systemTime: Timestamp(nanosecondsSince1970: extreme), offset: 0)
      #expect(
        sample.encoded.count == ChronySample(systemTime: Self.system(0), offset: 0).encoded.count)
    }
  }

  @Test func `the third good fix in a row is the first sample`() {
    var feed = TimeFeed()
    #expect(feed.note(Self.fix(0), systemTime: Self.system(0)) == nil)
    #expect(feed.note(Self.fix(1), systemTime: Self.system(1)) == nil)
    #expect(
      feed.note(Self.fix(2), systemTime: Self.system(2))
        == ChronySample(systemTime: Self.system(2), offset: 0.25))
  }

  @Test(arguments: ["no UTC", "simulated", "dead reckoning", "Wi-Fi", "another offset", "a gap"])
  func `what is not good begins anew`(kind: String) {
    var feed = TimeFeed()
    for second in 0..<3 as Range<Int64> {
      _ = feed.note(Self.fix(second), systemTime: Self.system(second))
    }
    var bad = Self.fix(3)
    switch kind {
    case "no UTC": bad.timestamp = nil
    case "simulated": bad.source.flags = .simulated
    case "dead reckoning": bad.source.fix = .deadReckoning
    case "Wi-Fi": bad.source.technology = .wifi
    case "another offset": bad = Self.fix(3, ahead: 1.25)
    default: feed.forget()
    }
    let isFirst = ["another offset", "a gap"].contains(kind)
    #expect(feed.note(bad, systemTime: Self.system(3)) == nil)
    let ahead = kind == "another offset" ? 1.25 : 0.25
    #expect(feed.note(Self.fix(4, ahead: ahead), systemTime: Self.system(4)) == nil)
    let third = feed.note(Self.fix(5, ahead: ahead), systemTime: Self.system(5))
    #expect((third != nil) == isFirst)
    #expect(feed.note(Self.fix(6, ahead: ahead), systemTime: Self.system(6)) != nil)
  }

  @Test func `a pulse is the nearest second, as long as fixes vouch for it`() {
    var feed = TimeFeed()
    let now = MonotonicTime(nanoseconds: 2_000_000_000)
    #expect(feed.note(pulseAt: Self.system(2), now: now) == nil)
    for second in 0..<3 as Range<Int64> {
      _ = feed.note(Self.fix(second), systemTime: Self.system(second))
    }
    for (nanoseconds, offset) in [(200, -2e-7), (-300, 3e-7), (0, 0)] as [(Int64, Double)] {
      let time = Timestamp(nanosecondsSince1970: Self.start + nanoseconds)
      let sample = feed.note(pulseAt: time, now: now)
      #expect(sample?.isPulse == true && sample?.systemTime == time)
      #expect(abs((sample?.offset ?? 1) - offset) < 1e-12)
    }
    #expect(feed.note(pulseAt: Self.system(7), now: now + .seconds(5)) != nil)
    #expect(feed.note(pulseAt: Self.system(8), now: now + .seconds(6)) == nil)
  }
}
