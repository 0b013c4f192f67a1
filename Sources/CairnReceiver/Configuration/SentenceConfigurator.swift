internal import CairnTypes
internal import CairnUBX

/// Sends the sentences that fulfil wishes, to a receiver that understands no UBX.
///
/// Such receivers cannot say what they have, so that everything is sent; an answer, or what is seen
/// afterwards where there is none, tells whether it was taken. Acknowledgements of such receivers are
/// not proofs that the value is kept.
struct SentenceConfigurator: Sendable {
  private enum Phase { case raising, sending, observing, lowering, saving, ended }

  /// How long what was reported before a command may still arrive.
  private static let settling = Duration.milliseconds(1200)
  /// How long an announced answer may take.
  private static let processing = Duration.seconds(3)

  private(set) var report: ConfigurationReport?

  private let wishes: [ConfigurationValue]
  private let dialect: CommandDialect
  private let port: ReceiverPort
  private let persistence: ConfigurationLayers
  private let rateWish: Int?
  private var refusals: [WishRefusal?]
  private var commands: [SentenceCommand]
  /// The command whose answer is awaited.
  private var current = 0
  private var exchange: Exchange?
  private var unanswered: [Int] = []
  private var observation: SentenceObservation?
  private var rate: RateChange?
  private var line: Line
  private var phase = Phase.raising
  private var lastSent = MonotonicTime(nanoseconds: .min)
  private var warnings: [LayerWarning] = []
  private var isHeard = false
  /// Whether the speed was changed, or found to be right.
  private var hasChangedRate = false
  private var isReachable = true

  init(
    wishes: [ConfigurationValue], dialect: CommandDialect, setup: ReceiverSetup, line: Line
  ) {
    self.wishes = wishes
    self.dialect = dialect
    self.line = line
    port = setup.port
    persistence = setup.persistence.subtracting(.ram)
    commands = SentenceDialect.commands(wishes, dialect, setup.port)
    refusals = [WishRefusal?](repeating: .unsupported, count: wishes.count)
    for command in commands {
      for wish in command.wishes { refusals[wish] = .noAnswer }
    }
    let key = line.baudRate == nil ? nil : ConfigurationKey.baudRate(of: setup.port)
    rateWish = wishes.firstIndex { $0.key == key }
  }

  var nextDeadline: MonotonicTime? {
    guard report == nil else { return nil }
    return rate?.deadline ?? observation?.end ?? exchange?.deadline
  }

  mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    if isRaising {
      changeRate(at: now, &port)
    } else {
      advance(at: now, &port)
    }
  }

  /// A faster line comes first: receivers refuse a period for which the line is too slow, and one that
  /// does not refuse it cannot be seen to keep it. A slower one comes when there is less to say.
  private var isRaising: Bool {
    guard let rateWish, let old = line.baudRate else { return false }
    return wishes[rateWish].bits > UInt64(old)
  }

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard report == nil, info.isChecked else { return }
    isHeard = true
    if rate != nil {
      rate?.receive(frame, info, at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    guard info.wireProtocol == .nmea else { return }
    if observation != nil {
      observation?.receive(frame, at: now)
      let watched = unanswered.map { wishes[$0] }
      if observation?.isEnough(for: watched, self.port) == true { judge(at: now, &port) }
      return
    }
    guard exchange != nil, commands.indices.contains(current),
      let verdict = commands[current].reply.verdict(frame)
    else { return }
    switch verdict {
    case .waiting: exchange?.extend(to: now + Self.processing)
    case .done:
      set(commands[current].wishes, nil)
      next(at: now, &port)
    case .failed(let reason):
      set(commands[current].wishes, reason)
      if phase == .saving { warn(reason) }
      next(at: now, &port)
    }
  }

  mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil, let deadline = nextDeadline, now >= deadline else { return }
    if rate != nil {
      rate?.fire(at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    if observation != nil { return judge(at: now, &port) }
    if exchange?.send(at: now, over: &line, &port) == true { return }
    if phase == .saving { warn(.noAnswer) }
    if !isHeard {
      // Nothing came since the command was sent first: there is nobody.
      isReachable = false
      return finish()
    }
    next(at: now, &port)
  }

  private mutating func set(_ group: [Int], _ reason: WishRefusal?) {
    for wish in group { refusals[wish] = reason }
  }

  private mutating func next(at now: MonotonicTime, _ port: inout PortActions) {
    exchange = nil
    current &+= 1
    while commands.indices.contains(current) {
      let command = commands[current]
      guard case .none = command.reply else {
        isHeard = false
        exchange = Exchange(command.sentence, answerLength: 32)
        _ = exchange?.send(at: now, over: &line, &port)
        return
      }
      lastSent = line.send(command.sentence, at: now, &port)
      unanswered += command.wishes
      if phase == .saving { warn(.noAnswer) }
      current &+= 1
    }
    advance(at: now, &port)
  }

  private mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    switch phase {
    case .raising:
      phase = .sending
      current = -1
      next(at: now, &port)
    case .sending:
      phase = .observing
      if unanswered.isEmpty { return advance(at: now, &port) }
      let start = max(now, lastSent) + Self.settling
      observation = SentenceObservation(from: start, for: patience, baudRate: line.baudRate)
    case .observing:
      phase = .lowering
      if hasChangedRate { advance(at: now, &port) } else { changeRate(at: now, &port) }
    case .lowering:
      phase = .saving
      guard !persistence.isEmpty, refusals.contains(nil) else { return finish() }
      guard let save = SentenceDialect.save(dialect) else {
        warn(.unsupported)
        return finish()
      }
      commands = [save]
      current = -1
      next(at: now, &port)
    case .saving, .ended: finish()
    }
  }

  /// Changes the speed, where it is wished and there is a command for it; goes on afterwards.
  private mutating func changeRate(at now: MonotonicTime, _ port: inout PortActions) {
    hasChangedRate = true
    guard let rateWish, let old = line.baudRate else { return advance(at: now, &port) }
    let new = UInt32(truncatingIfNeeded: wishes[rateWish].bits)
    guard let change = SentenceDialect.rate(new, dialect),
      let restore = SentenceDialect.rate(old, dialect)
    else { return advance(at: now, &port) }
    refusals[rateWish] = nil
    guard new != old else { return advance(at: now, &port) }
    rate = RateChange(
      from: old, to: new, change: change, restore: restore, question: .sentence(dialect),
      silence: silence)
    rate?.begin(at: now, over: &line, &port)
  }

  /// How long the receiver says nothing between two epochs, and a half more.
  private var silence: Duration {
    for wish in wishes where wish.key == .measurementPeriod {
      return .milliseconds(Int64(min(wish.bits, 10_000) &* 3 / 2))
    }
    return .milliseconds(1500)
  }

  /// As long as the rarest wished sentence takes, and a few epochs.
  private var patience: Duration {
    var milliseconds: UInt64 = 1000
    var rarest: UInt64 = 1
    for wish in unanswered.map({ wishes[$0] }) {
      if wish.key == .measurementPeriod { milliseconds = wish.bits }
      if SentenceDialect.row(wish.key, port) != nil { rarest = max(rarest, wish.bits) }
    }
    return .milliseconds(Int64(min(max(milliseconds &* (rarest &+ 3), 4000), 60_000)))
  }

  private mutating func judge(at now: MonotonicTime, _ port: inout PortActions) {
    guard let seen = observation else { return }
    observation = nil
    for wish in unanswered {
      refusals[wish] = seen.isHeard ? seen.refusal(of: wishes[wish], self.port) : .noAnswer
    }
    isReachable = isHeard
    advance(at: now, &port)
  }

  private mutating func finishRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let result = rate?.result, let rateWish else { return }
    rate = nil
    switch result {
    case .reached: refusals[rateWish] = nil
    case .heard: refusals[rateWish] = .rateNotReached
    case .lost:
      refusals[rateWish] = .rateNotReached
      isReachable = false
      return finish()
    }
    advance(at: now, &port)
  }

  private mutating func warn(_ reason: WishRefusal) {
    for layer in [ConfigurationLayers.batteryBacked, .flash] where persistence.contains(layer) {
      warnings.append(LayerWarning(layer, reason))
    }
  }

  private mutating func finish() {
    phase = .ended
    var summary = ConfigurationReport()
    for (wish, refusal) in zip(wishes, refusals) {
      if let refusal {
        summary.refused.append(RefusedWish(wish, refusal))
      } else {
        summary.applied &+= 1
      }
    }
    if !persistence.isEmpty, warnings.isEmpty, !isReachable { warn(.noAnswer) }
    summary.layerWarnings = warnings
    summary.baudRate = line.baudRate
    summary.isReachable = isReachable
    report = summary
  }
}
