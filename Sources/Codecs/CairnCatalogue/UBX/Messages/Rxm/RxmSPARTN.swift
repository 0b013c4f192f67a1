public import CairnUBX

/// UBX-RXM-SPARTN: the fate of one SPARTN message.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-SPARTN.
public struct RxmSPARTN: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x33)
  public static let name = "RXM-SPARTN"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// State bits.
  public var flags = Flags()
  /// The message subtype.
  public var subType: UInt16 = 0
  /// The message type.
  public var type: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("flags", &flags)
    f.u2("subType", &subType)
    f.reserved(2)
    f.u2("msgType", &type)
  }
}

extension RxmSPARTN {
  /// The fate of a message.
  public struct Flags: UBXBitField {
    /// Whether the message was used.
    public var use = CorrectionUse.unknown

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.number("msgUsed", 2, &use)
    }
  }
}
