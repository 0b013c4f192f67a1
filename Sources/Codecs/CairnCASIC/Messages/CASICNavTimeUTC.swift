public import CairnTypes

/// NAV-TIMEUTC: the time of one solution in UTC.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-TIMEUTC". Its table lacks the milliseconds
/// before the year, to which `msErr` refers; receivers send them.
public struct CASICNavTimeUTC: CASICMessage {
  /// Class and number.
  public static var id: CASICMessageID { CASICMessageID(0x01, 0x10) }

  /// Milliseconds since the receiver started. Messages of one epoch share the value.
  public var runTime: UInt32 = 0
  /// Variance of the time times the squared speed of light, in square metres.
  public var timeVariance: Float = 0
  /// Rounding error of `millisecond`, in milliseconds; unused, because its sign is not documented.
  public var residual: Float = 0
  /// 0...999.
  public var millisecond: UInt16 = 0
  /// Full year.
  public var year: UInt16 = 0
  /// 1...12.
  public var month: UInt8 = 0
  /// 1...31.
  public var day: UInt8 = 0
  /// 0...23.
  public var hour: UInt8 = 0
  /// 0...59.
  public var minute: UInt8 = 0
  /// 0...60.
  public var second: UInt8 = 0
  /// One bit each: whether time of week, week and leap seconds are known.
  public var validity: UInt8 = 0
  /// 0 GPS, 1 BeiDou, 2 GLONASS.
  public var source: UInt8 = 0
  /// 0 unknown, 1 from outside, 2 from one satellite, 3 from several.
  public var dateState: UInt8 = 0

  public init() {}

  /// UTC; `nil` until satellites supply the time, the date and the leap seconds.
  public var utc: Timestamp? {
    guard validity & 0b111 == 0b111, dateState >= 2, millisecond <= 999,
      let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day)),
      let time = TimeOfDay(
        hour: Int(hour), minute: Int(minute), second: Int(second),
        nanosecond: Int(millisecond) &* 1_000_000)
    else { return nil }
    return Timestamp(date, time)
  }

  /// Whether the second is a leap second.
  public var isLeapSecond: Bool { second == 60 }

  /// Accuracy of the time in seconds; `nil` where the receiver does not know it.
  public var timeAccuracy: Double? {
    let metresPerSecond = 299_792_458.0
    return timeVariance > 0 && timeVariance.isFinite
      ? Double(timeVariance).squareRoot() / metresPerSecond : nil
  }

  public mutating func fields(_ f: inout some CASICFieldVisitor & ~Escapable) {
    f.integer("runTime", &runTime)
    f.real("tAcc", &timeVariance)
    f.real("msErr", &residual)
    f.integer("ms", &millisecond)
    f.integer("year", &year)
    f.integer("month", &month)
    f.integer("day", &day)
    f.integer("hour", &hour)
    f.integer("min", &minute)
    f.integer("sec", &second)
    f.integer("valid", &validity)
    f.integer("timeSrc", &source)
    f.integer("dateValid", &dateState)
  }
}
