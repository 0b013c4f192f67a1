/// UBX-NAV-TIMEGPS: GPS time of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-TIMEGPS.
public struct NavTimeGPS: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x20)
  public static let name = "NAV-TIMEGPS"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week, rounded. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds from the rounded millisecond, -500,000...500,000.
  public var nanosecond: Int32 = 0
  /// GPS week since 1980-01-06; valid with `validity.week`.
  public var week: Int16 = 0
  /// Seconds by which GPS time is ahead of UTC; absent while unknown.
  public var leapSeconds: Int8? {
    get { validity.leapSeconds ? reportedLeapSeconds : nil }
    set {
      validity.leapSeconds = newValue != nil
      reportedLeapSeconds = newValue ?? reportedLeapSeconds
    }
  }
  /// Which values are valid.
  public var validity = Validity()
  /// Seconds.
  public var timeAccuracy = 0.0
  /// Holds the firmware's built-in number while the real one is unknown.
  private var reportedLeapSeconds: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("fTOW", &nanosecond)
    f.i2("week", &week)
    f.i1("leapS", &reportedLeapSeconds)
    f.x1("valid", &validity)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds)
  }
}

extension NavTimeGPS {
  /// Which parts of the time are valid.
  public struct Validity: UBXBitField {
    /// The time of week.
    public var timeOfWeek = false
    /// The week.
    public var week = false
    /// The leap seconds.
    public var leapSeconds = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("towValid", &timeOfWeek)
      b.flag("weekValid", &week)
      b.flag("leapSValid", &leapSeconds)
    }
  }
}
