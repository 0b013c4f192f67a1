public import CairnUBX

/// UBX-RXM-COR: the fate of one correction message.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-COR.
public struct RxmCor: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x34)
  public static let name = "RXM-COR"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// Energy per bit over noise of the corrections' carrier, in dB; absent if unknown.
  public var energyPerBit: Double?
  /// The kind and fate of the corrections.
  public var status = Status()
  /// The message type in its protocol; meaningful with `status.hasType`.
  public var type: UInt16 = 0
  /// The message subtype; meaningful with `status.hasSubType`.
  public var subType: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("ebno", &energyPerBit, scale: 0.125, absent: 0)
    f.reserved(2)
    f.x4("statusInfo", &status)
    f.u2("msgType", &type)
    f.u2("msgSubType", &subType)
  }
}

extension RxmCor {
  /// The kind and fate of corrections.
  public struct Status: UBXBitField {
    /// 0 unknown, 1 RTCM 3, 2 SPARTN, 29 PMP of SPARTN, 30 QZSS L6.
    public var protocolNumber: UInt8 = 0
    /// 0 unknown, 1 free of errors, 2 faulty.
    public var error: UInt8 = 0
    /// Whether the corrections were used.
    public var use = CorrectionUse.unknown
    /// The reference station or service; 65,535 unknown.
    public var source: UInt16 = 0
    /// The type is valid.
    public var hasType = false
    /// The sub-type is valid.
    public var hasSubType = false
    /// The receiver's input accepts such messages.
    public var isInputHandled = false
    /// 0 unknown, 1 not encrypted, 2 encrypted.
    public var encryption: UInt8 = 0
    /// 0 unknown, 1 not decrypted, 2 decrypted.
    public var decryption: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("protocol", 5, &protocolNumber)
      b.number("errStatus", 2, &error)
      b.number("msgUsed", 2, &use)
      b.number("correctionId", 16, &source)
      b.flag("msgTypeValid", &hasType)
      b.flag("msgSubTypeValid", &hasSubType)
      b.flag("msgInputHandle", &isInputHandled)
      b.number("msgEncrypted", 2, &encryption)
      b.number("msgDecrypted", 2, &decryption)
    }
  }
}
