internal import CairnUBX

extension SentenceDialect {
  /// Which sentences come, and how often; what turns sentences off goes first.
  static func sentences(
    _ wishes: [ConfigurationValue], _ dialect: CommandDialect, _ port: ReceiverPort
  ) -> [SentenceCommand] {
    var rates: [(wish: Int, row: Row, rate: UInt64)] = []
    for isOff in [true, false] {
      for index in wishes.indices where (wishes[index].bits == 0) == isOff {
        guard let row = row(wishes[index].key, port) else { continue }
        let rate = wishes[index].bits
        if rate <= largestRate(dialect) { rates.append((index, row, rate)) }
      }
    }
    switch dialect {
    case .pmtk: return all("PMTK314", count: 19, { $0.pmtk }, rates, .pmtk(314))
    case .pcas: return all("PCAS03", count: 14, { $0.pcas }, rates, .none)
    case .pstm: return lists(rates)
    case .pair, .pqtm, .psrf, .pubx:
      return rates.compactMap { one($0.row, $0.rate, $0.wish, dialect, port) }
    case .none, .uBloxKeys, .uBloxLegacy: return []
    }
  }

  /// One command for one sentence.
  private static func one(
    _ row: Row, _ rate: UInt64, _ wish: Int, _ dialect: CommandDialect, _ port: ReceiverPort
  ) -> SentenceCommand? {
    switch dialect {
    case .pair:
      guard let number = row.pair else { return nil }
      var text = SentenceBuilder("PAIR062")
      text.field(UInt64(number))
      text.field(rate)
      return command(text, [wish], .pair(62))
    case .pqtm:
      var text = SentenceBuilder("PQTMCFGMSGRATE,W")
      text.field(row.name)
      text.field(rate)
      return command(text, [wish], .named("PQTMCFGMSGRATE"))
    case .psrf:
      guard let number = row.psrf else { return nil }
      var text = SentenceBuilder("PSRF103")
      text.field(UInt64(number))
      text.field(0)
      text.field(rate)
      text.field(1)
      return command(text, [wish], .none)
    case .pubx:
      // It names the rates of all ports: the others get what they have from the factory.
      var text = SentenceBuilder("PUBX,40")
      text.field(row.name)
      for other in [ReceiverPort.i2c, .uart1, .uart2, .usb, .spi] {
        text.field(other == port ? rate : row.isUsual ? 1 : 0)
      }
      text.field(0)
      return command(text, [wish], .none)
    case .none, .uBloxKeys, .uBloxLegacy, .pmtk, .pcas, .pstm: return nil
    }
  }

  /// One command for all sentences: PMTK314 turns off what is not named, PCAS03 leaves it as it is.
  private static func all(
    _ address: StaticString, count: Int, _ place: (Row) -> Int?,
    _ rates: [(wish: Int, row: Row, rate: UInt64)], _ reply: SentenceCommand.Reply
  ) -> [SentenceCommand] {
    var places = [UInt64?](repeating: nil, count: count)
    var wishes: [Int] = []
    for (wish, row, rate) in rates {
      guard let place = place(row) else { continue }
      places[place] = rate
      wishes.append(wish)
    }
    guard !wishes.isEmpty else { return [] }
    var text = SentenceBuilder(address)
    for place in places {
      if let place {
        text.field(place)
      } else if case .none = reply {
        text.field("")
      } else {
        text.field(0)
      }
    }
    return [command(text, wishes, reply)]
  }

  /// Two lists of sentences for a port: what comes in every epoch, and what comes more rarely, all of it
  /// alike. What is in no list does not come.
  private static func lists(
    _ rates: [(wish: Int, row: Row, rate: UInt64)]
  ) -> [SentenceCommand] {
    var masks: (often: UInt32, seldom: UInt32) = (0, 0)
    var wishes: (often: [Int], seldom: [Int]) = ([], [])
    var rarest: UInt64 = 1
    for (wish, row, rate) in rates {
      guard let bit = row.pstm else { continue }
      let mask = UInt32(1) &<< UInt32(truncatingIfNeeded: bit)
      if rate > 1 {
        masks.seldom |= mask
        wishes.seldom.append(wish)
        rarest = max(rarest, rate)
      } else {
        if rate == 1 { masks.often |= mask }
        wishes.often.append(wish)
      }
    }
    var commands: [SentenceCommand] = []
    if !wishes.often.isEmpty { commands.append(list(0, every: 1, masks.often, wishes.often)) }
    if !wishes.seldom.isEmpty {
      commands.append(list(1, every: rarest, masks.seldom, wishes.seldom))
    }
    return commands
  }

  private static func list(
    _ number: UInt64, every rate: UInt64, _ mask: UInt32, _ wishes: [Int]
  ) -> SentenceCommand {
    var text = SentenceBuilder("PSTMCFGMSGL")
    text.field(number)
    text.field(rate)
    text.field(hexadecimal: mask)
    text.field(hexadecimal: 0)
    return command(text, wishes, .repeated("PSTMCFGMSGL"))
  }
}
