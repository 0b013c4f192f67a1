public import CairnUBX

/// UBX-AID-ALP, acknowledgement: whether a part of a predicted almanac was accepted.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-ALP.
public struct AidALPAck: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x50)
  public static let name = "AID-ALP"
  public static let payloadLength = PayloadLength.exactly(1)

  /// Whether the part was accepted.
  public var isTaken = false

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("acknak", &isTaken)
  }
}
