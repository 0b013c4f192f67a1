public import CairnUBX

/// UBX-MGA-FLASH-DATA: a part of a file of predicted orbits for the receiver's flash.
///
/// The receiver answers each part with `MgaFlashAck`.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-FLASH-DATA.
public struct MgaFlashData: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x21)
  public static let name = "MGA-FLASH-DATA"
  public static let payloadLength = PayloadLength.atLeast(6)
  public static let discriminator: UInt8? = 0x01

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Number of the part, from 0.
  public var sequence: UInt16 = 0
  /// Up to 512 bytes of the file.
  public var data: [UInt8] = []
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u2("sequence", &sequence)
    let count = f.count("size", UInt16.self, of: data)
    f.dataOctets(count, &data)
  }
}
