public import CairnUBX

/// UBX-MGA-INI-TIME-GNSS: tells a receiver the time, in that of a satellite system.
///
/// Send it before any other assistance.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-TIME-GNSS.
public struct MgaIniTimeGNSS: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-TIME-GNSS"
  public static let payloadLength = PayloadLength.exactly(24)
  public static let discriminator: UInt8? = 0x11

  /// Of the message's layout.
  public var version: UInt8 = 0
  /// The moment that is meant.
  public var reference = AssistanceReference()
  /// Whose time it is.
  public var gnss = GNSSIdentifier.gps
  /// Of the system's own count; for GLONASS the day of the four-year period.
  public var week: UInt16 = 0
  /// Whole seconds of the week; for GLONASS of the day.
  public var timeOfWeek: UInt32 = 0
  /// 0...999,999,999, after the second.
  public var nanosecond: UInt32 = 0
  /// Whole seconds of the accuracy.
  public var accuracySeconds: UInt16 = 0
  /// 0...999,999,999, to add to them.
  public var accuracyNanoseconds: UInt32 = 0
  private var type: UInt8 = 0x11

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.x1("ref", &reference)
    f.u1("gnssId", &gnss)
    f.reserved(2)
    f.u2("week", &week)
    f.u4("tow", &timeOfWeek)
    f.u4("ns", &nanosecond)
    f.u2("tAccS", &accuracySeconds)
    f.reserved(2)
    f.u4("tAccNs", &accuracyNanoseconds)
  }
}
