public import CairnUBX

/// UBX-MGA-INI-TIME-GNSS: tells a receiver the time of a satellite system.
///
/// Send it before any other assistance.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-TIME-GNSS.
public struct MgaIniTimeGNSS: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-TIME-GNSS"
  public static let payloadLength = PayloadLength.exactly(24)
  public static let discriminator: UInt8? = 0x11

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The instant of the time.
  public var reference = AssistanceReference()
  /// The system of the time.
  public var gnss = GNSSIdentifier.gps
  /// Week in the system's own count; for GLONASS, the day of the four-year period.
  public var week: UInt16 = 0
  /// Whole seconds of the week; for GLONASS, of the day.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds after the second, 0...999,999,999.
  public var nanosecond: UInt32 = 0
  /// Accuracy in whole seconds.
  public var accuracySeconds: UInt16 = 0
  /// Nanoseconds to add to the accuracy, 0...999,999,999.
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
