internal import CairnTypes
internal import CairnUBX

/// A receiver's answers so far, which may come in any order and be repeated.
struct ReceiverAnswer {
  /// The kind of receiver that has answered.
  enum Speaker {
    case nothing, uBlox, vendor
    /// A u-blox receiver, recognised by its notice of an unknown sentence.
    case uBloxNotice
  }

  private(set) var identity = ReceiverIdentity()
  /// The chip's unique number; `nil` while unknown.
  private(set) var number: [UInt8]?
  /// Whether keys configure it; `nil` if it has neither answered nor refused.
  private(set) var knowsKeys: Bool?
  /// Whether it has refused the older messages that mute, which all receivers with them accept.
  private var refusesOldMessages = false
  /// Whether it has answered in UBX.
  private(set) var speaksUBX = false
  /// Whether it has answered a `$PUBX` sentence.
  private(set) var speaksPUBX = false
  /// Whether the line echoes questions, whichever receiver they are for.
  private var isLooped = false

  /// Takes the answer in a frame.
  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) -> Speaker {
    switch info.wireProtocol {
    case .rtcm3, .casic: .nothing
    case .nmea: uBloxSentence(frame) ?? (sentence(frame) ? .vendor : .nothing)
    case .ubx: message(frame)
    }
  }

  /// Takes from a damaged sentence only which kind of receiver has answered.
  mutating func receive(damaged sentence: Span<UInt8>) -> Speaker {
    if let speaker = uBloxSentence(sentence) { return speaker }
    var answer = ReceiverAnswer()
    answer.isLooped = true
    guard answer.sentence(sentence) else { return .nothing }
    note(answer.identity.dialect)
    return .vendor
  }

  /// Decides about a u-blox receiver after all waits.
  mutating func settleUBlox() {
    guard speaksUBX else {
      // It may not have heard the questions that it left unanswered.
      if speaksPUBX { identity.dialect = .pubx }
      return
    }
    // Without either answer, the protocol version decides: keys exist from 27 on.
    let knowsKeys =
      self.knowsKeys ?? (refusesOldMessages || (identity.ubxProtocolVersion ?? 0) >= 2700)
    identity.dialect = knowsKeys ? .uBloxKeys : .uBloxLegacy
    // A lost version is at least the one with what it answered: unique numbers exist from 18 on.
    if identity.ubxProtocolVersion == nil, knowsKeys || number != nil {
      identity.ubxProtocolVersion = knowsKeys ? 2700 : 1800
    }
    identity.uniqueID = number ?? []
  }

  // MARK: - UBX

  private mutating func message(_ frame: Span<UInt8>) -> Speaker {
    guard let id = UBXFrame.messageID(of: frame) else { return .nothing }
    let payload = UBXFrame.payload(of: frame)
    switch id {
    case MonVer.id:
      guard let version = try? MonVer.decode(payload) else { return .nothing }
      speaksUBX = true
      identity.model = version.module.map { ForeignText($0) }
      identity.hardwareVersion = ForeignText(version.hardwareVersion)
      identity.firmware = Self.firmware(version).map { ForeignText($0) }
      identity.ubxProtocolVersion = version.protocolVersion.flatMap(Self.hundredths)
      return .uBlox
    case SecUniqID.id:
      if let answer = try? SecUniqID.decode(payload) {
        number = Self.octets(answer.uniqueID, 6)
      } else if let answer = try? SecUniqIDV1.decode(payload) {
        number = Self.octets(answer.uniqueID, 5)
      }
    case CfgValGet.id:
      if (try? CfgValGet.decode(payload)) != nil { knowsKeys = true }
    case AckAck.id:
      if (try? AckAck.decode(payload))?.acknowledged == CfgValGet.id { knowsKeys = true }
    case AckNak.id:
      // A receiver without keys refuses, one with keys never does; but a late refusal of something
      // else must not undo an answer.
      let refused = (try? AckNak.decode(payload))?.refused
      if refused == CfgValGet.id, knowsKeys == nil { knowsKeys = false }
      if refused == LegacyMessage.message(0, 0).id { refusesOldMessages = true }
    default: break
    }
    if number != nil || knowsKeys != nil { speaksUBX = true }
    return .nothing
  }

  private static func firmware(_ version: MonVer) -> String? {
    if let firmware = version.firmwareVersion { return firmware }
    let software = version.softwareVersion
    if !software.utf8.isEmpty { return software }
    return version.value(of: "EXT CORE") ?? version.value(of: "ROM BASE")
  }

  /// Parses `32.01` as 3201 and `18` as 1800; `nil` for other texts.
  static func hundredths(_ text: String) -> UInt16? {
    var result: UInt32 = 0
    var places = -1
    for byte in text.utf8 {
      if byte == 0x2E, places < 0, result > 0 {
        places = 0
      } else if byte >= 0x30, byte <= 0x39 {
        guard places < 2 else { break }
        if places >= 0 { places += 1 }
        result = result &* 10 &+ UInt32(byte &- 0x30)
        guard result < 100_000 else { return nil }
      } else if byte == 0x20, result > 0 {
        break
      } else {
        return nil
      }
    }
    for _ in max(0, places)..<2 { result = result &* 10 }
    return result == 0 ? nil : UInt16(exactly: result)
  }

  private static func octets(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number &>> UInt64(8 &* $0)) }
  }

  // MARK: - Sentences

  /// Recognises a u-blox answer: its position, perhaps without a time. An echo of the question has
  /// no latitude either.
  private mutating func uBloxSentence(_ sentence: Span<UInt8>) -> Speaker? {
    if SentenceText.begins(sentence, "$PUBX,00,"), SentenceText.field(sentence, 3) != nil {
      speaksPUBX = true
      return .uBlox
    }
    return SentenceText.isNotice(sentence) && SentenceText.holds(sentence, "NMEA unknown msg")
      ? .uBloxNotice : nil
  }

  /// Returns whether the sentence answers a version question or a muting command. Echoes do not
  /// count, except a Teseo's, which follows each answer; no other receiver echoes the question.
  private mutating func sentence(_ sentence: Span<UInt8>) -> Bool {
    let first = SentenceText.field(sentence, 1)
    if SentenceText.begins(sentence, "$PMTK705,") {
      note(.pmtk, firmware: first, model: SentenceText.field(sentence, 3))
    } else if SentenceText.begins(sentence, "$PMTK001,") {
      note(.pmtk)
    } else if SentenceText.begins(sentence, "$PAIR020,")
      || SentenceText.begins(sentence, "$PAIR021,")
    {
      note(.pair, firmware: first)
    } else if SentenceText.begins(sentence, "$PAIR001,") {
      note(.pair)
    } else if SentenceText.begins(sentence, "$PQTMVERNO,ERROR") {
      note(.pqtm)
    } else if SentenceText.begins(sentence, "$PQTMVERNO,") {
      note(.pqtm, firmware: first)
    } else if SentenceText.begins(sentence, "$PSTMVER,") {
      note(.pstm, firmware: first)
    } else if SentenceText.begins(sentence, "$PSTMGETSWVERERROR")
      || SentenceText.begins(sentence, "$PSTMCFGMSGLOK")
    {
      note(.pstm)
    } else if SentenceText.begins(sentence, "$PSTMGETSWVER,") {
      guard identity.dialect == .none, !isLooped else { return false }
      note(.pstm)
    } else if SentenceText.begins(sentence, "$PMTK605*") {
      isLooped = true
      return false
    } else if SentenceText.begins(sentence, "$PSRF195,") {
      note(.psrf, firmware: first)
    } else if SentenceText.begins(sentence, "$PSRFTXT,") {
      // One of several lines; which of them names the version differs.
      note(.psrf, firmware: SentenceText.holds(sentence, "ersion") ? first : nil)
    } else {
      return casic(sentence)
    }
    return true
  }

  /// Takes the notices in which a CASIC receiver answers: `SW=URANUS5,V5.1.0.0`, `HW=ATGM336H,…`.
  private mutating func casic(_ sentence: Span<UInt8>) -> Bool {
    guard SentenceText.isNotice(sentence), let text = SentenceText.field(sentence, 4) else {
      return false
    }
    let value = SentenceText.value(text)
    if SentenceText.holds(sentence, ",SW=") {
      var firmware = value
      if let version = SentenceText.field(sentence, 5) { firmware += "," + version }
      note(.pcas, firmware: firmware)
    } else if SentenceText.holds(sentence, ",HW=") {
      note(.pcas, model: value)
    } else if SentenceText.holds(sentence, ",MO=") {
      note(.pcas)
    } else {
      return false
    }
    return true
  }

  /// Takes a dialect; Airoha's commands are richer if a receiver also has Quectel's.
  private mutating func note(
    _ dialect: CommandDialect, firmware: String? = nil, model: String? = nil
  ) {
    if identity.dialect == .none || identity.dialect == .pqtm && dialect == .pair {
      identity.dialect = dialect
    }
    // The vendor's version of the module's firmware says more than the chip's.
    if dialect == .pqtm || identity.firmware == nil {
      identity.firmware = firmware.map { ForeignText($0) } ?? identity.firmware
    }
    if let model { identity.model = ForeignText(model) }
  }
}
