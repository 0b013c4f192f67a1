/// UBX-NAV-TIMELS: current leap seconds and the next change.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-TIMELS.
public struct NavTimeLS: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x26)
  public static let name = "NAV-TIMELS"
  public static let payloadLength = PayloadLength.exactly(24)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message layout.
  public var version: UInt8 = 0
  /// Source of `current`: 0 firmware default, 1 GPS-GLONASS difference, 2 GPS, 3 SBAS, 4 BeiDou, 5
  /// Galileo, 6 aided, 7 configured, 8 NavIC, 255 unknown.
  public var currentSource: UInt8 = 0
  /// Seconds by which GPS time is ahead of UTC; meaningful with `validity.current`.
  public var current: Int8 = 0
  /// Source of `change`: 0 none, 2 GPS, 3 SBAS, 4 BeiDou, 5 Galileo, 6 GLONASS, 7 NavIC.
  public var changeSource: UInt8 = 0
  /// Seconds that the next event adds: 1, 0 or -1; meaningful with `validity.event`.
  public var change: Int8 = 0
  /// Seconds to the next or since the last event; absent while unknown.
  public var timeToEvent: Int32? {
    get { validity.event ? reportedTimeToEvent : nil }
    set {
      validity.event = newValue != nil
      reportedTimeToEvent = newValue ?? reportedTimeToEvent
    }
  }
  /// GPS week of the event; meaningful with `validity.event`.
  public var eventWeek: UInt16 = 0
  /// Day of that week, starting on Sunday: 1...7 for GPS and Galileo, 0...6 for BeiDou.
  public var eventDay: UInt16 = 0
  /// Which values are valid.
  public var validity = Validity()
  private var reportedTimeToEvent: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.reserved(3)
    f.u1("srcOfCurrLs", &currentSource)
    f.i1("currLs", &current)
    f.u1("srcOfLsChange", &changeSource)
    f.i1("lsChange", &change)
    f.i4("timeToLsEvent", &reportedTimeToEvent)
    f.u2("dateOfLsGpsWn", &eventWeek)
    f.u2("dateOfLsGpsDn", &eventDay)
    f.reserved(3)
    f.x1("valid", &validity)
  }
}

extension NavTimeLS {
  /// Which leap-second values are known.
  public struct Validity: UBXBitField {
    /// The current number.
    public var current = false
    /// The next event.
    public var event = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("validCurrLs", &current)
      b.flag("validTimeToLsEvent", &event)
    }
  }
}
