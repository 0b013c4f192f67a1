public import CairnUBX

/// UBX-RXM-SFRBX: a piece of a satellite's navigation message, as broadcast.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-RXM-SFRBX.
public struct RxmSFRBX: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x13)
  public static let name = "RXM-SFRBX"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// The satellite system.
  public var gnss = GNSSIdentifier.gps
  /// Satellite number within its system; GLONASS 255 is a satellite not yet identified.
  public var number: UInt8 = 0
  /// The signal within the system; 0 from receivers that do not give it.
  public var signal: UInt8 = 0
  /// For GLONASS, frequency slot + 7, 0...13.
  public var frequency: UInt8 = 0
  /// The receiver's channel; 0 from receivers that do not give it.
  public var channel: UInt8 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 2
  /// Words of 32 bits, first broadcast bit highest, at most 255. Their number and bit layout depend
  /// on the system: 10 for GPS and BeiDou, 4 for GLONASS, 8 for SBAS, 8 or 9 for Galileo.
  public var words: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("gnssId", &gnss)
    f.u1("svId", &number)
    f.u1("sigId", &signal)
    f.u1("freqId", &frequency)
    let count = f.count("numWords", of: words)
    f.u1("chn", &channel)
    f.u1("version", &version)
    f.reserved(1)
    f.array("dwrd", count, &words)
  }
}
