public import CairnUBX

/// UBX-AID-ALM, poll: requests the almanac of one satellite, or of all.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-ALM.
public struct AidAlmPoll: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x30)
  public static let name = "AID-ALM"
  public static let payloadLength = PayloadLength.atMost(7)

  /// Numbers of GPS satellites, 1...32; empty to request all.
  public var satellites: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.satelliteNumbers(&satellites)
  }
}
