internal import CairnNMEA
internal import CairnTypes

/// Quectel's commands of later modules: a name behind `PQTM`, answered by it, `OK` or `ERROR` and a number.
///
/// Source: Quectel "LG290P&LGx80P GNSS Protocol Specification" 1.1; "LC29H&LC79H GNSS Protocol
/// Specification" for the few that a module with Airoha's commands has.
struct PQTM: Sendable {
  fileprivate enum Failure: Int {
    case invalid = 1
    case failed, unsupported
  }

  /// What PQTMVERNO says: firmware and when it was built.
  var version: String
  /// Without the commands that Airoha's commands stand for.
  var isBesideAiroha: Bool

  private static let besideAiroha = [
    "PQTMVERNO", "PQTMSAVEPAR", "PQTMRESTOREPAR", "PQTMCFGMSGRATE", "PQTMSRR",
  ]
  private static let speeds: [Int] = [9600, 115_200, 230_400, 460_800, 921_600]
  private static let sentences: [(name: String, formatter: SentenceFormatter)] = [
    ("GGA", "GGA"), ("GLL", "GLL"), ("GSA", "GSA"), ("GSV", "GSV"), ("RMC", "RMC"), ("VTG", "VTG"),
    ("ZDA", "ZDA"), ("GST", "GST"),
  ]
  private static let searched: [SatelliteSystem] = [
    .gps, .glonass, .galileo, .beidou, .qzss, .navic,
  ]

  fileprivate static func failure(
    _ command: SentenceCommand, _ failure: Failure
  ) -> [CommandEffect] {
    [.reply("\(command.address),ERROR,\(failure.rawValue)")]
  }

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect] {
    let ok = [CommandEffect.reply("\(command.address),OK")]
    func asked(_ values: String) -> [CommandEffect] {
      [.answer("\(command.address),OK,\(values)")]
    }
    guard !isBesideAiroha || Self.besideAiroha.contains(command.address) else {
      return Self.failure(command, .unsupported)
    }
    let invalid = Self.failure(command, .invalid)
    let isQuestion = command.fields.first == "R"
    switch command.address {
    case "PQTMVERNO": return [.answer("PQTMVERNO,\(version)")]
    case "PQTMSAVEPAR": return [.save] + ok
    // From the next start on.
    case "PQTMRESTOREPAR": return [.forget] + ok
    case "PQTMSRR": return [.reboot]
    case "PQTMHOT": return [.reboot]
    case "PQTMWARM": return [.restart(.warm)]
    case "PQTMCOLD": return [.restart(.cold)]
    case "PQTMGNSSSTOP": return ok + [.navigate(false)]
    case "PQTMGNSSSTART": return ok + [.navigate(true)]
    default: break
    }
    guard isQuestion || command.fields.first == "W" else { return invalid }
    switch command.address {
    case "PQTMCFGMSGRATE": return messageRate(command, &settings) ?? invalid
    case "PQTMCFGFIXRATE" where isQuestion: return asked("\(settings.milliseconds)")
    case "PQTMCFGFIXRATE":
      guard let milliseconds = command.integer(1), [50, 100, 200, 500, 1000].contains(milliseconds)
      else { return invalid }
      settings.period = .milliseconds(milliseconds)
      return ok
    case "PQTMCFGUART" where isQuestion:
      return asked("1,\(settings.nextBaudRate ?? settings.baudRate),8,0,1,0")
    case "PQTMCFGUART":
      // Of this port alone, of a port by its number, or all settings of either.
      let place = command.fields.count == 3 || command.fields.count == 7 ? 2 : 1
      guard let speed = command.integer(place), Self.speeds.contains(speed) else { return invalid }
      settings.nextBaudRate = UInt32(speed)
      return ok
    case "PQTMCFGCNST" where isQuestion:
      return asked(
        Self.searched.map { settings.systems.contains($0) ? "1" : "0" }.joined(separator: ","))
    case "PQTMCFGCNST":
      let flags = command.fields.dropFirst().compactMap { Int($0) }
      guard flags.count == Self.searched.count, flags.allSatisfy({ (0...1).contains($0) }),
        flags.contains(1)
      else { return invalid }
      settings.systems = zip(Self.searched, flags).filter { $0.1 == 1 }.map(\.0)
      return ok
    default: return Self.failure(command, .unsupported)
    }
  }

  /// `nil` for one that is not right.
  private func messageRate(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect]? {
    guard command.fields.count >= 2 else { return nil }
    let name = command.fields[1]
    let isQuestion = command.fields[0] == "R"
    // Beside Airoha's commands this one is for Quectel's own reports alone.
    if let sentence = Self.sentences.first(where: { $0.name == name }), !isBesideAiroha {
      if isQuestion {
        return [.answer("PQTMCFGMSGRATE,OK,\(name),\(settings.rates[sentence.formatter] ?? 0)")]
      }
      guard let rate = command.integer(2), (0...20).contains(rate) else { return nil }
      settings.rates[sentence.formatter] = rate
      return [.reply("PQTMCFGMSGRATE,OK")]
    }
    guard name == "PQTMEPE", command.fields.last == "2" else { return nil }
    if isQuestion {
      return [.answer("PQTMCFGMSGRATE,OK,PQTMEPE,\(settings.values[name] ?? "0"),2")]
    }
    // Asked for and not sent, since nothing here reads it.
    guard let rate = command.integer(2), (0...20).contains(rate) else { return nil }
    settings.values[name] = "\(rate)"
    return [.reply("PQTMCFGMSGRATE,OK")]
  }
}

extension SentenceDialect {
  /// What a later module of Quectel understands.
  ///
  /// - Parameters:
  ///   - version: firmware and when it was built, as PQTMVERNO gives them.
  ///   - isBesideAiroha: whether most is done by Airoha's commands.
  static func pqtm(version: String, isBesideAiroha: Bool) -> SentenceDialect {
    let module = PQTM(version: version, isBesideAiroha: isBesideAiroha)
    return SentenceDialect(
      prefix: "PQTM",
      answer: { command, settings, _ in module.answer(command, &settings) },
      refuse: { command in PQTM.failure(command, .failed) })
  }
}
