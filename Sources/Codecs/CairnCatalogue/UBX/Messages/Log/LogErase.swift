public import CairnUBX

/// UBX-LOG-ERASE: erases the log.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-ERASE.
public struct LogErase: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x03)
  public static let name = "LOG-ERASE"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
  }
}
