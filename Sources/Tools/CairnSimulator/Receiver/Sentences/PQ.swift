/// Quectel's own commands on MediaTek chips: `PQ`, a name, then `W` or `R`.
///
/// Source: Quectel "L76 Series GNSS Protocol Specification", "Quectel NMEA commands". Not to be
/// confused with the `PQTM` sentences of later modules.
struct PQ: Sendable {
  /// The text of PQVERNO: firmware and build date.
  var version: String

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect] {
    switch (command.address, command.fields.first) {
    case ("PQVERNO", "R"): return [.answer("PQVERNO,R,\(version)")]
    case ("PQBAUD", "W"):
      let speeds = [4800, 9600, 14_400, 19_200, 38_400, 57_600, 115_200]
      guard let speed = command.integer(1), speeds.contains(speed) else {
        return [.reply("PQBAUD,W,ERROR")]
      }
      // The speed is stored. A command that changes it gets no answer.
      guard settings.baudRate != UInt32(speed) else { return [.reply("PQBAUD,W,OK")] }
      settings.baudRate = UInt32(speed)
      return [.keepSpeed]
    default: return []
    }
  }
}

extension SentenceDialect {
  /// Returns the dialect that a Quectel module with a MediaTek chip adds to the chip's own.
  ///
  /// - Parameter version: firmware and build date, as in PQVERNO.
  /// - Returns: the dialect.
  static func pq(version: String) -> SentenceDialect {
    let module = PQ(version: version)
    return SentenceDialect(
      prefix: "PQ",
      answer: { command, settings, _ in module.answer(command, &settings) },
      refuse: { command in [.reply("\(command.address),W,ERROR")] })
  }
}
