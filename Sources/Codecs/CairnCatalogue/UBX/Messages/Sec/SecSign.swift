public import CairnUBX

/// UBX-SEC-SIGN: the signature of the preceding message.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-SEC-SIGN.
public struct SecSign: UBXMessage, Hashable {
  public static let id = MessageID(.sec, 0x01)
  public static let name = "SEC-SIGN"
  public static let payloadLength = PayloadLength.exactly(40)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// The signed message.
  public var message: MessageID {
    get { MessageID(MessageClass(rawValue: messageClass), messageNumber) }
    set { (messageClass, messageNumber) = (newValue.messageClass.rawValue, newValue.number) }
  }
  /// The checksum of that message's frame.
  public var checksum: UInt16 = 0
  /// SHA-256 of the message and the session's seed: 32 bytes in wire order.
  public var hash = [UInt8](repeating: 0, count: 32)

  private var messageClass: UInt8 = 0
  private var messageNumber: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u1("classID", &messageClass)
    f.u1("messageID", &messageNumber)
    f.u2("checksum", &checksum)
    f.octets("hash", 32, &hash, as: .number)
  }
}
