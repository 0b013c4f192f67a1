public import CairnUBX

/// UBX-NAV-TIMEGLO: GLONASS time of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-TIMEGLO.
public struct NavTimeGLO: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x23)
  public static let name = "NAV-TIMEGLO"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Seconds of the GLONASS day, rounded; the day begins three hours before UTC's.
  public var second: UInt32 = 0
  /// Nanoseconds from the rounded second, -500,000,000...500,000,000.
  public var nanosecond: Int32 = 0
  /// Day of the four-year interval, 1...1461; valid with `validity.date`.
  public var day: UInt16 = 0
  /// Four-year interval, of which 1 begins in 1996; valid with `validity.date`.
  public var fourYears: UInt8 = 0
  /// Which values are valid.
  public var validity = Validity()
  /// Seconds.
  public var timeAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u4("TOD", &second)
    f.i4("fTOD", &nanosecond)
    f.u2("Nt", &day)
    f.u1("N4", &fourYears)
    f.x1("valid", &validity)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds)
  }
}

extension NavTimeGLO {
  /// Which parts of the time are valid.
  public struct Validity: UBXBitField {
    /// The time of day.
    public var timeOfDay = false
    /// The date.
    public var date = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("todValid", &timeOfDay)
      b.flag("dateValid", &date)
    }
  }
}
