/// TXT: a message for people, possibly in several parts; often longer than 82 bytes.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "TXT".
public struct TXT: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "TXT" }

  public var envelope = SentenceEnvelope()
  /// Number of sentences in the message.
  public var messageCount: Int?
  /// Position of this sentence in the message, from 1.
  public var messageNumber: Int?
  /// 0 error, 1 warning, 2 notice, 7 user, according to u-blox; other vendors number their texts.
  public var kind: Int?
  /// Text as sent, including `^` escapes.
  public var text: String?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.integer("numMsg", &messageCount, in: 0...99, width: 2)
    f.integer("msgNum", &messageNumber, in: 0...99, width: 2)
    f.integer("msgType", &kind, in: 0...99, width: 2)
    f.text("text", &text)
  }
}
