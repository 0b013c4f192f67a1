public import CairnUBX

/// UBX-MGA-FLASH-ACK: whether a part of a file for the receiver's flash was accepted.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-FLASH-ACK.
public struct MgaFlashAck: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x21)
  public static let name = "MGA-FLASH-ACK"
  public static let payloadLength = PayloadLength.exactly(6)
  public static let discriminator: UInt8? = 0x03

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// 0 accepted, 1 send the part again, 2 the transfer has failed.
  public var outcome: UInt8 = 0
  /// Number of the acknowledged part; 0xFFFF for the end.
  public var sequence: UInt16 = 0
  private var type: UInt8 = 0x03

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("ack", &outcome)
    f.reserved(1)
    f.u2("sequence", &sequence)
  }
}
