internal import CairnUBX

/// What may be asked of a receiver whose kind is not known: each harmless to all others, which ignore it.
enum ReceiverQuery {
  /// UBX-MON-VER, poll.
  static var uBloxVersion: [UInt8] { UBXFrame.poll(MonVer.id) }
  /// UBX-SEC-UNIQID, poll.
  static var uBloxNumber: [UInt8] { UBXFrame.poll(SecUniqID.id) }
  /// UBX-CFG-VALGET of the common key.
  static var uBloxKey: [UInt8] { CfgValGetPoll([commonKey]).encode() }
  /// CFG-RATE-TIMEREF, a key that every receiver with keys has and that no wish names: a late answer must
  /// not be taken for that to another question.
  static var commonKey: ConfigurationKey { ConfigurationKey(rawValue: 0x2021_0003) }

  /// A query of the version in one vendor's sentences.
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
    // It has no version to tell: the sentence with its position.
    case .pubx: VendorSentence.encode("PUBX,00")
    }
  }

  /// What is asked of a silent line: short, since it is asked at every speed.
  static var ofSilence: [[UInt8]] {
    [
      uBloxVersion, uBloxNumber, version(of: .pmtk), version(of: .pqtm),
      VendorSentence.encode("PCAS06,0"),
    ]
  }
}
