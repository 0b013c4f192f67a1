public import CairnUBX

/// UBX-NAV-RESETODO: sets the distance of `NavOdo` to zero, but not the total.
///
/// The receiver answers with ACK-ACK or ACK-NAK.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-RESETODO.
public struct NavResetOdo: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x10)
  public static let name = "NAV-RESETODO"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {}
}
