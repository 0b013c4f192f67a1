public import CairnTypes

/// UBX-NAV-TIMEUTC: UTC of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-TIMEUTC.
public struct NavTimeUTC: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x21)
  public static let name = "NAV-TIMEUTC"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Seconds; absent while unknown.
  public var timeAccuracy: Double?
  /// Nanoseconds from the rounded second, -10⁹...10⁹.
  public var nanosecond: Int32 = 0
  /// UTC.
  public var year: UInt16 = 0
  /// UTC, 1...12.
  public var month: UInt8 = 0
  /// UTC, 1...31.
  public var day: UInt8 = 0
  /// UTC, 0...23.
  public var hour: UInt8 = 0
  /// UTC, 0...59.
  public var minute: UInt8 = 0
  /// UTC, 0...60, rounded: a negative `nanosecond` leads into the second before.
  public var second: UInt8 = 0
  /// Which values are valid.
  public var validity = Validity()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds, absent: .max)
    f.i4("nano", &nanosecond)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("min", &minute)
    f.u1("sec", &second)
    f.x1("valid", &validity)
  }

  /// UTC; `nil` unless valid. Second 60 maps to the following second.
  public var utc: Timestamp? {
    guard validity.utc else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nano: nanosecond)
  }

  /// Whether the rounded second is a leap second.
  public var isLeapSecond: Bool { second == 60 }
}

extension NavTimeUTC {
  /// Which values are valid, and which UTC standard they follow.
  public struct Validity: UBXBitField {
    /// The time of week.
    public var timeOfWeek = false
    /// The week.
    public var week = false
    /// UTC, which requires known leap seconds.
    public var utc = false
    /// The time is authenticated.
    public var isAuthenticated = false
    /// UTC laboratory: 0 unknown, 1 CRL, 2 NIST, 3 USNO, 4 BIPM, 5 European, 6 SU, 7 NTSC, 8 NPLI,
    /// 15 not available.
    public var standard: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("validTOW", &timeOfWeek)
      b.flag("validWKN", &week)
      b.flag("validUTC", &utc)
      b.flag("authStatus", &isAuthenticated)
      b.number("utcStandard", 4, &standard)
    }
  }
}
