internal import CairnTypes

/// An instant in GPS time, without leap seconds, as the older u-blox messages give it.
struct GPSInstant: Hashable, Sendable {
  /// The instant as UTC would show it without leap seconds since 1980.
  let time: Timestamp

  /// 1980-01-06T00:00:00.
  private static let start = Timestamp(nanosecondsSince1970: 3657 * 86_400_000_000_000)

  /// Creates an instant; `nil` for values that no receiver can mean.
  ///
  /// - Parameters:
  ///   - week: weeks since 1980-01-06, not reduced modulo 1,024; up to 9,999, in the year 2171.
  ///   - timeOfWeek: milliseconds, 0...604,800,000.
  ///   - nanosecond: added to `timeOfWeek`, -1,000,000...1,000,000.
  init?(week: Int16, timeOfWeek: UInt32, nanosecond: Int32) {
    guard (1...9_999).contains(week), timeOfWeek <= 604_800_000, nanosecond.magnitude <= 1_000_000
    else { return nil }
    time =
      Self.start + .seconds(Int64(week) * 604_800) + .milliseconds(Int64(timeOfWeek))
      + .nanoseconds(Int64(nanosecond))
  }

  /// Returns the same instant in UTC.
  func utc(leapSeconds: Int8) -> Timestamp { time + .seconds(-Int64(leapSeconds)) }
}
