internal import CairnUBX

/// Questions for a receiver of unknown kind, and what makes it answer: other kinds ignore them, without harm.
enum ReceiverQuery {
  /// UBX-MON-VER, poll.
  static var uBloxVersion: [UInt8] { UBXFrame.poll(MonVer.id) }
  /// UBX-SEC-UNIQID, poll.
  static var uBloxNumber: [UInt8] { UBXFrame.poll(SecUniqID.id) }
  /// UBX-CFG-VALGET of the common key.
  static var uBloxKey: [UInt8] { CfgValGetPoll([commonKey]).encode() }
  /// CFG-RATE-TIMEREF, a key that every receiver with keys has and no wish names, so that a late
  /// answer is not taken for one to another question.
  static var commonKey: ConfigurationKey { ConfigurationKey(rawValue: 0x2021_0003) }

  /// Returns the version question in one vendor's sentences.
  static func version(of dialect: CommandDialect) -> [UInt8] {
    switch dialect {
    case .none: []
    case .uBloxKeys, .uBloxLegacy: uBloxVersion
    case .pmtk: VendorSentence.encode("PMTK605")
    case .pair: VendorSentence.encode("PAIR020")
    case .pqtm: VendorSentence.encode("PQTMVERNO")
    case .pcas: VendorSentence.encode("PCAS06,0") + VendorSentence.encode("PCAS06,1")
    case .pstm: VendorSentence.encode("PSTMGETSWVER,6")
    case .psrf: VendorSentence.encode("PSRF125")
    // It cannot tell its version, so this asks for its position sentence.
    case .pubx: VendorSentence.encode("PUBX,00")
    }
  }

  /// The questions on a silent line; few, as they are asked at every speed.
  ///
  /// An Airoha chip whose GNSS is off sleeps and says nothing, and of all commands it takes only the
  /// one that prevents sleep. It is told to work, and acknowledges each command; sleep is permitted again.
  /// Source: Quectel LC26G&LC76G&LC86G Series GNSS Protocol Specification, PAIR002, PAIR382; reports
  /// from the field for the one command.
  static var ofSilence: [[UInt8]] {
    [
      uBloxVersion, uBloxNumber, version(of: .pmtk), version(of: .pqtm),
      VendorSentence.encode("PCAS06,0"), VendorSentence.encode("PAIR382,1"),
      VendorSentence.encode("PAIR002"), VendorSentence.encode("PAIR382,0"),
    ]
  }
}
