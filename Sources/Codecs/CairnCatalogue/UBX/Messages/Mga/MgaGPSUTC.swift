public import CairnUBX

/// UBX-MGA-GPS-UTC: the difference between UTC and GPS time, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GPS-UTC.
public struct MgaGPSUTC: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x00)
  public static let name = "MGA-GPS-UTC"
  public static let payloadLength = PayloadLength.exactly(20)
  public static let discriminator: UInt8? = 0x05

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Seconds.
  public var bias = 0.0
  /// Seconds per second.
  public var drift = 0.0
  /// Seconds by which GPS time is now ahead of UTC.
  public var leapSeconds: Int8 = 0
  /// Reference time of bias and drift, in seconds of week.
  public var time = 0.0
  /// Reference week, modulo 256.
  public var week: UInt8 = 0
  /// GPS week of the next leap second, modulo 256.
  public var nextLeapWeek: UInt8 = 0
  /// Day of that week at whose end the leap second occurs, 1 for Sunday.
  public var nextLeapDay: UInt8 = 0
  /// Seconds by which GPS time will be ahead of UTC after the leap second.
  public var nextLeapSeconds: Int8 = 0
  private var type: UInt8 = 0x05

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i4("utcA0", &bias, scale: 0x1p-30)
    f.i4("utcA1", &drift, scale: 0x1p-50)
    f.i1("utcDtLS", &leapSeconds)
    f.u1("utcTot", &time, scale: 4096)
    f.u1("utcWNt", &week)
    f.u1("utcWNlsf", &nextLeapWeek)
    f.u1("utcDn", &nextLeapDay)
    f.i1("utcDtLSF", &nextLeapSeconds)
    f.reserved(2)
  }
}
