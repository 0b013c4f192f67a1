public import CairnUBX

/// UBX-CFG-FIXSEED: the fixed seed of signed messages, and which messages are signed.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-FIXSEED.
public struct CfgFixseed: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x84)
  public static let name = "CFG-FIXSEED"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// Class and number of a message.
  public struct Message: UBXGroup, Hashable {
    /// The class, first byte of the message's identifier.
    public var messageClass: UInt8 = 0
    /// The number, second byte of the message's identifier.
    public var number: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("classId", &messageClass)
      f.u1("msgId", &number)
    }
  }

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// Upper 32 bits.
  public var upperSeed: UInt32 = 0
  /// Lower 32 bits.
  public var lowerSeed: UInt32 = 0
  /// The messages to sign.
  public var messages: [Message] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("length", of: messages)
    f.reserved(2)
    f.u4("seedHi", &upperSeed)
    f.u4("seedLo", &lowerSeed)
    f.groups(count, &messages)
  }
}
