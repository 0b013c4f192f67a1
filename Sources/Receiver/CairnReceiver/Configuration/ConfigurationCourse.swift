internal import CairnTypes
internal import CairnUBX

/// In which order wishes are fulfilled, and by which messages, as the receiver's language needs it.
struct ConfigurationCourse: Sendable {
  enum Stage: Equatable, Sendable {
    /// Looks what a receiver does that would have to start anew to do anything else.
    case look
    /// Changes the speed of the line.
    case rate
    /// Everything that has no stage of its own.
    case settings
    /// Ends the sentences, when what takes their place is on.
    case silence
    /// Watches what is not answered.
    case watch
    /// Gives a memory what RAM has proven to take.
    case memory(ConfigurationLayer)
    /// Saves everything.
    case save
    /// One of the commands that save, by its place; they are sent one by one.
    case command(Int)
  }

  /// Baud up to which sentences of four systems may fill a line.
  private static let crowdedBaudRate: UInt32 = 19_200
  /// Keys in one message; where the line damages every hundredth byte, long ones hardly come whole.
  private static let keysOnDamagedLine = 4

  let wishes: [ConfigurationValue]
  let dialect: CommandDialect
  let port: ReceiverPort
  let persistence: ConfigurationLayers
  /// The wish that is the speed of our own line.
  let rateWish: Int?
  let stages: [Stage]

  init(
    _ wishes: [ConfigurationValue], _ dialect: CommandDialect, _ port: ReceiverPort,
    _ persistence: ConfigurationLayers, _ baudRate: UInt32?
  ) {
    self.wishes = wishes
    self.dialect = dialect
    self.port = port
    self.persistence = persistence
    let key = baudRate == nil ? nil : ConfigurationKey.baudRate(of: port)
    rateWish = wishes.firstIndex { $0.key == key }
    switch dialect {
    case .none: stages = []
    case .uBloxKeys:
      let layers: [ConfigurationLayer] = [.batteryBacked, .flash]
      stages =
        [.settings, .silence, .rate]
        + layers.filter { persistence.contains($0 == .flash ? .flash : .batteryBacked) }
        .map { .memory($0) }
    case .uBloxLegacy:
      stages = [.settings, .silence, .rate] + (persistence.isEmpty ? [] : [.save])
    default:
      let saves: [Stage] = persistence.isEmpty ? [] : [.save]
      let isRaised = rateWish.map { wishes[$0].bits > UInt64(baudRate ?? 0) } ?? false
      if SentenceDialect.startsToApply(dialect), !persistence.isEmpty {
        stages = [.look, .rate, .settings, .save, .watch]
      } else {
        // A faster line comes first: receivers refuse a period for which the line is too slow, and one
        // that does not refuse it cannot be seen to keep it. A slower one comes when there is less to say.
        stages =
          isRaised
          ? [.rate, .settings, .watch] + saves : [.settings, .watch, .rate] + saves
      }
    }
  }

  /// Whether it starts anew before what it was told counts.
  var startsAnew: Bool { stages.first == .look }

  /// The memories that a stage is about.
  func memories(of stage: Stage) -> ConfigurationLayers {
    switch stage {
    case .memory(.flash): .flash
    case .memory: .batteryBacked
    case .save: persistence
    default: []
    }
  }

  /// Whether any message names a wish.
  func isExpressible(_ index: Int, _ wish: ConfigurationValue) -> Bool {
    switch dialect {
    case .none: false
    case .uBloxKeys: true
    case .uBloxLegacy: !LegacyPlace.all(of: wish).isEmpty
    default:
      index == rateWish
        ? SentenceDialect.rate(UInt32(truncatingIfNeeded: wish.bits), dialect, port) != nil
        : commands.contains { $0.wishes.contains(index) }
    }
  }

  /// Whether what comes shows whether a wish is fulfilled.
  func isVisible(_ wish: Int) -> Bool {
    !dialect.isUBX
      && (wishes[wish].key == .measurementPeriod
        || SentenceDialect.row(wishes[wish].key, port) != nil)
  }

  /// The commands of a dialect of sentences.
  var commands: [SentenceCommand] { SentenceDialect.commands(wishes, dialect, port) }

  /// The commands that save, each after the answer to the one before.
  var savingCommands: [SentenceCommand] {
    SentenceDialect.save(dialect, period: period ?? 1000)
  }

  /// Milliseconds from one position to the next, where that is wished.
  var period: UInt64? { wishes.first { $0.key == .measurementPeriod }?.bits }

  /// The wishes that have no stage of their own.
  var settings: [Int] {
    wishes.indices.filter { $0 != rateWish && !wishes[$0].silencesSentences(port) }
  }

  /// The messages that wishes are in.
  ///
  /// - Parameters:
  ///   - indices: the wishes.
  ///   - layer: the memory that they are in.
  ///   - baudRate: of the line.
  ///   - isDamaged: whether that damages what it carries.
  /// - Returns: one for each message.
  func groups(
    _ indices: [Int], in layer: ConfigurationLayer = .ram, baudRate: UInt32? = nil,
    isDamaged: Bool = false
  ) -> [SettingGroup] {
    switch dialect {
    case .none: return []
    case .uBloxKeys:
      let size = isDamaged ? Self.keysOnDamagedLine : CfgValSet.maximumValues
      return stride(from: 0, to: indices.count, by: size).map {
        let part = [Int](indices[$0..<min($0 &+ size, indices.count)])
        return SettingGroup(.keys(part.map { wishes[$0] }, layer), of: part)
      }
    case .uBloxLegacy: return legacyGroups(indices, baudRate)
    default:
      return commands.filter { $0.wishes.isEmpty || $0.wishes.contains(where: indices.contains) }
        .map { SettingGroup(.sentence($0), of: $0.wishes) }
    }
  }

  private func legacyGroups(_ indices: [Int], _ baudRate: UInt32?) -> [SettingGroup] {
    var parts: [(message: LegacyMessage, places: [LegacyPlace], wishes: [Int])] = []
    for wish in indices {
      for place in LegacyPlace.all(of: wishes[wish]) {
        if let index = parts.firstIndex(where: { $0.message == place.message }) {
          parts[index].places.append(place)
          parts[index].wishes.append(wish)
        } else {
          parts.append((place.message, [place], [wish]))
        }
      }
    }
    return parts.map { part in
      let own = part.message == .port(port.rawValue) ? baudRate : nil
      return SettingGroup(.legacy(part.message, part.places, baudRate: own), of: part.wishes)
    }
  }

  /// Returns the commands that switch off the unwanted reports on a slow line, sent before anything
  /// is asked; empty for a fast line.
  ///
  /// With keys it is one message, which also requests the reports that replace the sentences: the
  /// receiver accepts all of it or nothing. The older message for a port sets the whole port at
  /// once, so it is not sent before the port's settings were read. But each sentence has a message
  /// of its own, and short ones switch off the sentences that fill the line, on the port at which
  /// they are received. Sentences with a position continue until UBX positions come.
  func muting(baudRate: UInt32?) -> [UInt8] {
    guard let baudRate, baudRate <= Self.crowdedBaudRate,
      wishes.contains(where: { $0.silencesSentences(port) })
    else { return [] }
    if dialect == .uBloxKeys {
      let values = wishes.filter { $0.silencesSentences(port) || $0.isOfReports(port) }
      return CfgValSet(values, in: .ram).encode()
    }
    // GSV, GSA, GLL and VTG.
    let numbers: [UInt8] = [3, 2, 1, 5]
    return numbers.flatMap {
      UBXFrame.encode(LegacyMessage.message(0xF0, $0).id, [0xF0, $0, 0].span)
    }
  }

  /// The question that ends a round; `nil` if the dialect has none.
  var fence: RoundFence? {
    switch dialect {
    case .uBloxKeys: .keys
    case .uBloxLegacy: .legacy
    default: nil
    }
  }
}
