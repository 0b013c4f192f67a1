public import CairnUBX

/// UBX-NAV-TIMENAVIC: NavIC time of one navigation epoch.
///
/// Source: u-blox F10 interface description, UBX-NAV-TIMENAVIC.
public struct NavTimeNavIC: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x63)
  public static let name = "NAV-TIMENAVIC"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Seconds of the NavIC week, rounded.
  public var second: UInt32 = 0
  /// Nanoseconds from the rounded second, -500,000,000...500,000,000.
  public var nanosecond: Int32 = 0
  /// Week since 1999-08-22; valid with `validity.week`.
  public var week: Int16 = 0
  /// Seconds by which NavIC time is ahead of UTC; absent if unknown.
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
  /// Leap seconds as sent: the firmware's built-in number while the real one is unknown.
  private var reportedLeapSeconds: Int8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u4("NavICTow", &second)
    f.i4("fNavICTow", &nanosecond)
    f.i2("NavICWno", &week)
    f.i1("leapS", &reportedLeapSeconds)
    f.x1("valid", &validity)
    f.u4("tAcc", &timeAccuracy, unit: .nanoseconds)
  }
}

extension NavTimeNavIC {
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
      b.flag("NavICTowValid", &timeOfWeek)
      b.flag("NavICWnoValid", &week)
      b.flag("leapSValid", &leapSeconds)
    }
  }
}
