public import CairnUBX

/// UBX-LOG-RETRIEVE: requests entries of the log.
///
/// First stop logging and reduce other output: entries come as fast as the port can send them.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-RETRIEVE.
public struct LogRetrieve: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x09)
  public static let name = "LOG-RETRIEVE"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Index of the first entry, from 0.
  public var start: UInt32 = 0
  /// Number of entries, at most 256.
  public var count: UInt32 = 0
  /// Version of the message's layout, 0.
  public var version: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("startNumber", &start)
    f.u4("entryCount", &count)
    f.u1("version", &version)
    f.reserved(3)
  }
}
