public import CairnTypes

/// The true time during a simulation.
public struct SimulatedClock: Hashable, Sendable {
  /// UTC at the simulation's start.
  public var start: Timestamp
  /// Seconds by which GPS time is ahead of UTC at the start.
  public var leapSeconds: Int
  /// The UTC midnight directly after an inserted leap second; `nil` for none.
  public var leapSecondBefore: Timestamp?

  /// Creates a clock; 18 leap seconds have been in force since 2017.
  public init(start: Timestamp, leapSeconds: Int = 18, leapSecondBefore: Timestamp? = nil) {
    self.start = start
    self.leapSeconds = leapSeconds
    self.leapSecondBefore = leapSecondBefore
  }

  /// 2026-06-01T03:00:00Z, noon in Seoul.
  public static let noonInSeoul = SimulatedClock(
    start: Timestamp(nanosecondsSince1970: 1_780_282_800_000_000_000))

  /// Returns UTC at a time since the start, including second 60; `nil` outside 1678 to 2261.
  public func civil(at elapsed: Duration) -> (date: CalendarDate, time: TimeOfDay)? {
    let (instant, isLeapSecond) = utc(at: elapsed)
    guard let date = instant.date, let time = instant.timeOfDay else { return nil }
    guard isLeapSecond else { return (date, time) }
    // One second before the midnight, printed as second 60.
    guard
      let inserted = TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: time.nanosecond)
    else { return nil }
    return (date, inserted)
  }

  /// Returns UTC at a time since the start; inside a leap second, the second before it and `true`.
  func utc(at elapsed: Duration) -> (instant: Timestamp, isLeapSecond: Bool) {
    let uncorrected = start + elapsed
    guard let leap = leapSecondBefore, start < leap, uncorrected >= leap else {
      return (uncorrected, false)
    }
    return (uncorrected + .seconds(-1), uncorrected < leap + .seconds(1))
  }

  /// Returns milliseconds of the GPS week at a time since the start, rounded.
  public func timeOfWeek(at elapsed: Duration) -> UInt32 {
    // 1980-01-06T00:00:00Z is 315,964,800 s after 1970.
    let gpsEpoch = Timestamp(nanosecondsSince1970: 315_964_800_000_000_000)
    let gps = (start - gpsEpoch) + .seconds(leapSeconds) + elapsed
    return Self.weekMilliseconds(gps)
  }

  /// Returns milliseconds within a week of 604,800 s, rounded.
  static func weekMilliseconds(_ time: Duration) -> UInt32 {
    let week: Int64 = 604_800_000
    let milliseconds = (time.wholeNanoseconds &+ 500_000) / 1_000_000
    let rest = milliseconds % week
    return UInt32(rest < 0 ? rest + week : rest)
  }
}
