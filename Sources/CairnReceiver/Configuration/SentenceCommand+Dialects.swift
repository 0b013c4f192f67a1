internal import CairnUBX

/// How wishes become sentences, by dialect.
///
/// Source: GlobalTop "PMTK command packet" rev. A11; Quectel "LC29H/LC79H GNSS Protocol Specification" 1.3
/// and "LG290P GNSS Protocol Specification" 1.0; CASIC "Multimode satellite navigation receiver protocol
/// specification" 4.2; SiRF "NMEA Reference Manual" rev. 2.2.
enum SentenceDialect {
  /// The sentences that a key of I2C can ask for, with their names and numbers by dialect.
  ///
  /// `pmtk` is the place in PMTK314, `pair` the number for PAIR062, `pcas` the place in PCAS03, `psrf`
  /// the number for PSRF103; `nil` where there is none.
  struct Row: Sendable {
    var key: ConfigurationKey
    var name: StaticString
    var pmtk: Int?
    var pair: Int?
    var pcas: Int?
    var psrf: Int?

    /// Whether an epoch has one such sentence at most.
    var isOnce: Bool { key != .gsa && key != .gsv && key != .grs }
  }

  static var rows: [Row] {
    [
      Row(key: .gga, name: "GGA", pmtk: 3, pair: 0, pcas: 0, psrf: 0),
      Row(key: .gll, name: "GLL", pmtk: 0, pair: 1, pcas: 1, psrf: 1),
      Row(key: .gsa, name: "GSA", pmtk: 4, pair: 2, pcas: 2, psrf: 2),
      Row(key: .gsv, name: "GSV", pmtk: 5, pair: 3, pcas: 3, psrf: 3),
      Row(key: .rmc, name: "RMC", pmtk: 1, pair: 4, pcas: 4, psrf: 4),
      Row(key: .vtg, name: "VTG", pmtk: 2, pair: 5, pcas: 5, psrf: 5),
      Row(key: .zda, name: "ZDA", pmtk: 17, pair: 6, pcas: 6),
      Row(key: .grs, name: "GRS", pmtk: 6, pair: 7),
      Row(key: .gst, name: "GST", pmtk: 7, pair: 8),
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
    case .none, .uBloxKeys, .uBloxLegacy, .pstm, .psrf: 255
    }
  }

  /// The commands that fulfil wishes; what no command names cannot be fulfilled.
  static func commands(
    _ wishes: [ConfigurationValue], _ dialect: CommandDialect, _ port: ReceiverPort
  ) -> [SentenceCommand] {
    var commands = sentences(wishes, dialect, port)
    if let systems = systems(wishes, dialect) { commands.append(systems) }
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
    return commands
  }

  private static func command(
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
    case .pcas, .pstm, .psrf, .none, .uBloxKeys, .uBloxLegacy: return nil
    }
  }

  /// How the device moves.
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

  /// Which sentences come, and how often.
  private static func sentences(
    _ wishes: [ConfigurationValue], _ dialect: CommandDialect, _ port: ReceiverPort
  ) -> [SentenceCommand] {
    var single: [SentenceCommand] = []
    var places = [UInt64?](repeating: nil, count: dialect == .pmtk ? 19 : 14)
    var together: [Int] = []
    for index in wishes.indices {
      guard let row = row(wishes[index].key, port) else { continue }
      let rate = wishes[index].bits
      guard rate <= largestRate(dialect) else { continue }
      switch dialect {
      case .pmtk:
        guard let place = row.pmtk else { continue }
        places[place] = rate
        together.append(index)
      case .pcas:
        guard let place = row.pcas else { continue }
        places[place] = rate
        together.append(index)
      case .pair:
        guard let number = row.pair else { continue }
        var text = SentenceBuilder("PAIR062")
        text.field(UInt64(number))
        text.field(rate)
        single.append(command(text, [index], .pair(62)))
      case .pqtm:
        var text = SentenceBuilder("PQTMCFGMSGRATE,W")
        text.field(row.name)
        text.field(rate)
        single.append(command(text, [index], .named("PQTMCFGMSGRATE")))
      case .psrf:
        guard let number = row.psrf else { continue }
        var text = SentenceBuilder("PSRF103")
        text.field(UInt64(number))
        text.field(0)
        text.field(rate)
        text.field(1)
        single.append(command(text, [index], .none))
      case .pstm, .none, .uBloxKeys, .uBloxLegacy: break
      }
    }
    guard !together.isEmpty else { return single }
    return [all(places, together, dialect)]
  }

  /// One command for all sentences: PMTK314 turns off what is not named, PCAS03 leaves it as it is.
  private static func all(
    _ places: [UInt64?], _ wishes: [Int], _ dialect: CommandDialect
  ) -> SentenceCommand {
    let isPMTK = dialect == .pmtk
    var text = SentenceBuilder(isPMTK ? "PMTK314" : "PCAS03")
    for place in places {
      if let place {
        text.field(place)
      } else if isPMTK {
        text.field(0)
      } else {
        text.field("")
      }
    }
    return command(text, wishes, isPMTK ? .pmtk(314) : .none)
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
    guard !used.isEmpty, dialect == .pair || dialect == .pqtm else { return nil }
    var text = SentenceBuilder(dialect == .pair ? "PAIR066" : "PQTMCFGCNST,W")
    for flag in [gps, glonass, galileo, beidou, qzss, 0] { text.field(flag) }
    return command(text, used, dialect == .pair ? .pair(66) : .named("PQTMCFGCNST"))
  }

  /// Changes the speed at once; `nil` where there is no such command, or it takes a restart.
  static func rate(_ baudRate: UInt32, _ dialect: CommandDialect) -> [UInt8]? {
    switch dialect {
    case .pmtk:
      var text = SentenceBuilder("PMTK251")
      text.field(UInt64(baudRate))
      return text.sentence
    case .pcas:
      let speeds: [UInt32] = [4800, 9600, 19_200, 38_400, 57_600, 115_200]
      guard let code = speeds.firstIndex(of: baudRate) else { return nil }
      var text = SentenceBuilder("PCAS01")
      text.field(UInt64(code))
      return text.sentence
    case .psrf:
      var text = SentenceBuilder("PSRF100,1")
      text.field(UInt64(baudRate))
      text.append(",8,1,0")
      return text.sentence
    case .pair, .pqtm, .pstm, .none, .uBloxKeys, .uBloxLegacy: return nil
    }
  }

  /// Saves the configuration; `nil` where there is no such command.
  static func save(_ dialect: CommandDialect) -> SentenceCommand? {
    switch dialect {
    case .pair: command(SentenceBuilder("PAIR513"), [], .pair(513))
    case .pqtm: command(SentenceBuilder("PQTMSAVEPAR"), [], .named("PQTMSAVEPAR"))
    case .pcas: command(SentenceBuilder("PCAS00"), [], .none)
    case .pmtk, .pstm, .psrf, .none, .uBloxKeys, .uBloxLegacy: nil
    }
  }
}
