public import CairnUBX

/// UBX-CFG-INF: requests the settings of one protocol's notices.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-INF.
public struct CfgInfPoll: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x02)
  public static let name = "CFG-INF"
  public static let payloadLength = PayloadLength.exactly(1)

  /// The protocol of the notices.
  public var wireProtocol = CfgInf.WireProtocol.ubx

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("protocolID", &wireProtocol)
  }
}
