public import CairnUBX

/// UBX-CFG-MSG: how often a message comes on the port that this one is sent on.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-MSG.
public struct CfgMsgCurrentPort: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x01)
  public static let name = "CFG-MSG"
  public static let payloadLength = PayloadLength.exactly(3)

  /// The first octet of the message's name.
  public var messageClass: UInt8 = 0
  /// The second octet of the message's name.
  public var number: UInt8 = 0
  /// Epochs from one message to the next; 0 is never.
  public var rate: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("msgClass", &messageClass)
    f.u1("msgID", &number)
    f.u1("rate", &rate)
  }
}
