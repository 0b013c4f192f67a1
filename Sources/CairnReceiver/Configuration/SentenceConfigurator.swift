internal import CairnTypes
internal import CairnUBX

/// Configures a receiver that understands sentences alone.
///
/// Such receivers cannot say what they have, so that everything is sent. An answer, or what is reported
/// afterwards where there is none, tells whether it was taken; what was not is sent again. Acknowledgements
/// of such receivers are not proofs that the value is kept.
///
/// A receiver that takes what is saved at its next start only is looked at before: what it does already
/// is not saved again.
struct SentenceConfigurator: Sendable {
  private enum Phase: Equatable {
    case looking, raising
    /// Sends what is not known to be taken, so many times before.
    case sending(Int)
    /// Looks at what is reported, after so many times.
    case observing(Int)
    case lowering, saving, restarting, ended
  }

  /// How long what was reported before a command may still arrive.
  private static let settling = Duration.milliseconds(1200)
  /// The same where all was answered: behind an answer comes the rest of one epoch at most.
  private static let settlingWhenAnswered = Duration.milliseconds(100)
  /// How often commands are sent at most.
  private static let tries = 3
  /// How long a receiver may need to start anew.
  private static let starting = Duration.seconds(6)

  private(set) var report: ConfigurationReport?

  private let wishes: [ConfigurationValue]
  private let dialect: CommandDialect
  private let setup: ReceiverSetup
  /// Why each wish is not fulfilled, as far as is known; `nil` for one that is.
  private var refusals: [WishRefusal?]
  /// Whether a command for each was acknowledged: to send it again is no use.
  private var isAcknowledged: [Bool]
  private var exchange: SentenceExchange?
  private var observation: SentenceObservation?
  private var rate: RateChange?
  private var line: Line
  private var phase = Phase.raising
  private var warnings: [LayerWarning] = []

  init(
    wishes: [ConfigurationValue], dialect: CommandDialect, setup: ReceiverSetup, line: Line
  ) {
    self.wishes = wishes
    self.dialect = dialect
    self.line = line
    self.setup = setup
    refusals = [WishRefusal?](repeating: .unsupported, count: wishes.count)
    isAcknowledged = [Bool](repeating: false, count: wishes.count)
    for command in commands {
      for wish in command.wishes { refusals[wish] = .noAnswer }
    }
  }

  /// All commands that the wishes need.
  private var commands: [SentenceCommand] {
    SentenceDialect.commands(wishes, dialect, setup.port)
  }

  private var persistence: ConfigurationLayers { setup.persistence.subtracting(.ram) }

  var isChangingRate: Bool { rate != nil }

  var nextDeadline: MonotonicTime? {
    report == nil ? rate?.deadline ?? observation?.end ?? exchange?.deadline : nil
  }

  mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    if startsAnew {
      phase = .looking
      observe(from: now)
    } else {
      raise(at: now, &port)
    }
  }

  // MARK: - What happens

  /// Bytes came, whether they belong to a frame or not.
  mutating func noteBytes(at now: MonotonicTime, isDamagedFrame: Bool) {
    if isDamagedFrame { line.noteFrame(at: now) } else { line.noteBytes(at: now) }
  }

  /// All bytes, after the frames in them.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil else { return }
    rate?.receive(bytes: bytes, at: now, over: &line, &port)
    finishRate(at: now, &port)
    observation?.receive(bytes: bytes, at: now)
    judgeEarly(at: now, &port)
  }

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard report == nil, info.isChecked else { return }
    line.noteFrame(at: now)
    if rate != nil {
      rate?.receive(frame, info, at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    guard info.wireProtocol == .nmea else { return }
    if observation != nil {
      observation?.receive(frame, at: now)
      return judgeEarly(at: now, &port)
    }
    exchange?.receive(frame, at: now, over: &line, &port)
    finishExchange(at: now, &port)
  }

  mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil, let deadline = nextDeadline, now >= deadline else { return }
    rate?.fire(at: now, over: &line, &port)
    exchange?.fire(at: now, over: &line, &port)
    if observation != nil { return judge(at: now, &port) }
    finishRate(at: now, &port)
    finishExchange(at: now, &port)
  }

  // MARK: - From one step to the next

  private mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    switch phase {
    case .looking:
      if refusals.allSatisfy({ $0 == nil || $0 == .unsupported }) {
        return finish(isUntouched: true)
      }
      for wish in wishes.indices where refusals[wish] != .unsupported { refusals[wish] = .noAnswer }
      phase = .raising
      raise(at: now, &port)
    case .raising: send(0, at: now, &port)
    case .sending where startsAnew: save(at: now, &port)
    case .sending(let count):
      phase = .observing(count)
      if watched.isEmpty { return advance(at: now, &port) }
      let settling =
        exchange?.isTakenIn == true ? Self.settlingWhenAnswered : Self.settling
      observe(from: max(now, exchange?.left ?? now) + settling)
    case .observing(let count):
      if repeats, watched.contains(where: { !isAcknowledged[$0] }) {
        return send(count &+ 1, at: now, &port)
      }
      phase = .lowering
      lower(at: now, &port)
    case .lowering:
      if persistence.isEmpty { finish() } else { save(at: now, &port) }
    case .saving where startsAnew:
      phase = .restarting
      observe(from: max(now, exchange?.left ?? now) + Self.settling)
    case .saving, .restarting, .ended: finish()
    }
  }

  /// Sends the commands of wishes that are not known to be fulfilled, and what asks for an answer behind them.
  private mutating func send(_ count: Int, at now: MonotonicTime, _ port: inout PortActions) {
    phase = .sending(count)
    start(
      commands.filter { command in
        command.wishes.isEmpty || command.wishes.contains { isOpen($0) && !isAcknowledged[$0] }
      }, areTogether: true, at: now, &port)
  }

  /// Whether it is not known whether a wish is fulfilled, or what is reported speaks against it.
  private func isOpen(_ wish: Int) -> Bool {
    switch refusals[wish] {
    case .noAnswer, .notKept: true
    default: false
    }
  }

  private mutating func start(
    _ commands: [SentenceCommand], areTogether: Bool, at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    exchange = SentenceExchange(commands, areTogether: areTogether, at: now)
    exchange?.begin(at: now, over: &line, &port)
    finishExchange(at: now, &port)
  }

  private mutating func finishExchange(at now: MonotonicTime, _ port: inout PortActions) {
    guard rate == nil, observation == nil, let over = exchange, over.isOver else { return }
    for (command, state) in zip(over.commands, over.states) {
      switch state {
      case .awaited: break
      case .done:
        for wish in command.wishes { isAcknowledged[wish] = true }
        guard SentenceDialect.isProof(dialect) || !command.wishes.contains(where: isVisible)
        else { continue }
        for wish in command.wishes { refusals[wish] = nil }
      case .silent:
        if command.isStoring { warn(.noAnswer) }
      case .failed(let reason):
        if command.isStoring { warn(reason) }
        for wish in command.wishes { refusals[wish] = reason }
      }
    }
    // It does not hear: what it does it does by itself.
    if over.isVain {
      return finish(isReachable: !line.isSilent(at: now))
    }
    advance(at: now, &port)
  }

  // MARK: - The speed

  /// The wish that is the speed of our own line.
  private var rateWish: Int? {
    let key = line.baudRate == nil ? nil : ConfigurationKey.baudRate(of: setup.port)
    return wishes.firstIndex { $0.key == key }
  }

  /// A faster line comes first: receivers refuse a period for which the line is too slow, and one that
  /// does not refuse it cannot be seen to keep it.
  private mutating func raise(at now: MonotonicTime, _ port: inout PortActions) {
    changeRate(at: now, &port) { $0 >= $1 }
  }

  /// A slower one comes when there is less to say.
  private mutating func lower(at now: MonotonicTime, _ port: inout PortActions) {
    changeRate(at: now, &port) { $0 < $1 }
  }

  private mutating func changeRate(
    at now: MonotonicTime, _ port: inout PortActions, if isDue: (UInt32, UInt32) -> Bool
  ) {
    guard let rateWish, let old = line.baudRate else { return advance(at: now, &port) }
    let new = UInt32(truncatingIfNeeded: wishes[rateWish].bits)
    if new == old { refusals[rateWish] = nil }
    guard new != old, isDue(new, old),
      let change = SentenceDialect.rate(new, dialect, setup.port),
      let restore = SentenceDialect.rate(old, dialect, setup.port)
    else { return advance(at: now, &port) }
    rate = RateChange(
      from: old, to: new, change: change, restore: restore, question: .sentence(dialect),
      silence: silence)
    rate?.begin(at: now, over: &line, &port)
  }

  /// Milliseconds from one position to the next, where that is wished.
  private var period: UInt64? { wishes.first { $0.key == .measurementPeriod }?.bits }

  /// How long the receiver says nothing between two epochs, and a half more.
  private var silence: Duration {
    .milliseconds(Int64(min(period ?? 1000, 10_000) &* 3 / 2))
  }

  private mutating func finishRate(at now: MonotonicTime, _ port: inout PortActions) {
    guard let result = rate?.result, let rateWish else { return }
    rate = nil
    switch result {
    case .reached: refusals[rateWish] = nil
    case .heard: refusals[rateWish] = .rateNotReached
    case .lost:
      refusals[rateWish] = .rateNotReached
      return finish(isReachable: false)
    }
    advance(at: now, &port)
  }

  // MARK: - What is seen

  /// Whether commands that are not obeyed may have been lost, and are sent again.
  private var repeats: Bool {
    if case .observing(let count) = phase { count &+ 1 < Self.tries } else { false }
  }

  /// Whether what comes shows whether a wish is fulfilled.
  private func isVisible(_ wish: Int) -> Bool {
    wishes[wish].key == .measurementPeriod
      || SentenceDialect.row(wishes[wish].key, setup.port) != nil
  }

  /// The wishes of which only what is seen tells whether they are fulfilled.
  private var watched: [Int] { wishes.indices.filter { isVisible($0) && isOpen($0) } }

  /// Whether it starts anew before what it was told counts.
  private var startsAnew: Bool {
    SentenceDialect.startsToApply(dialect) && !persistence.isEmpty
  }

  private mutating func observe(from start: MonotonicTime) {
    let epochs = SentenceObservation.patience(for: watched.map { wishes[$0] }, setup.port)
    observation = SentenceObservation(
      from: start, for: phase == .restarting ? epochs + Self.starting : epochs,
      baudRate: line.baudRate)
  }

  /// Judges as soon as enough was seen.
  private mutating func judgeEarly(at now: MonotonicTime, _ port: inout PortActions) {
    guard let observation else { return }
    let watched = watched.map { wishes[$0] }
    if observation.isEnough(for: watched, setup.port, epochs: 2)
      || repeats && observation.contradicts(watched, setup.port)
    {
      judge(at: now, &port)
    }
  }

  private mutating func judge(at now: MonotonicTime, _ port: inout PortActions) {
    guard let seen = observation else { return }
    observation = nil
    for wish in watched { refusals[wish] = seen.refusal(of: wishes[wish], setup.port) }
    // What no command sets may be as it is wished nevertheless.
    for wish in wishes.indices
    where wishes[wish].key == .measurementPeriod && refusals[wish] == .unsupported {
      if seen.refusal(of: wishes[wish], setup.port) == nil { refusals[wish] = nil }
    }
    if line.isSilent(at: now) { return finish(isReachable: false) }
    advance(at: now, &port)
  }

  // MARK: - The end

  private mutating func save(at now: MonotonicTime, _ port: inout PortActions) {
    phase = .saving
    let commands = SentenceDialect.save(dialect, period: period ?? 1000)
    if commands.isEmpty {
      warn(.unsupported)
      return finish()
    }
    guard startsAnew || refusals.contains(nil) else { return finish() }
    start(commands, areTogether: false, at: now, &port)
  }

  private mutating func warn(_ reason: WishRefusal) {
    for layer in [ConfigurationLayers.batteryBacked, .flash] where persistence.contains(layer) {
      warnings.append(LayerWarning(layer, reason))
    }
  }

  private mutating func finish(isReachable: Bool = true, isUntouched: Bool = false) {
    phase = .ended
    var summary = ConfigurationReport()
    for (wish, refusal) in zip(wishes, refusals) {
      if let refusal {
        summary.refused.append(RefusedWish(wish, refusal))
      } else if isUntouched {
        summary.unchanged &+= 1
      } else {
        summary.applied &+= 1
      }
    }
    if warnings.isEmpty, !isReachable { warn(.noAnswer) }
    summary.layerWarnings = warnings
    summary.baudRate = line.baudRate
    summary.isReachable = isReachable
    report = summary
  }
}
