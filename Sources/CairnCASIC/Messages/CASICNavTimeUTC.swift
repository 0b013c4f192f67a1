public import CairnTypes

/// NAV-TIMEUTC: the time of one solution in UTC.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-TIMEUTC". The milliseconds before the year, to which
/// `msErr` refers, are missing in its table; receivers send them.
public struct CASICNavTimeUTC: CASICMessage {
  /// Class and number.
  public static var id: CASICMessageID { CASICMessageID(0x01, 0x10) }

  /// Milliseconds since the receiver's start. Messages of one epoch share the value.
  public var runTime: UInt32 = 0
  /// Square metres: the variance of the time, times the square of the speed of light.
  public var timeVariance: Float = 0
  /// Milliseconds that the rounding to `millisecond` left; its sign is not documented, and it is not used.
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
  /// One bit each: time of week, week, leap seconds are known.
  public var validity: UInt8 = 0
  /// 0 GPS, 1 BeiDou, 2 GLONASS.
  public var source: UInt8 = 0
  /// 0 not known, 1 from outside, 2 of a satellite, 3 of several.
  public var dateState: UInt8 = 0

  public init() {}

  /// UTC; `nil` while the time, the date or the leap seconds are not known from satellites.
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

  /// Seconds; `nil` where the receiver does not know it.
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
