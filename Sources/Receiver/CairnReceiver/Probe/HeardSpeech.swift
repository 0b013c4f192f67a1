/// Languages in which a receiver was heard, judging by frames with a right checksum only.
public struct HeardSpeech: OptionSet, Equatable, Sendable {
  /// One bit per language.
  public let rawValue: UInt16

  /// Creates a set from the bits of its members.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// NMEA 0183 sentences.
  public static let nmea = HeardSpeech(rawValue: 1 << 0)
  /// UBX messages.
  public static let ubx = HeardSpeech(rawValue: 1 << 1)
  /// RTCM 3 messages.
  public static let rtcm3 = HeardSpeech(rawValue: 1 << 2)
  /// A sentence that only u-blox receivers send: `$PUBX`, or one of their notices.
  public static let uBlox = HeardSpeech(rawValue: 1 << 3)
  /// A `$PMTK` sentence: MediaTek.
  public static let pmtk = HeardSpeech(rawValue: 1 << 4)
  /// A `$PAIR` sentence: Airoha.
  public static let pair = HeardSpeech(rawValue: 1 << 5)
  /// A `$PQTM` sentence: Quectel.
  public static let pqtm = HeardSpeech(rawValue: 1 << 6)
  /// A `$PCAS` sentence, a CASIC receiver's notice, or a CASIC message.
  public static let pcas = HeardSpeech(rawValue: 1 << 7)
  /// A `$PSTM` sentence: ST Teseo.
  public static let pstm = HeardSpeech(rawValue: 1 << 8)
  /// A `$PSRF` sentence: SiRF.
  public static let psrf = HeardSpeech(rawValue: 1 << 9)

  /// Adds what a frame proves; a sentence without a checksum proves nothing.
  public mutating func note(_ frame: Span<UInt8>, _ info: FrameInfo) {
    guard info.isChecked else { return }
    switch info.wireProtocol {
    case .ubx: insert(.ubx)
    case .rtcm3: insert(.rtcm3)
    case .casic: insert(.pcas)
    case .nmea:
      insert(.nmea)
      formUnion(Self.vendor(of: frame))
    }
  }

  private static func vendor(of sentence: Span<UInt8>) -> HeardSpeech {
    if SentenceText.begins(sentence, "$PUBX,") { return .uBlox }
    if SentenceText.begins(sentence, "$PMTK") { return .pmtk }
    if SentenceText.begins(sentence, "$PAIR") { return .pair }
    if SentenceText.begins(sentence, "$PQTM") { return .pqtm }
    if SentenceText.begins(sentence, "$PCAS") { return .pcas }
    if SentenceText.begins(sentence, "$PSTM") { return .pstm }
    if SentenceText.begins(sentence, "$PSRF") { return .psrf }
    guard SentenceText.isNotice(sentence) else { return [] }
    // Words of their start-up notices, and of their answer to an unknown sentence.
    for words: StaticString in ["u-blox", "UBX", "ANTSUPERV", "PROTVER", "NMEA unknown msg"]
    where SentenceText.holds(sentence, words) {
      return .uBlox
    }
    for words: StaticString in ["CASIC", "URANUS", "AT6558"]
    where SentenceText.holds(sentence, words) {
      return .pcas
    }
    return []
  }
}
