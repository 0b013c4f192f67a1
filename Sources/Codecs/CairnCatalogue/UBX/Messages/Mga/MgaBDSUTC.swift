public import CairnUBX

/// UBX-MGA-BDS-UTC: the difference between UTC and BeiDou time, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-BDS-UTC.
public struct MgaBDSUTC: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x03)
  public static let name = "MGA-BDS-UTC"
  public static let payloadLength = PayloadLength.exactly(20)
  public static let discriminator: UInt8? = 0x05

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Seconds.
  public var bias = 0.0
  /// Seconds per second.
  public var drift = 0.0
  /// Seconds by which BeiDou time is now ahead of UTC.
  public var leapSeconds: Int8 = 0
  /// BeiDou week of reception, modulo 256.
  public var week: UInt8 = 0
  /// BeiDou week of the next leap second, modulo 256.
  public var nextLeapWeek: UInt8 = 0
  /// Day of that week at whose end the leap second occurs, 0 for Sunday.
  public var nextLeapDay: UInt8 = 0
  /// Seconds by which BeiDou time will be ahead of UTC after the leap second.
  public var nextLeapSeconds: Int8 = 0
  private var type: UInt8 = 0x05

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i4("a0UTC", &bias, scale: 0x1p-30)
    f.i4("a1UTC", &drift, scale: 0x1p-50)
    f.i1("dtLS", &leapSeconds)
    f.reserved(1)
    f.u1("wnRec", &week)
    f.u1("wnLSF", &nextLeapWeek)
    f.u1("dN", &nextLeapDay)
    f.i1("dtLSF", &nextLeapSeconds)
    f.reserved(2)
  }
}
