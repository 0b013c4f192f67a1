internal import CairnTypes

/// An instant in GPS time, which knows no leap seconds, as the older u-blox messages give it.
struct GPSInstant: Hashable, Sendable {
  /// Nanoseconds since 1980-01-06T00:00:00 GPS time.
  let nanoseconds: Int64

  /// `nil` for what no receiver can mean.
  ///
  /// - Parameters:
  ///   - week: since 1980-01-06, not reduced modulo 1,024.
  ///   - timeOfWeek: milliseconds, 0...604,800,000.
  ///   - nanosecond: added to `timeOfWeek`, -500,000...500,000.
  init?(week: Int16, timeOfWeek: UInt32, nanosecond: Int32) {
    guard week > 0, timeOfWeek <= 604_800_000, nanosecond.magnitude <= 1_000_000 else {
      return nil
    }
    nanoseconds =
      Int64(week) * 604_800_000_000_000 + Int64(timeOfWeek) * 1_000_000 + Int64(nanosecond)
  }

  /// The same instant in UTC.
  func utc(leapSeconds: Int64) -> Timestamp {
    // 3,657 days from 1970-01-01 to 1980-01-06.
    Timestamp(
      nanosecondsSince1970: nanoseconds + 3657 * 86_400_000_000_000 - leapSeconds * 1_000_000_000)
  }
}
