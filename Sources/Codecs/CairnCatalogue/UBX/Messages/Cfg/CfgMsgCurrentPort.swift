public import CairnUBX

/// UBX-CFG-MSG: the rate of a message on the port on which this one is sent.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-MSG.
public struct CfgMsgCurrentPort: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x01)
  public static let name = "CFG-MSG"
  public static let payloadLength = PayloadLength.exactly(3)

  /// The class, first byte of the message's identifier.
  public var messageClass: UInt8 = 0
  /// The number, second byte of the message's identifier.
  public var number: UInt8 = 0
  /// Epochs per message; 0 is never.
  public var rate: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("msgClass", &messageClass)
    f.u1("msgID", &number)
    f.u1("rate", &rate)
  }
}
