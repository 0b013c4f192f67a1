public import CairnUBX

/// UBX-LOG-FINDTIME: the log's entry at a time.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-FINDTIME.
public struct LogFindTimeResult: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x0E)
  public static let name = "LOG-FINDTIME"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout, 1.
  public var version: UInt8 = 1
  /// 1 for an answer.
  public var type: UInt8 = 1
  /// The entry's index; absent if there is none.
  public var entry: UInt32?

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("type", &type)
    f.reserved(2)
    f.u4("entryNumber", &entry, absent: .max)
  }
}
