internal import CairnNMEA
internal import CairnTypes

/// The commands of ST's Teseo: a name after `PSTM`. The answer adds `OK` or `ERROR`, and the
/// command is echoed.
///
/// A parameter's number is a configuration block (1 in use, 3 saved) and three digits. Parameters
/// kept here take effect at the next start.
///
/// Source: ST UM2229 (Teseo-LIV3), "NMEA software commands" and "Configuration data block". Which
/// parameters take effect at once is not documented publicly: users and ST's own examples show that
/// the fix rate does not and that sentence lists do.
struct PSTM: Sendable {
  /// The version of the binary image that PSTMGETSWVER reports.
  var version: String
  /// The systems that the chip can receive.
  var searchable: [SatelliteSystem]

  /// The bits of the sentences in a list.
  private static let bits: [(SentenceFormatter, Int)] = [
    ("GGA", 1), ("GSA", 2), ("GST", 3), ("VTG", 4), ("RMC", 6), ("GSV", 19), ("GLL", 20),
    ("ZDA", 24),
  ]
  private static let systems: [(SatelliteSystem, Int)] = [
    (.gps, 0), (.glonass, 1), (.qzss, 2), (.galileo, 3), (.beidou, 7),
  ]

  fileprivate static func text(_ command: SentenceCommand) -> String {
    ([command.address] + command.fields).joined(separator: ",")
  }

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> [CommandEffect] {
    let echo = [CommandEffect.answer(Self.text(command))]
    func reply(_ isDone: Bool, _ rest: String = "") -> [CommandEffect] {
      [.reply(command.address + (isDone ? "OK" : "ERROR") + rest)] + echo
    }
    switch command.address {
    case "PSTMGETSWVER": return [.answer("PSTMVER,\(version)")] + echo
    case "PSTMCFGMSGL": return reply(list(command, &settings, context))
    case "PSTMSETPAR":
      let isDone = set(command, &settings)
      return reply(isDone, isDone ? "," + command.fields[0] : "")
    case "PSTMSETCONSTMASK": return reply(search(command, &settings))
    case "PSTMSAVEPAR": return [.save] + reply(true)
    // Takes effect at the next start.
    case "PSTMRESTOREPAR": return [.forget] + reply(true)
    case "PSTMSRR": return [.reboot]
    case "PSTMGPSSUSPEND": return [.navigate(false), .reply("PSTMGPSSUSPENDED")] + echo
    case "PSTMGPSRESTART": return [.navigate(true)] + echo
    case "PSTMCOLD": return reply(true) + [.restart(.cold)]
    case "PSTMWARM": return reply(true) + [.restart(.warm)]
    case "PSTMHOT": return reply(true) + [.restart(.hot)]
    default: return echo
    }
  }

  // MARK: - Settings

  /// Sets a list of sentences that are sent every so many fixes; the port has two lists.
  private func list(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> Bool {
    guard command.fields.count == 4, let number = command.integer(0), (0...1).contains(number),
      let every = command.integer(1), (1...255).contains(every),
      let mask = UInt32(command.fields[2], radix: 16), UInt32(command.fields[3], radix: 16) != nil
    else { return false }
    settings.values["list\(number)"] = "\(every),\(mask)"
    for (formatter, bit) in Self.bits {
      settings.rates[formatter] =
        rate(0, bit, settings) ?? rate(1, bit, settings)
        ?? (number == 0 || settings.values["list0"] != nil ? 0 : context.factory.rates[formatter])
    }
    return true
  }

  private func rate(_ list: Int, _ bit: Int, _ settings: SentenceSettings) -> Int? {
    let parts = settings.values["list\(list)"]?.split(separator: ",").compactMap { Int($0) } ?? []
    return parts.count == 2 && parts[1] >> bit & 1 == 1 ? parts[0] : nil
  }

  /// Sets a parameter. Only the fix period, in seconds, has an effect; others are just kept.
  private func set(_ command: SentenceCommand, _ settings: inout SentenceSettings) -> Bool {
    guard command.fields.count >= 2, let number = command.integer(0), number / 1000 == 1 else {
      return false
    }
    guard number == 1303 else {
      settings.values[command.fields[0]] = command.fields[1]
      return true
    }
    guard let seconds = DecimalText.number(command.fields[1]), (0.1...255).contains(seconds)
    else { return false }
    settings.nextPeriod = .milliseconds(Int64((seconds * 1000).rounded()))
    return true
  }

  private func search(_ command: SentenceCommand, _ settings: inout SentenceSettings) -> Bool {
    guard let mask = command.integer(0), mask > 0 else { return false }
    let wished = Self.systems.filter { mask >> $0.1 & 1 == 1 }.map(\.0)
    guard wished.allSatisfy({ searchable.contains($0) }) else { return false }
    settings.systems = wished
    return true
  }
}

extension SentenceDialect {
  /// Returns the dialect of a Teseo.
  ///
  /// - Parameters:
  ///   - version: the version of the binary image, as in the answer to PSTMGETSWVER.
  ///   - searchable: the systems that the chip can receive.
  /// - Returns: the dialect.
  static func pstm(version: String, searchable: [SatelliteSystem]) -> SentenceDialect {
    let chip = PSTM(version: version, searchable: searchable)
    return SentenceDialect(
      prefix: "PSTM",
      answer: { command, settings, context in chip.answer(command, &settings, context) },
      refuse: { command in
        [.reply("\(command.address)ERROR"), .answer(PSTM.text(command))]
      })
  }
}
