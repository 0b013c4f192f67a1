internal import CairnNMEA
internal import CairnTypes

/// Airoha's commands: a number after `PAIR`; `PAIR001` answers with the number and a result.
///
/// Source: Quectel "LC29H&LC79H" and "LC26G&LC76G&LC86G Series GNSS Protocol Specification".
struct PAIR: Sendable {
  fileprivate enum Result: Int {
    case done, processing, failed, unsupported, invalid, busy
  }

  /// The text of PAIR020: project, firmware and the rest.
  var release: String

  /// Time that storing takes until the final result; an assumption, since no document states it.
  private static let storing = Duration.milliseconds(150)
  private static let speeds: [Int] = [
    9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
  ]
  /// Sentences in the order of their numbers in PAIR062.
  private static let sentences: [SentenceFormatter] = [
    "GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "ZDA", "GRS", "GST",
  ]
  private static let searched: [SatelliteSystem] = [
    .gps, .glonass, .galileo, .beidou, .qzss, .navic,
  ]

  fileprivate static func text(_ command: SentenceCommand, _ result: Result) -> String {
    "PAIR001,\(command.address.dropFirst(4)),\(result.rawValue)"
  }

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> [CommandEffect] {
    func reply(_ result: Result) -> [CommandEffect] { [.reply(Self.text(command, result))] }
    func asked(_ values: String) -> [CommandEffect] {
      reply(.done) + [.answer("\(command.address),\(values)")]
    }
    func keep(_ name: String, _ range: ClosedRange<Int>) -> [CommandEffect] {
      guard let value = command.integer(0), range.contains(value) else { return reply(.invalid) }
      settings.values[name] = command.fields[0]
      return reply(.done)
    }
    switch command.number(behind: "PAIR") {
    case 1: return []
    case 2: return reply(.done) + [.navigate(true)]
    case 3: return reply(.done) + [.navigate(false)]
    case 4: return reply(.done) + [.restart(.hot)]
    case 5: return reply(.done) + [.restart(.warm)]
    case 6: return reply(.done) + [.restart(.cold)]
    case 7: return reply(.done) + [.forget, .reload, .restart(.cold)]
    case 20: return asked(release)
    // The same, with the number of the answer.
    case 21: return reply(.done) + [.answer("PAIR021,\(release)")]
    case 50:
      guard let milliseconds = command.integer(0), (100...1000).contains(milliseconds) else {
        return reply(.invalid)
      }
      settings.period = .milliseconds(milliseconds)
      return reply(.done)
    case 51: return asked("\(settings.milliseconds)")
    case 62: return reply(select(command, &settings, context))
    case 63:
      guard let number = command.integer(0), Self.sentences.indices.contains(number) else {
        return reply(.invalid)
      }
      return asked("\(number),\(settings.rates[Self.sentences[number]] ?? 0)")
    case 66:
      guard search(command, &settings) else { return reply(.invalid) }
      return reply(.done) + [.restart(.hot)]
    case 67:
      return asked(
        Self.searched.map { settings.systems.contains($0) ? "1" : "0" }.joined(separator: ","))
    case 80:
      guard let mode = command.integer(0), [0, 1, 2, 3, 4, 5, 7, 9].contains(mode) else {
        return reply(.invalid)
      }
      settings.navigationMode = mode
      return reply(.done)
    case 81: return asked("\(settings.navigationMode)")
    case 382: return keep("382", 0...1)
    case 391: return keep("391", 0...1)
    case 511: return reply(.done)
    case 513: return save(command, settings, context)
    case 650:
      guard let seconds = command.integer(0), seconds == 0 || (10...62_208_000).contains(seconds)
      else { return reply(.invalid) }
      // Only a pin or the requested time wakes the receiver; no command does.
      let duration = seconds == 0 ? nil : Duration.seconds(seconds)
      return reply(.done)
        + [.sleep(Sleep(duration: duration, wakesOnReception: false, losesSettings: false))]
    case 864:
      guard let numbers = command.integers, numbers.count == 3, numbers[0] == 0, numbers[1] == 0,
        Self.speeds.contains(numbers[2])
      else { return reply(.invalid) }
      // The speed takes effect at the next start.
      settings.nextBaudRate = UInt32(numbers[2])
      return reply(.done)
    case 865: return asked("\(settings.nextBaudRate ?? settings.baudRate)")
    default: return reply(.unsupported)
    }
  }

  // MARK: - Settings

  private func select(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> Result {
    if command.integer(0) == -1 {
      settings.rates = context.factory.rates
      return .done
    }
    guard let number = command.integer(0), Self.sentences.indices.contains(number),
      let rate = command.integer(1), (0...20).contains(rate)
    else { return .invalid }
    settings.rates[Self.sentences[number]] = rate
    return .done
  }

  /// Sets GPS, GLONASS, Galileo, BeiDou, QZSS and NavIC; GPS must be on.
  private func search(_ command: SentenceCommand, _ settings: inout SentenceSettings) -> Bool {
    guard let flags = command.integers, flags.count == Self.searched.count, flags[0] == 1,
      flags.allSatisfy({ (0...1).contains($0) })
    else { return false }
    settings.systems = zip(Self.searched, flags).filter { $0.1 == 1 }.map(\.0)
    return true
  }

  /// Above 1 Hz, the document has the host stop GNSS first; if it did not, storing fails here.
  private func save(
    _ command: SentenceCommand, _ settings: SentenceSettings, _ context: SentenceContext
  ) -> [CommandEffect] {
    guard settings.milliseconds >= 1000 || !context.isNavigating else {
      return [.reply(Self.text(command, .failed))]
    }
    return [
      .reply(Self.text(command, .processing)), .save,
      .replyLater(Self.text(command, .done), after: Self.storing),
    ]
  }
}

extension SentenceDialect {
  /// Returns the dialect of an Airoha chip.
  ///
  /// - Parameter release: project, firmware and the rest, as in the answer to PAIR020.
  /// - Returns: the dialect.
  static func pair(release: String) -> SentenceDialect {
    let chip = PAIR(release: release)
    return SentenceDialect(
      prefix: "PAIR",
      answer: { command, settings, context in chip.answer(command, &settings, context) },
      refuse: { command in [.reply(PAIR.text(command, .failed))] },
      // It sleeps unless that is prevented, and then takes only the command that prevents it.
      isHeardWhileStopped: { command, settings in
        settings.values["382"] == "1" || command.address == "PAIR382" && command.integer(0) == 1
      })
  }
}
