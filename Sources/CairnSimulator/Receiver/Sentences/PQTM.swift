/// Quectel's commands of later modules: a name behind `PQTM`, answered by it, `OK` or `ERROR` and a number.
///
/// These are the few that a module has whose chip is Airoha's: the others answer that they are not
/// supported, as LC29H(EA) modules do to PQTMCFGUART.
///
/// Source: Quectel "LC29H&LC79H" and "LC26G&LC76G&LC86G Series GNSS Protocol Specification".
struct PQTM: Sendable {
  fileprivate enum Failure: Int {
    case invalid = 1
    case failed, unsupported
  }

  /// What PQTMVERNO says: firmware and when it was built.
  var version: String

  fileprivate static func failure(
    _ command: SentenceCommand, _ failure: Failure
  ) -> [CommandEffect] {
    [.reply("\(command.address),ERROR,\(failure.rawValue)")]
  }

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect] {
    let ok = [CommandEffect.reply("\(command.address),OK")]
    switch command.address {
    case "PQTMVERNO": return [.answer("PQTMVERNO,\(version)")]
    case "PQTMSAVEPAR": return [.save] + ok
    // From the next start on.
    case "PQTMRESTOREPAR": return [.forget] + ok
    case "PQTMSRR": return [.reboot]
    case "PQTMCFGMSGRATE":
      return messageRate(command, &settings) ?? Self.failure(command, .invalid)
    default: return Self.failure(command, .unsupported)
    }
  }

  /// How often the estimated error is reported, of which the second version is the only one; `nil` for a
  /// command that is not right. It is kept and given back, and no report comes of it.
  private func messageRate(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect]? {
    let name = "PQTMEPE"
    switch command.fields.first {
    case "R" where command.fields.dropFirst() == [name, "2"]:
      return [.answer("PQTMCFGMSGRATE,OK,\(name),\(settings.values[name] ?? "0"),2")]
    case "W"
    where command.fields.count == 4 && command.fields[1] == name && command.fields[3] == "2":
      guard let rate = command.integer(2), (0...20).contains(rate) else { return nil }
      settings.values[name] = command.fields[2]
      return [.reply("PQTMCFGMSGRATE,OK")]
    default: return nil
    }
  }
}

extension SentenceDialect {
  /// What a module of Quectel with an Airoha chip understands beside the chip's commands.
  ///
  /// - Parameter version: firmware and when it was built, as PQTMVERNO gives them.
  /// - Returns: the dialect.
  static func pqtm(version: String) -> SentenceDialect {
    let module = PQTM(version: version)
    return SentenceDialect(
      prefix: "PQTM", answer: { command, settings, _ in module.answer(command, &settings) },
      refuse: { command in PQTM.failure(command, .failed) })
  }
}
