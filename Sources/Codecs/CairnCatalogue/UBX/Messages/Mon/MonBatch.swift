public import CairnUBX

/// UBX-MON-BATCH: fill level of the buffer of batched positions.
///
/// The only end mark of a retrieval: UBX-LOG-RETRIEVEBATCH can request it before the positions, and
/// a later poll tells whether any are left.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-BATCH.
public struct MonBatch: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x32)
  public static let name = "MON-BATCH"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Number of positions in the buffer.
  public var fillLevel: UInt16 = 0
  /// Positions lost since the receiver started, because the buffer was full.
  public var droppedInAll: UInt16 = 0
  /// Positions lost since the message was last sent.
  public var droppedSinceLast: UInt16 = 0
  /// The number that the next retrieved position will have.
  public var nextNumber: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u2("fillLevel", &fillLevel)
    f.u2("dropsAll", &droppedInAll)
    f.u2("dropsSinceMon", &droppedSinceLast)
    f.u2("nextMsgCnt", &nextNumber)
  }
}
