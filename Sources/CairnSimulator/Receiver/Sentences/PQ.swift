/// Quectel's own commands beside MediaTek's: `PQ`, a name, `W` or `R`.
///
/// Source: Quectel "L76 Series GNSS Protocol Specification", "Quectel NMEA commands". These are not the
/// `PQTM` sentences of later modules.
struct PQ: Sendable {
  /// What PQVERNO says: firmware and when it was built.
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
      // The speed is kept; what changes it is not answered.
      guard settings.baudRate != UInt32(speed) else { return [.reply("PQBAUD,W,OK")] }
      settings.baudRate = UInt32(speed)
      return [.keepSpeed]
    default: return []
    }
  }
}

extension SentenceDialect {
  /// What a module of Quectel with a MediaTek chip understands beside the chip's commands.
  ///
  /// - Parameter version: firmware and when it was built, as PQVERNO gives them.
  /// - Returns: the dialect.
  static func pq(version: String) -> SentenceDialect {
    let module = PQ(version: version)
    return SentenceDialect(
      prefix: "PQ",
      answer: { command, settings, _ in module.answer(command, &settings) },
      refuse: { command in [.reply("\(command.address),W,ERROR")] })
  }
}
