public import CairnUBX

/// UBX-MGA-QZSS-HEALTH: the health of the QZSS satellites, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-QZSS-HEALTH.
public struct MgaQZSSHealth: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x05)
  public static let name = "MGA-QZSS-HEALTH"
  public static let payloadLength = PayloadLength.exactly(12)
  public static let discriminator: UInt8? = 0x04

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// One code per satellite, starting with satellite 1; 5 codes, missing ones are sent as zero.
  public var codes: [UInt8] = []
  private var type: UInt8 = 0x04

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.array("healthCode", 5, &codes)
    f.reserved(3)
  }
}
