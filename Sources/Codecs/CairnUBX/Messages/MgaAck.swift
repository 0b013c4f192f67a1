/// UBX-MGA-ACK-DATA0: the receiver used an assistance message.
///
/// Sent only where acknowledgements are enabled; send one message at a time in that case.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ACK-DATA0.
public struct MgaAckData0: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x60)
  public static let name = "MGA-ACK-DATA0"
  public static let payloadLength = PayloadLength.exactly(8)
  public static let discriminator: UInt8? = 0x01

  /// Message that was used.
  public var answer = AssistanceAnswer()
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    answer.fields(&f)
  }
}

/// UBX-MGA-NAK-DATA0: the receiver did not use an assistance message.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ACK-DATA0 with type 0.
public struct MgaNakData0: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x60)
  public static let name = "MGA-NAK-DATA0"
  public static let payloadLength = PayloadLength.exactly(8)
  public static let discriminator: UInt8? = 0x00

  /// Message that was not used, and why.
  public var answer = AssistanceAnswer()
  private var type: UInt8 = 0x00

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    answer.fields(&f)
  }
}

/// Identifies the assistance message a receiver answers, and says what the receiver did with it.
public struct AssistanceAnswer: Hashable, Sendable, BitwiseCopyable {
  /// Version of the answer layout.
  public var version: UInt8 = 0
  /// Why the message was not used, or `.used`.
  public var reason = AssistanceOutcome.used
  /// Number of the message in class MGA.
  public var messageNumber: UInt8 = 0
  /// First four octets of the message's payload, the first one lowest.
  public var payloadStart: UInt32 = 0

  public init() {}

  fileprivate mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("infoCode", &reason)
    f.u1("msgId", &messageNumber)
    f.u4("msgPayloadStart", &payloadStart)
  }
}
