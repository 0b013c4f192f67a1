public import CairnUBX

/// UBX-RXM-SFRB: a sub-frame of GPS or a message of SBAS; replaced by RXM-SFRBX.
///
/// Source: u-blox 6 Receiver Description Including Protocol Specification, UBX-RXM-SFRB.
public struct RxmSFRB: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x11)
  public static let name = "RXM-SFRB"
  public static let payloadLength = PayloadLength.exactly(42)

  /// The receiver's channel.
  public var channel: UInt8 = 0
  /// Satellite number in the receiver's extended NMEA numbering.
  public var satellite: UInt8 = 0
  /// Ten words: for GPS, 24 bits each without parity; for SBAS, 8 words of 32 bits, the last with
  /// 26.
  public var words = [UInt32](repeating: 0, count: 10)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("chn", &channel)
    f.u1("svid", &satellite)
    f.array("dwrd", 10, &words, as: .octets)
  }
}
