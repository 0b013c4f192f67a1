/// UBX-ACK-ACK: the receiver accepted a configuration message.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-ACK-ACK.
public struct AckAck: UBXMessage, Hashable {
  public static let id = MessageID(.ack, 0x01)
  public static let name = "ACK-ACK"
  public static let payloadLength = PayloadLength.exactly(2)

  /// The accepted message.
  public var acknowledged = MessageID(MessageClass(rawValue: 0), 0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    acknowledged.fields(&f)
  }
}

/// UBX-ACK-NAK: the receiver refused a message or does not know it.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-ACK-NAK.
public struct AckNak: UBXMessage, Hashable {
  public static let id = MessageID(.ack, 0x00)
  public static let name = "ACK-NAK"
  public static let payloadLength = PayloadLength.exactly(2)

  /// The refused message.
  public var refused = MessageID(MessageClass(rawValue: 0), 0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    refused.fields(&f)
  }
}

extension MessageID {
  /// Visits the two octets that identify a message in an answer.
  fileprivate mutating func fields(_ f: inout some UBXFieldVisitor) {
    var (first, second) = (messageClass.rawValue, number)
    f.u1("clsID", &first)
    f.u1("msgID", &second)
    self = MessageID(MessageClass(rawValue: first), second)
  }
}
