public import CairnUBX

/// UBX-CFG-INF: asks for the notices of one protocol.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-INF.
public struct CfgInfPoll: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x02)
  public static let name = "CFG-INF"
  public static let payloadLength = PayloadLength.exactly(1)

  /// The protocol whose notices are meant.
  public var wireProtocol = CfgInf.WireProtocol.ubx

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("protocolID", &wireProtocol)
  }
}
