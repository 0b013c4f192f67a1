public import CairnUBX

/// UBX-CFG-PRT: requests the settings of one port.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-PRT.
public struct CfgPrtPoll: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x00)
  public static let name = "CFG-PRT"
  public static let payloadLength = PayloadLength.exactly(1)

  /// The port.
  public var port = CfgPrt.Port.i2c

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("portID", &port)
  }
}
