public import CairnUBX

/// UBX-ESF-RESETALG: restarts the alignment of the sensors.
///
/// The receiver answers with ACK-ACK or ACK-NAK.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-RESETALG.
public struct EsfResetAlg: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x13)
  public static let name = "ESF-RESETALG"
  public static let payloadLength = PayloadLength.exactly(0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {}
}
