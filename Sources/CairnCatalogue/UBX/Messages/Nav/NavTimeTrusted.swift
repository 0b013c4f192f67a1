public import CairnUBX

/// UBX-NAV-TIMETRUSTED: the time that the host vouched for, and how far the satellites' is from it.
///
/// Source: u-blox X20 interface description, UBX-NAV-TIMETRUSTED.
public struct NavTimeTrusted: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x64)
  public static let name = "NAV-TIMETRUSTED"
  public static let payloadLength = PayloadLength.exactly(40)

  /// Of the message's layout.
  public var version: UInt8 = 1
  /// Whose weeks they are.
  public var reference = Reference.none
  /// What of the values is valid.
  public var validity = Validity()
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Week of the time that was given.
  public var initialWeek: UInt16 = 0
  /// Week of that time, carried on to this epoch.
  public var week: UInt16 = 0
  /// Milliseconds of the week of the time that was given.
  public var initialTimeOfWeek: UInt32 = 0
  /// Milliseconds of the week of that time, carried on to this epoch.
  public var propagatedTimeOfWeek: UInt32 = 0
  /// Of the time that was given, as sent.
  public var initialAccuracy: UInt32 = 0
  /// Of that time carried on to this epoch, as sent.
  public var accuracy: UInt32 = 0
  /// Whole seconds from the trusted time to that of the satellites; valid with `validity.difference`.
  public var differenceSeconds: Int32 = 0
  /// Milliseconds to add to them; valid with `validity.difference`.
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
  /// Whose weeks they are, an open set.
  public struct Reference: UBXOpenValue {
    /// The wire's `refSys`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nobody's: no time was given.
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

  /// What of the values is valid.
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
