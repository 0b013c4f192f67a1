internal import CairnNMEA
internal import CairnTypes

/// MediaTek's commands: a number after `PMTK`; `PMTK001` answers with the number and a flag.
///
/// Source: GlobalTop "PMTK command packet" A11, Quectel "L76 Series GNSS Protocol Specification";
/// for flag 2 if the line is too slow: Linx RXM-GPS-FM data guide, "Position Fix Interval".
struct PMTK: Sendable {
  fileprivate enum Flag: Int {
    case invalid, unsupported, failed, done
  }

  /// The text of PMTK705: firmware, build, model and version.
  var release: String
  /// The systems that the chip can receive.
  var searchable: [SatelliteSystem]

  fileprivate static func acknowledge(_ command: SentenceCommand, _ flag: Flag) -> [CommandEffect] {
    let number = command.number(behind: "PMTK") ?? 0
    return [.reply("PMTK001,\(number),\(flag.rawValue)")]
  }

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> [CommandEffect] {
    func acknowledge(_ flag: Flag) -> [CommandEffect] { Self.acknowledge(command, flag) }
    func asked(_ name: String, _ first: String) -> [CommandEffect] {
      [.answer("\(name),\(settings.values[name] ?? first)")]
    }
    /// Keeps the first field, which must be in `range`, for the answer called `name`.
    func keep(_ name: String, _ range: ClosedRange<Int>) -> [CommandEffect] {
      guard let value = command.integer(0), range.contains(value) else {
        return acknowledge(.invalid)
      }
      settings.values[name] = command.fields[0]
      return acknowledge(.done)
    }
    switch command.number(behind: "PMTK") {
    // An acknowledgement is not itself acknowledged.
    case 1: return []
    case 0: return acknowledge(.done)
    // Starts are not acknowledged: the greeting announces them.
    case 101: return [.restart(.hot)]
    case 102: return [.restart(.warm)]
    case 103: return [.restart(.cold)]
    case 104: return [.forget, .reload, .restart(.cold)]
    case 161:
      guard let kind = command.integer(0), (0...1).contains(kind) else {
        return acknowledge(.invalid)
      }
      // Source: Quectel "L80 GPS Protocol Specification", packet 251: standby resets the speed.
      return acknowledge(.done) + [.sleep(Sleep(losesSettings: false, losesSpeed: true))]
    case 220, 300: return acknowledge(setPeriod(command, &settings))
    case 400: return [.answer("PMTK500,\(settings.milliseconds),0,0,0,0")]
    case 251: return setSpeed(command, &settings, context)
    case 301: return keep("PMTK501", 0...2)
    case 401: return asked("PMTK501", "0")
    case 313: return keep("PMTK513", 0...1)
    case 413: return asked("PMTK513", "0")
    case 314: return acknowledge(select(command, &settings, context))
    case 414: return [.answer("PMTK514,\(selection(settings))")]
    case 353: return search(command, &settings)
    case 386:
      guard let text = command.fields.first, let speed = DecimalText.number(text),
        (0...2).contains(speed)
      else { return acknowledge(.invalid) }
      settings.values["386"] = command.fields[0]
      return acknowledge(.done)
    case 605: return [.answer("PMTK705,\(release)")]
    // There are no stored predicted orbits.
    case 607: return [.answer("PMTK707,0,0,0,0,0,0,0,0,0")]
    case 869:
      switch command.integer(0) {
      case 0: return [.answer("PMTK869,2,\(settings.values["869"] ?? "1")")]
      case 1 where command.integer(1).map { (0...1).contains($0) } == true:
        settings.values["869"] = command.fields[1]
        return acknowledge(.done)
      default: return acknowledge(.invalid)
      }
    case 886:
      guard let mode = command.integer(0), (0...3).contains(mode) else {
        return acknowledge(.invalid)
      }
      settings.navigationMode = mode
      return acknowledge(.done)
    case 887: return [.answer("PMTK887,\(settings.navigationMode)")]
    default: return acknowledge(.unsupported)
    }
  }

  // MARK: - Settings

  private func setPeriod(_ command: SentenceCommand, _ settings: inout SentenceSettings) -> Flag {
    guard let milliseconds = command.integer(0), (100...10_000).contains(milliseconds) else {
      return .invalid
    }
    var changed = settings
    changed.period = .milliseconds(milliseconds)
    guard changed.fitsTheLine else { return .failed }
    settings = changed
    return .done
  }

  /// Sets the line speed. A change is not confirmed: nothing more arrives at the old speed.
  ///
  /// A chip whose sentences do not fit the speed refuses, as users of Quectel's L76B have seen. No
  /// document says that success is confirmed at either speed.
  private func setSpeed(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> [CommandEffect] {
    let speeds = [4800, 9600, 14_400, 19_200, 38_400, 57_600, 115_200]
    guard let speed = command.integer(0), speed == 0 || speeds.contains(speed) else {
      return Self.acknowledge(command, .invalid)
    }
    var changed = settings
    changed.baudRate = speed == 0 ? context.factory.baudRate : UInt32(speed)
    guard changed.fitsTheLine else { return Self.acknowledge(command, .failed) }
    let isNew = changed.baudRate != settings.baudRate
    settings = changed
    return isNew ? [] : Self.acknowledge(command, .done)
  }

  /// The fields of the sentences among the nineteen of PMTK314.
  private static let places: [(SentenceFormatter, Int)] = [
    ("GLL", 0), ("RMC", 1), ("VTG", 2), ("GGA", 3), ("GSA", 4), ("GSV", 5), ("GRS", 6), ("GST", 7),
    ("ZDA", 17),
  ]
  private static let placeCount = 19

  private func select(
    _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
  ) -> Flag {
    guard command.fields != ["-1"] else {
      settings.rates = context.factory.rates
      return .done
    }
    guard let numbers = command.integers, numbers.count == Self.placeCount,
      numbers.allSatisfy({ (0...5).contains($0) })
    else { return .invalid }
    for (formatter, place) in Self.places { settings.rates[formatter] = numbers[place] }
    return .done
  }

  private func selection(_ settings: SentenceSettings) -> String {
    var numbers = [Int](repeating: 0, count: Self.placeCount)
    for (formatter, place) in Self.places { numbers[place] = settings.rates[formatter] ?? 0 }
    return numbers.map { String($0) }.joined(separator: ",")
  }

  /// Sets GPS, GLONASS, Galileo, full Galileo and BeiDou; the answer repeats them and adds a mask.
  private func search(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect] {
    let names: [SatelliteSystem] = [.gps, .glonass, .galileo, .galileo, .beidou]
    let bits = [1, 2, 12, 12, 48]
    guard searchable.contains(.glonass) else { return Self.acknowledge(command, .unsupported) }
    guard let flags = command.integers, (2...names.count).contains(flags.count),
      flags.allSatisfy({ (0...1).contains($0) }), flags.contains(1)
    else { return Self.acknowledge(command, .invalid) }
    let wished = zip(names, flags).filter { $0.1 == 1 }.map(\.0)
    // Beside GPS, the single front end carries only one of the two.
    guard wished.allSatisfy({ searchable.contains($0) }),
      !(wished.contains(.glonass) && wished.contains(.beidou))
    else { return Self.acknowledge(command, .failed) }
    settings.systems = searchable.filter { wished.contains($0) || $0 == .sbas }
    let mask = zip(bits, flags).reduce(0) { $0 | ($1.1 == 1 ? $1.0 : 0) }
    let all = (command.fields + ["\(mask)"]).joined(separator: ",")
    return [.reply("PMTK001,353,3,\(all)")]
  }
}

extension SentenceDialect {
  /// Returns the dialect of a MediaTek chip.
  ///
  /// - Parameters:
  ///   - release: firmware, build, model and version, as in PMTK705.
  ///   - searchable: the systems that the chip can receive.
  /// - Returns: the dialect.
  static func pmtk(release: String, searchable: [SatelliteSystem]) -> SentenceDialect {
    let chip = PMTK(release: release, searchable: searchable)
    return SentenceDialect(
      prefix: "PMTK",
      answer: { command, settings, context in chip.answer(command, &settings, context) },
      refuse: { command in PMTK.acknowledge(command, .failed) })
  }
}

extension SentenceSettings {
  /// Approximate bytes of each kind of sentence; several of a kind count together.
  private static let lengths: [SentenceFormatter: Double] = [
    "GGA": 72, "RMC": 70, "GLL": 50, "VTG": 40, "GSA": 65, "GSV": 200, "ZDA": 37,
  ]

  /// Whether the line can carry all sentences at their rates.
  fileprivate var fitsTheLine: Bool {
    let bytes = rates.reduce(0) { sum, rate in
      rate.value > 0 ? sum + (Self.lengths[rate.key] ?? 60) / Double(rate.value) : sum
    }
    return bytes * 10 / period.inSeconds <= Double(baudRate)
  }
}
