public import CairnTypes

extension Timestamp {
  /// The time as gpsd writes it: RFC 3339 in UTC with milliseconds, rounded to the nearest.
  ///
  /// Rounding matters because a receiver's time may be some nanoseconds before a whole second.
  public var gpsdText: String {
    let half: Int64 = 500_000
    let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(half)
    return overflow ? description : Timestamp(nanosecondsSince1970: sum).description
  }
}
