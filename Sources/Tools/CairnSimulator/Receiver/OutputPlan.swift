internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

/// Messages that a receiver sends, and protocols that it accepts, at the host's port, derived once
/// from its configuration.
struct OutputPlan: Sendable {
  enum PowerMode: UInt64, Sendable {
    case full = 0
    case onOff = 1
    case cyclic = 2
  }

  var baudRate: UInt32 = 9600
  var period = Duration.seconds(1)
  var hearsUBX = false
  var hearsSentences = false
  var hearsCorrections = false
  var sendsUBX = false
  var sendsNMEA = true
  /// Sentences in the order they are sent, each sent every `every` epochs.
  var sentences: [(formatter: SentenceFormatter, every: Int)] = []
  /// UBX messages, in the same form as `sentences`.
  var messages: [(output: UBXOutput, every: Int)] = []
  var reportsCorrections = false
  var powerMode = PowerMode.full
  /// Time between two positions in on/off or cyclic operation.
  var positionPeriod = Duration.seconds(1)
  /// Time of continuous navigation before the first pause.
  var onTime = Duration.zero

  init() {}

  init(_ settings: SentenceSettings, _ traits: ReceiverTraits) {
    baudRate = settings.baudRate
    period = settings.period
    hearsSentences = !traits.commands.isEmpty
    sentences = traits.sentences.compactMap { sentence in
      var every = settings.rates[sentence.0] ?? 0
      if traits.thinsFastReports, settings.period < .seconds(1) {
        switch sentence.0 {
        case "RMC", "GGA": break
        case "GSA", "GSV": every *= max(1, 1000 / settings.milliseconds)
        default: every = 0
        }
      }
      return every > 0 ? (sentence.0, every) : nil
    }
  }

  init(
    _ store: ConfigurationStore, _ traits: ReceiverTraits,
    _ configuration: SimulatedReceiver.Configuration
  ) {
    let port = configuration.port
    let offset = UInt32(port.rawValue)
    baudRate = UInt32(clamping: store[Key.baudRate(port)])
    let milliseconds = store[Key.measurementPeriod] * max(1, store[Key.measurementsPerEpoch])
    period = .milliseconds(Int64(clamping: max(1, milliseconds)))
    let isUART = port == .uart1 || port == .uart2
    let isOpen = !isUART || store[Key.isEnabled(port)] != 0
    hearsUBX = isOpen && store[Key.takes(1, port)] != 0
    hearsSentences = isOpen && store[Key.takes(2, port)] != 0
    hearsCorrections =
      isOpen && traits.uBlox?.takesCorrections == true && store[Key.takes(4, port)] != 0
    sendsUBX = isOpen && store[Key.sends(1, port)] != 0
    sendsNMEA = isOpen && store[Key.sends(2, port)] != 0
    let rates = store.book.outputs
    sentences = traits.sentences.compactMap { sentence in
      guard
        let number = FactoryConfiguration.sentenceNumbers.first(where: {
          $0.name == sentence.0.description
        })?.number, let key = rates[MessageID(.init(rawValue: 0xF0), number)]
      else { return nil }
      let every = Int(clamping: store[key + offset])
      return every > 0 ? (sentence.0, every) : nil
    }
    for output in UBXOutput.allCases {
      guard let key = rates[output.id] else { continue }
      let every = Int(clamping: store[key + offset])
      guard every > 0 else { continue }
      if output == .rxmRTCM { reportsCorrections = true } else { messages.append((output, every)) }
    }
    if traits.draw.cyclic != nil {
      powerMode = PowerMode(rawValue: store[Key.powerMode]) ?? .full
      positionPeriod = .seconds(Int64(clamping: min(store[Key.positionPeriod], 1 << 32)))
      onTime = .seconds(Int64(clamping: min(store[Key.onTime], 1 << 32)))
    }
  }
}

extension SimulatedReceiver {
  /// Updates everything derived from the configuration; must be called after each change of it.
  mutating func configurationChanged() {
    plan = talksUBX ? OutputPlan(store, traits, configuration) : OutputPlan(settings, traits)
    if let overriddenBaudRate { plan.baudRate = overriddenBaudRate }
    configuration.baudRate = plan.baudRate
    configuration.rate = 1 / plan.period.inSeconds
    if nextEpoch > now + plan.period { nextEpoch = now + plan.period }
    guard talksUBX else { return }
    configuration.output =
      !plan.sendsNMEA ? .ubx : plan.messages.isEmpty || !plan.sendsUBX ? .nmea : .both
  }

  /// Restarts the search with the new systems, keeping the receiver's data.
  mutating func systemsChanged() {
    configuration.systems = talksUBX ? store.systems : settings.systems
    sky = Sky(seed: configuration.seed, systems: configuration.systems)
    skyView = SkyView()
    guard phase == .running, isNavigating else { return }
    noteTracking()
    navigate()
  }

  var talksUBX: Bool { traits.talksUBX }
}

extension FactoryConfiguration {
  /// Returns the values that a simulated receiver has from the start, on top of firmware defaults.
  static func overlay(
    of configuration: SimulatedReceiver.Configuration, _ traits: ReceiverTraits
  ) -> [UInt32: UInt64] {
    guard traits.talksUBX else { return [:] }
    let book = KeyBook.of(configuration.personality)
    let port = configuration.port
    var values: [UInt32: UInt64] = [:]
    values[Key.baudRate(port)] = UInt64(configuration.baudRate)
    values[Key.measurementPeriod] = UInt64(max(1, 1000 / configuration.rate + 0.5))
    for (system, key, signal) in Key.systems where book.items[key] != nil {
      let isReceived = configuration.systems.contains(system)
      values[key] = isReceived ? 1 : 0
      // A system keeps its other signals.
      values[signal] = isReceived ? 1 : 0
    }
    if configuration.output != .nmea {
      values[Key.sends(2, port)] = configuration.output == .ubx ? 0 : 1
      for output: UBXOutput in [.navDOP, .navPVT, .navSat, .navEOE] {
        if let key = book.outputs[output.id] { values[key + UInt32(port.rawValue)] = 1 }
      }
    }
    return values
  }
}
