public import CairnUBX

/// UBX-RXM-QZSSL6: one message of the QZSS L6 signal, with corrections.
///
/// A receiver of that signal sends it; the receiver that uses the corrections accepts it unchanged.
///
/// Source: u-blox NEO-D9C Interface Description, UBX-RXM-QZSSL6.
public struct RxmQZSSL6: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x73)
  public static let name = "RXM-QZSSL6"
  public static let payloadLength = PayloadLength.exactly(264)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// QZSS satellite number.
  public var satellite: UInt8 = 0
  /// Mean over the message, in dB-Hz.
  public var carrierToNoise = 0.0
  /// Start of the message, in milliseconds since the receiver started.
  public var timeTag: UInt32 = 0
  /// Group delay of the L6 signal relative to L1, as sent.
  public var groupDelay: UInt8 = 0
  /// Number of symbols repaired by error correction.
  public var correctedSymbols: UInt8 = 0
  /// The channel and the kind of message.
  public var channel = Channel()
  /// The whole message as sent by the satellite: 250 bytes.
  public var message = [UInt8](repeating: 0, count: 250)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.u2("cno", &carrierToNoise, scale: 0x1p-8)
    f.u4("timeTag", &timeTag)
    f.u1("groupDelay", &groupDelay)
    f.u1("bitErrCorr", &correctedSymbols)
    f.x2("chInfo", &channel)
    f.reserved(2)
    f.octets("msgBytes", 250, &message, as: .hexadecimal)
  }
}

extension RxmQZSSL6 {
  /// The channel and the kind of a message.
  public struct Channel: UBXBitField {
    /// The receiver's channel, 0 or 1.
    public var number: UInt8 = 0
    /// L6E; otherwise L6D.
    public var isL6E = false
    /// 0 unknown, 1 free of errors, 2 faulty.
    public var error: UInt8 = 0
    /// The channel's name, see the interface description.
    public var name: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(8)
      b.number("chn", 2, &number)
      b.flag("msgName", &isL6E)
      b.unused(1)
      b.number("errStatus", 2, &error)
      b.number("chName", 2, &name)
    }
  }
}
