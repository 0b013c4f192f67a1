internal import CairnUBX

/// How wishes become sentences, by dialect.
///
/// Source: GlobalTop "PMTK command packet" rev. A11; Quectel "LC29H&LC79H" and "LC26G&LC76G&LC86G Series
/// GNSS Protocol Specification"; CASIC "Multimode satellite navigation receiver protocol specification"
/// 4.2.0.3; SiRF "NMEA Reference Manual"; ST UM2229 (Teseo-LIV3), "NMEA software commands" and
/// "Configuration data block"; u-blox UBX-13003221 R28 (M8), PUBX,40.
enum SentenceDialect {
  /// The sentences that a key of I2C can ask for, with their names and numbers by dialect.
  ///
  /// `pmtk` is the place in PMTK314, `pair` the number for PAIR062, `pcas` the place in PCAS03, `psrf`
  /// the number for PSRF103, `pstm` the bit in the lists of PSTMCFGMSGL; `nil` where there is none.
  struct Row: Sendable {
    var key: ConfigurationKey
    var name: StaticString
    var pmtk: Int?
    var pair: Int?
    var pcas: Int?
    var psrf: Int?
    var pstm: Int?

    /// Whether an epoch has one such sentence at most.
    var isOnce: Bool { key != .gsa && key != .gsv && key != .grs }

    /// Whether u-blox receivers send it on every port unless they are told not to.
    var isUsual: Bool { psrf != nil }
  }

  static var rows: [Row] {
    [
      Row(key: .gga, name: "GGA", pmtk: 3, pair: 0, pcas: 0, psrf: 0, pstm: 1),
      Row(key: .gll, name: "GLL", pmtk: 0, pair: 1, pcas: 1, psrf: 1, pstm: 20),
      Row(key: .gsa, name: "GSA", pmtk: 4, pair: 2, pcas: 2, psrf: 2, pstm: 2),
      Row(key: .gsv, name: "GSV", pmtk: 5, pair: 3, pcas: 3, psrf: 3, pstm: 19),
      Row(key: .rmc, name: "RMC", pmtk: 1, pair: 4, pcas: 4, psrf: 4, pstm: 6),
      Row(key: .vtg, name: "VTG", pmtk: 2, pair: 5, pcas: 5, psrf: 5, pstm: 4),
      Row(key: .zda, name: "ZDA", pmtk: 17, pair: 6, pcas: 6, pstm: 24),
      Row(key: .grs, name: "GRS", pmtk: 6, pair: 7),
      Row(key: .gst, name: "GST", pmtk: 7, pair: 8, pcas: 13, pstm: 3),
    ]
  }

  /// The row of a key on a port.
  static func row(_ key: ConfigurationKey, _ port: ReceiverPort) -> Row? {
    rows.first { $0.key.on(port: port) == key }
  }

  /// The most epochs from one sentence to the next that a dialect can express.
  static func largestRate(_ dialect: CommandDialect) -> UInt64 {
    switch dialect {
    case .pmtk: 5
    case .pcas: 9
    case .pair, .pqtm: 20
    case .none, .uBloxKeys, .uBloxLegacy, .pstm, .psrf, .pubx: 255
    }
  }

  /// Returns the commands that fulfil the requirements for which there is a command.
  ///
  /// The command that chooses satellite systems comes last: some receivers restart after it.
  static func commands(
    _ wishes: [ConfigurationValue], _ dialect: CommandDialect, _ port: ReceiverPort
  ) -> [SentenceCommand] {
    var commands = sentences(wishes, dialect, port)
    for index in wishes.indices {
      let wish = wishes[index]
      switch wish.key {
      case .measurementPeriod:
        if let command = period(wish.bits, dialect, index) { commands.append(command) }
      case .dynamicModel:
        if let command = model(wish.bits, dialect, index) { commands.append(command) }
      default: break
      }
    }
    if let systems = systems(wishes, dialect) { commands.append(systems) }
    if let fence = fence(dialect), !commands.isEmpty { commands.append(fence) }
    return commands
  }

  /// A question that follows commands which are not answered: another one than the identifier has asked,
  /// where there is one, since answers to that may still come.
  private static func fence(_ dialect: CommandDialect) -> SentenceCommand? {
    switch dialect {
    case .pubx: command(SentenceBuilder("PUBX,04"), [], .time)
    case .pcas: command(SentenceBuilder("PCAS06,2"), [], .notice)
    default: nil
    }
  }

  static func command(
    _ text: SentenceBuilder, _ wishes: [Int], _ reply: SentenceCommand.Reply
  ) -> SentenceCommand {
    SentenceCommand(sentence: text.sentence, wishes: wishes, reply: reply)
  }

  /// The milliseconds from one position to the next.
  private static func period(
    _ milliseconds: UInt64, _ dialect: CommandDialect, _ wish: Int
  ) -> SentenceCommand? {
    func one(_ address: StaticString, _ reply: SentenceCommand.Reply) -> SentenceCommand {
      var text = SentenceBuilder(address)
      text.field(milliseconds)
      return command(text, [wish], reply)
    }
    switch dialect {
    case .pmtk: return one("PMTK220", .pmtk(220))
    case .pair: return one("PAIR050", .pair(50))
    case .pqtm: return one("PQTMCFGFIXRATE,W", .named("PQTMCFGFIXRATE"))
    case .pcas where milliseconds >= 100 && milliseconds <= 1000: return one("PCAS02", .none)
    case .pstm:
      // Parameter 303 of the configuration in use, which is block 1.
      var text = SentenceBuilder("PSTMSETPAR,1303")
      text.field(thousandths: milliseconds)
      return command(text, [wish], .repeated("PSTMSETPAR"))
    case .pcas, .psrf, .pubx, .none, .uBloxKeys, .uBloxLegacy: return nil
    }
  }

  /// How the device moves. What a chip reserves, as some of Airoha's do the model of what stands, it
  /// refuses.
  private static func model(
    _ model: UInt64, _ dialect: CommandDialect, _ wish: Int
  ) -> SentenceCommand? {
    let number: UInt64
    switch (dialect, model) {
    case (.pmtk, 0), (.pmtk, 4), (.pmtk, 5): number = 0
    case (.pmtk, 3), (.pmtk, 9): number = 1
    case (.pmtk, 6...8): number = 2
    case (.pair, 0), (.pair, 4), (.pair, 5): number = 0
    case (.pair, 3), (.pair, 9): number = 1
    case (.pair, 2): number = 4
    case (.pcas, 0): number = 0
    case (.pcas, 2...8): number = model &- 1
    default: return nil
    }
    switch dialect {
    case .pmtk:
      var text = SentenceBuilder("PMTK886")
      text.field(number)
      return command(text, [wish], .pmtk(886))
    case .pair:
      var text = SentenceBuilder("PAIR080")
      text.field(number)
      return command(text, [wish], .pair(80))
    default:
      var text = SentenceBuilder("PCAS11")
      text.field(number)
      return command(text, [wish], .none)
    }
  }

  /// The satellite systems: all in one command, in which GPS is used unless a wish says otherwise, and
  /// the others are not.
  private static func systems(
    _ wishes: [ConfigurationValue], _ dialect: CommandDialect
  ) -> SentenceCommand? {
    var used: [Int] = []
    func flag(_ key: ConfigurationKey) -> UInt64 {
      guard let index = wishes.firstIndex(where: { $0.key == key }) else {
        return key == .usesGPS ? 1 : 0
      }
      used.append(index)
      return wishes[index].flag ? 1 : 0
    }
    let (gps, glonass, beidou) = (flag(.usesGPS), flag(.usesGLONASS), flag(.usesBeiDou))
    if dialect == .pcas {
      guard !used.isEmpty, gps | glonass | beidou == 1 else { return nil }
      var text = SentenceBuilder("PCAS04")
      text.field(gps | beidou &<< 1 | glonass &<< 2)
      return command(text, used, .none)
    }
    let galileo = flag(.usesGalileo)
    if dialect == .pmtk {
      guard !used.isEmpty else { return nil }
      var text = SentenceBuilder("PMTK353")
      for flag in [gps, glonass, galileo, 0, beidou] { text.field(flag) }
      return command(text, used, .pmtk(353))
    }
    let qzss = flag(.usesQZSS)
    guard !used.isEmpty else { return nil }
    if dialect == .pstm {
      var text = SentenceBuilder("PSTMSETCONSTMASK")
      text.field(gps | glonass &<< 1 | qzss &<< 2 | galileo &<< 3 | beidou &<< 7)
      return command(text, used, .suffixed("PSTMSETCONSTMASK"))
    }
    guard dialect == .pair || dialect == .pqtm else { return nil }
    var text = SentenceBuilder(dialect == .pair ? "PAIR066" : "PQTMCFGCNST,W")
    for flag in [gps, glonass, galileo, beidou, qzss, 0] { text.field(flag) }
    return command(text, used, dialect == .pair ? .pair(66) : .named("PQTMCFGCNST"))
  }
}
