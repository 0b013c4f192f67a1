public import CairnUBX

/// UBX-MGA-FLASH-STOP: ends a file of predicted orbits for the receiver's flash.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-FLASH-STOP.
public struct MgaFlashStop: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x21)
  public static let name = "MGA-FLASH-STOP"
  public static let payloadLength = PayloadLength.exactly(2)
  public static let discriminator: UInt8? = 0x02

  /// Version of the message's layout.
  public var version: UInt8 = 0
  private var type: UInt8 = 0x02

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
  }
}
