public import CairnUBX

/// UBX-CFG-TP5: requests the settings of one time pulse.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-TP5.
public struct CfgTp5Poll: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x31)
  public static let name = "CFG-TP5"
  public static let payloadLength = PayloadLength.exactly(1)

  /// 0 TIMEPULSE, 1 TIMEPULSE2.
  public var index: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("tpIdx", &index)
  }
}
