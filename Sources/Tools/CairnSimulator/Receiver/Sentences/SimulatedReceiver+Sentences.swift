internal import CairnTypes

extension SimulatedReceiver {
  /// Performs a command sentence; the answers leave through the port.
  mutating func answer(_ command: SentenceCommand) {
    let isAwake =
      isNavigating || traits.commands.allSatisfy { $0.isHeardWhileStopped(command, settings) }
    guard plan.hearsSentences, isAwake,
      let dialect = traits.commands.first(where: { command.address.hasPrefix($0.prefix) })
    else { return }
    let before = settings
    let context = SentenceContext(factory: factorySettings, isNavigating: isNavigating)
    var after = settings
    var effects = dialect.answer(command, &after, context)
    let changes = after.changes(since: before, configuration.port)
    if changes.contains(where: { configuration.faults.contains(.refuses(key: $0)) }) {
      effects = dialect.refuse(command)
    } else {
      after.restore(faults.ignoredKeys, from: before, configuration.port)
      settings = after
    }
    let oldRate = plan.baudRate
    if settings.baudRate != before.baudRate { overriddenBaudRate = nil }
    configurationChanged()
    if settings.systems != before.systems { systemsChanged() }
    for effect in effects { perform(effect, oldRate) }
  }

  private mutating func perform(_ effect: CommandEffect, _ oldRate: UInt32) {
    switch effect {
    case .reply(let text): reply(Self.sentence(text), isAcknowledgement: true)
    case .replyBeforeChange(let text):
      reply(Self.sentence(text), isAcknowledgement: true, baudRate: oldRate)
    case .replyLater(let text, let delay):
      reply(Self.sentence(text), isAcknowledgement: true, after: delay)
    case .answer(let text): reply(Self.sentence(text))
    case .save: savedSettings = settings
    case .keepSpeed:
      var kept = savedSettings ?? factorySettings
      kept.baudRate = settings.baudRate
      savedSettings = kept
    case .forget: savedSettings = nil
    case .reload:
      let before = settings
      settings = savedSettings?.started ?? factorySettings
      overriddenBaudRate = nil
      configurationChanged()
      if settings.systems != before.systems { systemsChanged() }
    case .restart(let start): restart(knowing: start)
    case .reboot:
      noteTracking()
      boot(at: now, after: traits.wakeTime)
    case .sleep(let sleep): fallAsleep(sleep)
    case .navigate(true): if !isNavigating { navigate() }
    case .navigate(false): stopNavigation()
    }
  }

  /// Sends the sentences that announce a start.
  mutating func greet() {
    for text in traits.greeting { offer(Self.sentence(text)) }
  }

  /// Restarts with only the knowledge that such a start has; the settings stay.
  private mutating func restart(knowing start: ReceiverStart) {
    noteTracking()
    switch start {
    case .cold: memory = Knowledge()
    case .warm, .aided: memory.ephemerides = nil
    case .hot: break
    }
    boot(at: now, after: traits.wakeTime, restoring: false)
  }

  /// Returns a complete sentence for its text.
  static func sentence(_ text: String) -> [UInt8] {
    let body = Array(text.utf8)
    let sum = body.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    let check = sum < 0x10 ? "0" + digits : digits
    return [UInt8(ascii: "$")] + body + Array("*\(check)\r\n".utf8)
  }
}
