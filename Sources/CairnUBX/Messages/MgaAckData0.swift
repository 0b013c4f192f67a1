/// UBX-MGA-ACK-DATA0: the receiver has used an assistance message.
///
/// Comes only where acknowledgements are enabled; send one message at a time then.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ACK-DATA0.
public struct MgaAckData0: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x60)
  public static let name = "MGA-ACK-DATA0"
  public static let payloadLength = PayloadLength.exactly(8)
  public static let discriminator: UInt8? = 0x01

  /// Of the message's layout.
  public var version: UInt8 = 0
  /// Why it was not used, or `.used`.
  public var reason = AssistanceOutcome.used
  /// The number, in class MGA, of the message that is answered.
  public var messageNumber: UInt8 = 0
  /// The first four octets of its payload, the first lowest.
  public var payloadStart: UInt32 = 0
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("infoCode", &reason)
    f.u1("msgId", &messageNumber)
    f.u4("msgPayloadStart", &payloadStart)
  }
}
