public import CairnUBX

/// UBX-RXM-POSREQ: requests a position while the receiver saves power; it has no fields.
///
/// Source: u-blox 6 Receiver Description Including Protocol Specification, UBX-RXM-POSREQ.
public struct RxmPosReq: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x40)
  public static let name = "RXM-POSREQ"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {}
}
