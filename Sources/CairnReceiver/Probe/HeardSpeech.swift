internal import CairnNMEA
internal import CairnTypes
internal import CairnUBX

/// What a receiver has been heard to speak, by frames with a right checksum alone.
public struct HeardSpeech: OptionSet, Equatable, Sendable {
  /// One bit a language.
  public let rawValue: UInt16

  /// Any bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// NMEA 0183 sentences.
  public static let nmea = HeardSpeech(rawValue: 1 << 0)
  /// UBX messages.
  public static let ubx = HeardSpeech(rawValue: 1 << 1)
  /// RTCM 3 messages.
  public static let rtcm3 = HeardSpeech(rawValue: 1 << 2)
  /// A sentence that only u-blox receivers send: `$PUBX`, or one of their notices.
  public static let uBlox = HeardSpeech(rawValue: 1 << 3)
  /// A sentence `$PMTK`: MediaTek.
  public static let pmtk = HeardSpeech(rawValue: 1 << 4)
  /// A sentence `$PAIR`: Airoha.
  public static let pair = HeardSpeech(rawValue: 1 << 5)
  /// A sentence `$PQTM`: Quectel.
  public static let pqtm = HeardSpeech(rawValue: 1 << 6)
  /// A sentence `$PCAS`, or a notice of a CASIC receiver.
  public static let pcas = HeardSpeech(rawValue: 1 << 7)
  /// A sentence `$PSTM`: ST Teseo.
  public static let pstm = HeardSpeech(rawValue: 1 << 8)
  /// A sentence `$PSRF`: SiRF.
  public static let psrf = HeardSpeech(rawValue: 1 << 9)

  /// Adds what a frame proves; a sentence without a checksum proves nothing.
  public mutating func note(_ frame: Span<UInt8>, _ info: FrameInfo) {
    guard info.isChecked else { return }
    switch info.wireProtocol {
    case .ubx: insert(.ubx)
    case .rtcm3: insert(.rtcm3)
    case .nmea:
      insert(.nmea)
      formUnion(Self.vendor(of: SentenceText(frame)))
    }
  }

  private static func vendor(of sentence: borrowing SentenceText) -> HeardSpeech {
    if sentence.begins("$PUBX,") { return .uBlox }
    if sentence.begins("$PMTK") { return .pmtk }
    if sentence.begins("$PAIR") { return .pair }
    if sentence.begins("$PQTM") { return .pqtm }
    if sentence.begins("$PCAS") { return .pcas }
    if sentence.begins("$PSTM") { return .pstm }
    if sentence.begins("$PSRF") { return .psrf }
    guard sentence.isNotice else { return [] }
    // What their start-up notices, and their answer to a sentence they do not know, hold.
    if sentence.holds("u-blox") || sentence.holds("UBX") || sentence.holds("NMEA unknown") {
      return .uBlox
    }
    if sentence.holds("CASIC") || sentence.holds("URANUS") { return .pcas }
    return []
  }
}
