public import CairnUBX

/// UBX-AID-AOP, poll: requests the predicted orbit of one satellite, or of all.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-AOP.
public struct AidAOPPoll: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x33)
  public static let name = "AID-AOP"
  public static let payloadLength = PayloadLength.atMost(7)

  /// Numbers of GPS satellites, 1...32; empty to request all.
  public var satellites: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.satelliteNumbers(&satellites)
  }
}
