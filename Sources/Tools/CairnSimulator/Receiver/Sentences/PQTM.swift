/// Quectel's later commands: a name after `PQTM`; the answer adds `OK`, or `ERROR` and a number.
///
/// Only the few that modules with an Airoha chip have. All others are answered as unsupported, as
/// LC29H(EA) modules do for PQTMCFGUART.
///
/// Source: Quectel "LC29H&LC79H" and "LC26G&LC76G&LC86G Series GNSS Protocol Specification".
struct PQTM: Sendable {
  fileprivate enum Failure: Int {
    case invalid = 1
    case failed, unsupported
  }

  /// The text of PQTMVERNO: firmware and build date.
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
    // Takes effect at the next start.
    case "PQTMRESTOREPAR": return [.forget] + ok
    case "PQTMSRR": return [.reboot]
    case "PQTMCFGMSGRATE":
      return messageRate(command, &settings) ?? Self.failure(command, .invalid)
    default: return Self.failure(command, .unsupported)
    }
  }

  /// Sets or reads the rate of the estimated error's report, which exists only in version 2; `nil`
  /// for an invalid command. The rate is kept and returned, but no report is sent.
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
  /// Returns the dialect that a Quectel module with an Airoha chip adds to the chip's own.
  ///
  /// - Parameter version: firmware and build date, as in PQTMVERNO.
  /// - Returns: the dialect.
  static func pqtm(version: String) -> SentenceDialect {
    let module = PQTM(version: version)
    return SentenceDialect(
      prefix: "PQTM", answer: { command, settings, _ in module.answer(command, &settings) },
      refuse: { command in PQTM.failure(command, .failed) })
  }
}
