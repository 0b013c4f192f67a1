public import CairnTypes

extension Timestamp {
  /// The time as gpsd writes it: RFC 3339 in UTC with milliseconds, rounded to the nearest.
  public var gpsdText: String { toMillisecond.description }

  /// The nearest millisecond, rounded down by what prints only milliseconds.
  ///
  /// Rounding matters because a receiver's time may be some nanoseconds before a whole second.
  var toMillisecond: Timestamp {
    let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(500_000)
    guard !overflow else { return self }
    return Timestamp(nanosecondsSince1970: sum - sum % 1_000_000)
  }

  /// Whole seconds since 1970, rounded down.
  var wholeSeconds: Int64 {
    let whole = nanosecondsSince1970 / 1_000_000_000
    return nanosecondsSince1970 % 1_000_000_000 < 0 ? whole - 1 : whole
  }

  /// Nanoseconds since the last whole second, 0...999 999 999.
  var restOfSecond: Int64 {
    let rest = nanosecondsSince1970 % 1_000_000_000
    return rest < 0 ? rest + 1_000_000_000 : rest
  }
}
