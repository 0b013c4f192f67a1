public import CairnUBX

/// UBX-AID-REQ: the receiver requests aiding; a host requests it with `AidData`.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-REQ.
public struct AidReq: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x00)
  public static let name = "AID-REQ"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {}
}
