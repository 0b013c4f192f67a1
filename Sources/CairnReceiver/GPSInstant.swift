internal import CairnTypes

/// An instant in GPS time, which knows no leap seconds, as the older u-blox messages give it.
struct GPSInstant: Hashable, Sendable {
  /// What UTC would be without leap seconds since 1980.
  let time: Timestamp

  /// 1980-01-06T00:00:00.
  private static let start = Timestamp(nanosecondsSince1970: 3657 * 86_400_000_000_000)

  /// `nil` for what no receiver can mean.
  ///
  /// - Parameters:
  ///   - week: since 1980-01-06, not reduced modulo 1,024; to 9,999, of the year 2171.
  ///   - timeOfWeek: milliseconds, 0...604,800,000.
  ///   - nanosecond: added to `timeOfWeek`, -500,000...500,000.
  init?(week: Int16, timeOfWeek: UInt32, nanosecond: Int32) {
    guard (1...9_999).contains(week), timeOfWeek <= 604_800_000, nanosecond.magnitude <= 1_000_000
    else { return nil }
    time =
      Self.start + .seconds(Int64(week) * 604_800) + .milliseconds(Int64(timeOfWeek))
      + .nanoseconds(Int64(nanosecond))
  }

  /// The same instant in UTC.
  func utc(leapSeconds: Int8) -> Timestamp { time + .seconds(-Int64(leapSeconds)) }
}
