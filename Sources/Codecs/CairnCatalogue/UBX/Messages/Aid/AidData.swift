public import CairnUBX

/// UBX-AID-DATA: requests all aiding data of a receiver: AID-INI, AID-HUI, AID-EPH and AID-ALM.
///
/// Source: u-blox 6 receiver description (GPS.G6-SW-10018), UBX-AID-DATA.
public struct AidData: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x10)
  public static let name = "AID-DATA"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {}
}
