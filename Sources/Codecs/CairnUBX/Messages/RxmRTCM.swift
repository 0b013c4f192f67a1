/// UBX-RXM-RTCM: the fate of one RTCM message; the proof that corrections arrive and are used.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-RTCM.
public struct RxmRTCM: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x32)
  public static let name = "RXM-RTCM"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout.
  public var version: UInt8 = 2
  /// State bits.
  public var flags = Flags()
  /// Subtype of message 4072.
  public var subType: UInt16 = 0
  /// The reference station; 65,535 if the message gives none.
  public var station: UInt16 = 0
  /// The message type, for example 1077.
  public var type: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("flags", &flags)
    f.u2("subType", &subType)
    f.u2("refStation", &station)
    f.u2("msgType", &type)
  }
}

extension RxmRTCM {
  /// The fate of a message.
  public struct Flags: UBXBitField {
    /// The checksum is wrong.
    public var isDamaged = false
    /// Whether the message was used.
    public var use = CorrectionUse.unknown

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("crcFailed", &isDamaged)
      b.number("msgUsed", 2, &use)
    }
  }
}
