public import CairnUBX

/// UBX-MGA-GAL-TIMEOFFSET: the difference between Galileo time and GPS time, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GAL-TIMEOFFSET.
public struct MgaGALTimeOffset: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x02)
  public static let name = "MGA-GAL-TIMEOFFSET"
  public static let payloadLength = PayloadLength.exactly(12)
  public static let discriminator: UInt8? = 0x03

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Seconds.
  public var bias = 0.0
  /// Seconds per second.
  public var drift = 0.0
  /// Reference time, in seconds of week.
  public var time = 0.0
  /// Reference week, modulo 64.
  public var week: UInt8 = 0
  private var type: UInt8 = 0x03

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i2("a0G", &bias, scale: 0x1p-35)
    f.i2("a1G", &drift, scale: 0x1p-51)
    f.u1("t0G", &time, scale: 3600)
    f.u1("wn0G", &week)
    f.reserved(2)
  }
}
