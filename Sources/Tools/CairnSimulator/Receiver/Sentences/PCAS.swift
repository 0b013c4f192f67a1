internal import CairnNMEA
internal import CairnTypes

/// CASIC's commands: a number after `PCAS`. None is acknowledged; queries are answered by notices.
///
/// Source: CASIC "Multimode satellite navigation receiver protocol specification" 4.2, "PCAS"; the
/// answers to PCAS06 as printed by an AT6558 with URANUS5.
struct PCAS: Sendable {
  /// The notices that PCAS06 can ask for, by number.
  var notices: [Int: String]
  /// The systems that the chip can receive.
  var searchable: [SatelliteSystem]

  private static let speeds: [UInt32] = [4800, 9600, 19_200, 38_400, 57_600, 115_200]
  /// Accepted epoch periods, in milliseconds.
  private static let periods = [1000, 500, 250, 200, 100]
  /// The fields of the sentences in PCAS03.
  private static let places: [(SentenceFormatter, Int)] = [
    ("GGA", 0), ("GLL", 1), ("GSA", 2), ("GSV", 3), ("RMC", 4), ("VTG", 5), ("ZDA", 6),
  ]

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect] {
    let value = command.integer(0)
    switch command.number(behind: "PCAS") {
    case 0: return [.save]
    case 1:
      guard let value, Self.speeds.indices.contains(value) else { return [] }
      settings.baudRate = Self.speeds[value]
    case 2:
      guard let value, Self.periods.contains(value) else { return [] }
      settings.period = .milliseconds(value)
    case 3: select(command, &settings)
    case 4:
      // Bits: GPS, BeiDou, GLONASS.
      guard let value, (1...7).contains(value) else { return [] }
      let wished: [SatelliteSystem] = [.gps, .beidou, .glonass].enumerated()
        .filter { value >> $0.offset & 1 == 1 }.map(\.element)
      guard wished.allSatisfy({ searchable.contains($0) }) else { return [] }
      settings.systems = wished
    case 6: return value.flatMap { notices[$0] }.map { [.answer("GPTXT,01,01,02,\($0)")] } ?? []
    case 10: return restart(value)
    case 11:
      guard let value, (0...7).contains(value) else { return [] }
      settings.navigationMode = value
    // Source: users' measurements. The document has the chip sleep for that many seconds, but
    // AT6558 modules in the field ignore the command.
    case 12: return []
    default: return []
    }
    return []
  }

  /// Sets the rates of sentences; an empty field leaves its sentence unchanged.
  private func select(_ command: SentenceCommand, _ settings: inout SentenceSettings) {
    for (formatter, place) in Self.places {
      guard let rate = command.integer(place), (0...9).contains(rate) else { continue }
      settings.rates[formatter] = rate
    }
  }

  private func restart(_ kind: Int?) -> [CommandEffect] {
    switch kind {
    case 0: [.restart(.hot)]
    case 1: [.restart(.warm)]
    case 2: [.restart(.cold)]
    case 3: [.forget, .reload, .restart(.cold)]
    default: []
    }
  }
}

extension SentenceDialect {
  /// Returns the dialect of a CASIC chip.
  ///
  /// - Parameters:
  ///   - notices: the notices that PCAS06 can ask for, by number.
  ///   - searchable: the systems that the chip can receive.
  /// - Returns: the dialect.
  static func pcas(notices: [Int: String], searchable: [SatelliteSystem]) -> SentenceDialect {
    let chip = PCAS(notices: notices, searchable: searchable)
    return SentenceDialect(
      prefix: "PCAS", answer: { command, settings, _ in chip.answer(command, &settings) },
      refuse: { _ in [] })
  }
}
