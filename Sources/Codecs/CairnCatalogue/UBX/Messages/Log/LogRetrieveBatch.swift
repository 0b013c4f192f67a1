public import CairnUBX

/// UBX-LOG-RETRIEVEBATCH: requests the batched fixes, each as a LOG-BATCH.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-LOG-RETRIEVEBATCH.
public struct LogRetrieveBatch: UBXMessage, Hashable {
  public static let id = MessageID(.log, 0x10)
  public static let name = "LOG-RETRIEVEBATCH"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// What is sent first.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("flags", &flags)
    f.reserved(2)
  }
}

extension LogRetrieveBatch {
  /// What is sent first.
  public struct Flags: UBXBitField {
    /// MON-BATCH is sent first and tells how many fixes follow.
    public var sendsMonitorFirst = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("sendMonFirst", &sendsMonitorFirst)
    }
  }
}
