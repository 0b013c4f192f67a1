public import CairnUBX

/// UBX-NAV-TIMETRUSTED: the time vouched for by the host, and the satellites' deviation from it.
///
/// Source: u-blox X20 interface description, UBX-NAV-TIMETRUSTED.
public struct NavTimeTrusted: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x64)
  public static let name = "NAV-TIMETRUSTED"
  public static let payloadLength = PayloadLength.exactly(40)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// The system of the weeks.
  public var reference = Reference.none
  /// Which values are valid.
  public var validity = Validity()
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Week of the given time.
  public var initialWeek: UInt16 = 0
  /// Week of the given time, propagated to this epoch.
  public var week: UInt16 = 0
  /// Milliseconds of the week of the given time.
  public var initialTimeOfWeek: UInt32 = 0
  /// Milliseconds of the week of the given time, propagated to this epoch.
  public var propagatedTimeOfWeek: UInt32 = 0
  /// Accuracy of the given time, as sent.
  public var initialAccuracy: UInt32 = 0
  /// Accuracy of the given time propagated to this epoch, as sent.
  public var accuracy: UInt32 = 0
  /// Whole seconds from the trusted time to the satellites' time; valid with `validity.difference`.
  public var differenceSeconds: Int32 = 0
  /// Milliseconds to add to `differenceSeconds`; valid with `validity.difference`.
  public var differenceMilliseconds: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("refSys", &reference)
    f.x1("validFlags", &validity)
    f.reserved(1)
    f.u4("iTOW", &timeOfWeek)
    f.u2("iniWho", &initialWeek)
    f.u2("propWho", &week)
    f.u4("iniTow", &initialTimeOfWeek)
    f.u4("propTow", &propagatedTimeOfWeek)
    f.u4("iniTAcc", &initialAccuracy)
    f.u4("propTAcc", &accuracy)
    f.i4("deltaS", &differenceSeconds)
    f.i4("deltaMs", &differenceMilliseconds)
    f.reserved(4)
  }
}

extension NavTimeTrusted {
  /// The system of the weeks; an open set.
  public struct Reference: UBXOpenValue {
    /// The wire's `refSys`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// None: no time was given.
    public static let none = Reference(rawValue: 0)
    /// GPS.
    public static let gps = Reference(rawValue: 1)
    /// Galileo.
    public static let galileo = Reference(rawValue: 2)
    /// BeiDou.
    public static let beidou = Reference(rawValue: 3)
    /// NavIC.
    public static let navic = Reference(rawValue: 15)
  }

  /// Which values are valid.
  public struct Validity: UBXBitField {
    /// The trusted time.
    public var trustedTime = false
    /// The difference.
    public var difference = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("trustedTimeValid", &trustedTime)
      b.flag("deltaTimeValid", &difference)
    }
  }
}
