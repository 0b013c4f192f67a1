public import CairnUBX

/// UBX-CFG-MSG: asks how often a message comes.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-MSG.
public struct CfgMsgPoll: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x01)
  public static let name = "CFG-MSG"
  public static let payloadLength = PayloadLength.exactly(2)

  /// The first octet of the message's name.
  public var messageClass: UInt8 = 0
  /// The second octet of the message's name.
  public var number: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("msgClass", &messageClass)
    f.u1("msgID", &number)
  }
}
