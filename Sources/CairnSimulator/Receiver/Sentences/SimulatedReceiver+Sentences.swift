internal import CairnTypes

extension SimulatedReceiver {
  /// Does what a command sentence asks for; the answers leave by the port.
  mutating func answer(_ command: SentenceCommand) {
    guard plan.hearsSentences else { return }
    let before = settings
    for dialect in traits.commands {
      guard let effects = dialect(command, &settings) else { continue }
      let oldRate = plan.baudRate
      if settings.baudRate != before.baudRate { overriddenBaudRate = nil }
      configurationChanged()
      if settings.systems != before.systems { systemsChanged() }
      for effect in effects { perform(effect, oldRate) }
      return
    }
  }

  private mutating func perform(_ effect: CommandEffect, _ oldRate: UInt32) {
    switch effect {
    case .reply(let text): reply(Self.sentence(text), isAcknowledgement: true)
    case .replyBeforeChange(let text):
      reply(Self.sentence(text), isAcknowledgement: true, baudRate: oldRate)
    case .save: savedSettings = settings
    case .forget: savedSettings = nil
    case .reload:
      let before = settings
      settings = savedSettings ?? factorySettings
      configurationChanged()
      if settings.systems != before.systems { systemsChanged() }
    case .restart(let start): restart(knowing: start)
    case .sleep(let sleep): fallAsleep(sleep)
    case .navigate(true): if !isNavigating { navigate() }
    case .navigate(false): stopNavigation()
    }
  }

  /// Starts again, having forgotten what such a start does not know; the settings stay.
  private mutating func restart(knowing start: ReceiverStart) {
    noteTracking()
    switch start {
    case .cold: memory = Knowledge()
    case .warm, .aided: memory.ephemerides = nil
    case .hot: break
    }
    boot(at: now, after: traits.wakeTime, restoring: false)
  }

  /// A sentence around its text.
  static func sentence(_ text: String) -> [UInt8] {
    let body = Array(text.utf8)
    let sum = body.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    let check = sum < 0x10 ? "0" + digits : digits
    return [UInt8(ascii: "$")] + body + Array("*\(check)\r\n".utf8)
  }
}
