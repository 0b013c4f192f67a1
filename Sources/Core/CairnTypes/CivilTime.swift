/// A date of the proleptic Gregorian calendar.
public struct CalendarDate: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Full year, for example 2026.
  public let year: Int
  /// 1...12.
  public let month: Int
  /// 1...31, never past the end of the month.
  public let day: Int

  /// Returns `nil` unless the date exists; years 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.lastDay(of: month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date `days` after 1970-01-01; `nil` outside the years 1...9999.
  ///
  /// Uses days-from-civil arithmetic over a 400-year era that begins on 1 March.
  public init?(daysSince1970 days: Int) {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.month = month
    self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// Days since 1970-01-01, negative for earlier dates.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the date `days` later; `nil` outside the years 1...9999.
  public func advanced(by days: Int) -> CalendarDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CalendarDate(daysSince1970: sum)
  }

  public static func < (a: Self, b: Self) -> Bool { a.daysSince1970 < b.daysSince1970 }

  private static func lastDay(of month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A time of day in UTC as receivers send it: without a date and possibly inside a leap second.
public struct TimeOfDay: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds since midnight, 0..<86 401·10⁹: the last second exists only as a leap second.
  public let nanoseconds: Int64

  /// Returns `nil` outside 00:00:00 … 23:59:60.999 999 999; second 60 exists only at 23:59.
  public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999_999_999).contains(nanosecond)
    else { return nil }
    guard second < 60 || (hour == 23 && minute == 59) else { return nil }
    nanoseconds = Int64(hour * 3600 + minute * 60 + second) * 1_000_000_000 + Int64(nanosecond)
  }

  /// 0...23.
  public var hour: Int { min(23, Int(nanoseconds / 3_600_000_000_000)) }
  /// 0...59.
  public var minute: Int { min(59, Int(nanoseconds / 60_000_000_000) - hour * 60) }
  /// 0...59, or 60 in a leap second.
  public var second: Int { Int(nanoseconds / 1_000_000_000) - hour * 3600 - minute * 60 }
  /// 0...999 999 999.
  public var nanosecond: Int { Int(nanoseconds % 1_000_000_000) }
  /// Whether this is second 60.
  public var isLeapSecond: Bool { nanoseconds >= 86_400_000_000_000 }

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
}

/// UTC as nanoseconds since 1970-01-01T00:00:00Z, not counting leap seconds (POSIX time).
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Nanoseconds since 1970-01-01T00:00:00Z; covers the years 1678 to 2262.
  public var nanosecondsSince1970: Int64

  /// - Parameter nanosecondsSince1970: nanoseconds since 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) { self.nanosecondsSince1970 = nanosecondsSince1970 }

  /// Returns `nil` outside the years 1678 to 2261. A leap second maps to the following second.
  public init?(_ date: CalendarDate, _ time: TimeOfDay) {
    guard (1678...2261).contains(date.year) else { return nil }
    nanosecondsSince1970 = Int64(date.daysSince1970) * Self.nanosecondsPerDay + time.nanoseconds
  }

  /// The year with the part of it that has passed. Never `nil` for values that this type can hold.
  public var decimalYear: Double? {
    guard let date, let first = CalendarDate(year: date.year, month: 1, day: 1),
      let next = CalendarDate(year: date.year + 1, month: 1, day: 1)
    else { return nil }
    let days = Double(nanosecondsSince1970) / 86_400e9 - Double(first.daysSince1970)
    return Double(date.year) + days / Double(next.daysSince1970 - first.daysSince1970)
  }

  /// The UTC calendar date. Never `nil` for values that this type can hold.
  public var date: CalendarDate? {
    CalendarDate(daysSince1970: Int(floorDays))
  }

  /// The UTC time of day.
  public var timeOfDay: TimeOfDay? {
    // The first representable day begins before the first instant: both wrap, which cancels out.
    let rest = nanosecondsSince1970 &- floorDays &* Self.nanosecondsPerDay
    let seconds = Int(rest / 1_000_000_000)
    return TimeOfDay(
      hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
      nanosecond: Int(rest % 1_000_000_000))
  }

  public static func < (a: Self, b: Self) -> Bool {
    a.nanosecondsSince1970 < b.nanosecondsSince1970
  }

  /// Returns the time from `b` to `a`, negative when `a` is earlier.
  public static func - (a: Self, b: Self) -> Duration {
    let nanoseconds = Int128(a.nanosecondsSince1970) &- Int128(b.nanosecondsSince1970)
    return Duration(attoseconds: nanoseconds &* 1_000_000_000)
  }

  /// Returns the instant `d` later; saturates at the first and last instant of this type.
  public static func + (a: Self, d: Duration) -> Self {
    Self(nanosecondsSince1970: a.nanosecondsSince1970.saturatingSum(d.wholeNanoseconds))
  }

  /// Returns the instant `d` earlier; saturates at the first and last instant of this type.
  public static func - (a: Self, d: Duration) -> Self {
    a + Duration(attoseconds: 0 &- d.attoseconds)
  }

  private static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  private var floorDays: Int64 {
    let days = nanosecondsSince1970 / Self.nanosecondsPerDay
    return nanosecondsSince1970 < days * Self.nanosecondsPerDay ? days - 1 : days
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC with milliseconds, rounded down: `2026-11-21T04:47:00.000Z`.
  public var description: String {
    guard let date, let time = timeOfDay else { return "invalid" }
    var text: [UInt8] = []
    text.reserveCapacity(24)
    Self.append(date.year, from: 1_000, before: "-", to: &text)
    Self.append(date.month, from: 10, before: "-", to: &text)
    Self.append(date.day, from: 10, before: "T", to: &text)
    Self.append(time.hour, from: 10, before: ":", to: &text)
    Self.append(time.minute, from: 10, before: ":", to: &text)
    Self.append(time.second, from: 10, before: ".", to: &text)
    Self.append(time.nanosecond / 1_000_000, from: 100, before: "Z", to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the decimal digits of a number that is not negative, from the one worth `unit`, and a mark.
  private static func append(
    _ value: Int, from unit: Int, before mark: Unicode.Scalar, to text: inout [UInt8]
  ) {
    var unit = unit
    while unit > 0 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / unit % 10))
      unit /= 10
    }
    text.append(UInt8(ascii: mark))
  }
}
