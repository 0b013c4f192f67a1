internal import CairnTypes
internal import CairnUBX

/// Sends the sentences that fulfil wishes, to a receiver that understands no UBX.
///
/// Such receivers cannot say what they have, so that everything is sent; an answer, or what is seen
/// afterwards where there is none, tells whether it was taken. Acknowledgements of such receivers are
/// not proofs that the value is kept.
///
/// A receiver that takes what is saved at its next start only is looked at before: what it does already
/// is not saved again.
struct SentenceConfigurator: Sendable {
  private enum Phase { case looking, raising, sending, observing, lowering, saving, ended }

  /// How long what was reported before a command may still arrive.
  private static let settling = Duration.milliseconds(1200)
  /// The same where all was answered: behind an answer comes the rest of one epoch at most.
  private static let settlingWhenAnswered = Duration.milliseconds(300)
  /// The same where commands that seem not to be obeyed are only sent again.
  private static let settlingToRepeat = Duration.milliseconds(100)
  /// How often commands are sent again at most.
  private static let repetitions = 2
  /// How long a receiver may need to start anew.
  private static let starting = Duration.seconds(6)

  private(set) var report: ConfigurationReport?

  let wishes: [ConfigurationValue]
  let dialect: CommandDialect
  let port: ReceiverPort
  private let persistence: ConfigurationLayers
  let rateWish: Int?
  var refusals: [WishRefusal?]
  private var commands: [SentenceCommand]
  private var exchange: CommandExchange?
  /// Wishes of which only what is seen tells whether they are fulfilled.
  private var unanswered: [Int] = []
  /// In which epoch each command of the exchange was done.
  private var doneIn: [Int?] = []
  private var observation: SentenceObservation?
  /// What comes while commands are answered: it does not count, but tells when the last epoch was.
  private var earlier: SentenceObservation?
  var rate: RateChange?
  var line: Line
  private var traffic = LineTraffic()
  var wasDamaged: Bool
  var damage = StreamDamage()
  /// How often commands were sent again because what came contradicted them.
  private var repetitions = 0
  private var sent: [SentenceCommand] = []
  private var phase = Phase.raising
  private var lastSent = MonotonicTime(nanoseconds: .min)
  private var warnings: [LayerWarning] = []
  /// Whether the speed was changed, or found to be right.
  var hasChangedRate = false
  /// Whether any command was done, as far as that is known.
  private var hasDone = false
  var isReachable = true
  /// Whether the last command was answered, and with it all before were taken in.
  private var isAnswered = false

  init(
    wishes: [ConfigurationValue], dialect: CommandDialect, setup: ReceiverSetup, line: Line,
    isDamaged: Bool = false
  ) {
    wasDamaged = isDamaged
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

  /// Whether the line damages what it carries.
  var isDamaged: Bool { wasDamaged || damage.bytes > 0 }

  var isChangingRate: Bool { rate != nil }

  var nextDeadline: MonotonicTime? {
    guard report == nil else { return nil }
    return rate?.deadline ?? observation?.end ?? exchange?.deadline
  }

  mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    if startsAnew {
      phase = .looking
      unanswered = wishes.indices.filter { isVisible($0) && refusals[$0] == .noAnswer }
      observe(from: now)
    } else if isRaising {
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

  /// Bytes came, whether they belong to a frame or not.
  mutating func noteBytes(at now: MonotonicTime, isDamagedFrame: Bool) {
    traffic.note(at: now)
    if isDamagedFrame { line.noteDamaged(at: now) }
    if isDamaged { exchange?.hasten(at: now) }
  }

  /// All bytes, after the frames in them.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil else { return }
    guard rate == nil else {
      rate?.receive(bytes: bytes, at: now, over: &line, &port)
      return
    }
    guard observation != nil else {
      earlier?.receive(bytes: bytes, at: now)
      return
    }
    observation?.receive(bytes: bytes, at: now)
    judgeEarly(at: now, &port)
  }

  /// Judges as soon as enough was seen.
  private mutating func judgeEarly(at now: MonotonicTime, _ port: inout PortActions) {
    let watched = unanswered.filter(isVisible).map { wishes[$0] }
    if repeats && observation?.contradicts(watched, self.port) == true
      || observation?.isEnough(for: watched, self.port) == true
    {
      judge(at: now, &port)
    }
  }

  mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard report == nil, info.isChecked else { return }
    traffic.note(at: now)
    line.note(frame, at: now)
    let skipped = damage.note(frame, info)
    if rate != nil {
      rate?.receive(frame, info, at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    guard info.wireProtocol == .nmea else { return }
    if observation != nil {
      observation?.receive(frame, skipped: skipped, at: now)
      judgeEarly(at: now, &port)
    } else if exchange != nil {
      earlier?.receive(frame, skipped: skipped, at: now)
      exchange?.receive(frame, at: now, traffic, over: &line, &port)
      repeatForgotten(at: now, &port)
      finishExchange(at: now, &port)
    }
  }

  /// Sends again what the receiver has forgotten since it answered: an epoch that began afterwards has what
  /// should not come.
  private mutating func repeatForgotten(at now: MonotonicTime, _ port: inout PortActions) {
    guard phase == .sending, let states = exchange?.states, let signs = earlier?.signs else {
      return
    }
    for index in states.indices where states[index] == .done && doneIn[index] == nil {
      doneIn[index] = signs.number
    }
    let forgotten = states.indices.filter { index in
      guard states[index] == .done, let number = doneIn[index] else { return false }
      return signs.contradicts(commands[index].wishes.map { wishes[$0] }, self.port, since: number)
    }
    guard !forgotten.isEmpty, repetitions < Self.repetitions, exchange?.isOver == false else {
      return
    }
    repetitions &+= 1
    for index in forgotten { doneIn[index] = nil }
    exchange?.repeatCommands(forgotten, at: now, traffic, over: &line, &port)
  }

  mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard report == nil, let deadline = nextDeadline, now >= deadline else { return }
    if rate != nil {
      rate?.fire(at: now, over: &line, &port)
      return finishRate(at: now, &port)
    }
    if observation != nil { return judge(at: now, &port) }
    exchange?.fire(at: now, traffic, over: &line, &port)
    finishExchange(at: now, &port)
  }

  // MARK: - From one phase to the next

  mutating func advance(at now: MonotonicTime, _ port: inout PortActions) {
    switch phase {
    case .looking:
      if refusals.allSatisfy({ $0 == nil || $0 == .unsupported }) { return finish() }
      for wish in unanswered { refusals[wish] = .noAnswer }
      unanswered = []
      phase = .raising
      if isRaising { changeRate(at: now, &port) } else { advance(at: now, &port) }
    case .raising:
      phase = .sending
      sent = isDamaged ? SentenceDialect.watched(commands, isVisible) : commands
      start(sent, areTogether: true, at: now, &port)
    case .sending where startsAnew:
      save(at: now, &port)
    case .sending: observe(at: now, &port)
    case .observing:
      phase = .lowering
      if hasChangedRate { advance(at: now, &port) } else { changeRate(at: now, &port) }
    case .lowering:
      if persistence.isEmpty || SentenceDialect.startsToApply(dialect) { return finish() }
      save(at: now, &port)
    case .saving where SentenceDialect.startsToApply(dialect): observe(at: now, &port)
    case .saving, .ended: finish()
    }
  }

  private mutating func start(
    _ commands: [SentenceCommand], areTogether: Bool, at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    self.commands = commands
    doneIn = [Int?](repeating: nil, count: commands.count)
    earlier = SentenceObservation(
      from: .distantFuture, for: .zero, baudRate: line.baudRate, after: earlier)
    exchange = CommandExchange(commands, areTogether: areTogether, isDamaged: isDamaged)
    exchange?.begin(at: now, over: &line, &port)
    finishExchange(at: now, &port)
  }

  private mutating func finishExchange(at now: MonotonicTime, _ port: inout PortActions) {
    guard let over = exchange, over.isOver else { return }
    exchange = nil
    for (command, state) in zip(commands, over.states) {
      switch state {
      case .awaited: break
      case .done:
        hasDone = true
        if SentenceDialect.isProof(dialect) || !command.wishes.contains(where: isVisible) {
          for wish in command.wishes { refusals[wish] = nil }
        } else {
          unanswered += command.wishes
        }
      case .silent:
        if command.isStoring { warn(.noAnswer) }
        unanswered += command.wishes
      case .failed(let reason):
        if command.isStoring { warn(reason) }
        for wish in command.wishes { refusals[wish] = reason }
        if reason == .noAnswer { unanswered += command.wishes.filter(isVisible) }
      }
    }
    if over.isDeaf, line.isSilent(at: now) {
      isReachable = false
      return finish()
    }
    if over.states.last == .failed(.noAnswer), !over.states.contains(.done) {
      // It does not hear: what it does it does by itself.
      unanswered = []
    }
    lastSent = max(lastSent, over.lastSent)
    switch over.states.last {
    case .done, .failed(.refused), .failed(.unsupported): isAnswered = true
    default: isAnswered = false
    }
    advance(at: now, &port)
  }

  private mutating func save(at now: MonotonicTime, _ port: inout PortActions) {
    phase = .saving
    guard hasDone || refusals.contains(nil) else { return advance(at: now, &port) }
    let commands = SentenceDialect.save(dialect, period: period ?? 1000)
    if commands.isEmpty {
      warn(.unsupported)
      return advance(at: now, &port)
    }
    start(commands, areTogether: false, at: now, &port)
  }

  // MARK: - What is seen

  /// Whether commands that are not obeyed may have been damaged, and are sent again.
  private var repeats: Bool {
    phase == .observing && isDamaged && repetitions < Self.repetitions && !startsAnew
  }

  /// Whether what comes shows whether a wish is fulfilled.
  private func isVisible(_ wish: Int) -> Bool {
    wishes[wish].key == .measurementPeriod || SentenceDialect.row(wishes[wish].key, port) != nil
  }

  private mutating func observe(at now: MonotonicTime, _ port: inout PortActions) {
    phase = .observing
    if unanswered.isEmpty { return advance(at: now, &port) }
    // What no command sets may be as it is wished nevertheless.
    unanswered += wishes.indices.filter {
      wishes[$0].key == .measurementPeriod && refusals[$0] == .unsupported
    }
    observe(
      from: max(now, lastSent)
        + (!isAnswered
          ? Self.settling : repeats ? Self.settlingToRepeat : Self.settlingWhenAnswered))
    judgeEarly(at: now, &port)
  }

  private mutating func observe(from start: MonotonicTime) {
    observation = SentenceObservation(
      from: start, for: patience, baudRate: line.baudRate,
      isAnswered: isAnswered && !startsAnew, isDamaged: isDamaged,
      after: startsAnew ? nil : earlier)
    earlier = nil
  }

  /// Whether it starts anew before what it was told counts.
  private var startsAnew: Bool {
    SentenceDialect.startsToApply(dialect) && !persistence.isEmpty
  }

  /// How long it is watched whether wishes are fulfilled.
  private var patience: Duration {
    let epochs = SentenceObservation.patience(for: unanswered.map { wishes[$0] }, port)
    return phase == .observing && startsAnew ? epochs + Self.starting : epochs
  }

  private mutating func judge(at now: MonotonicTime, _ port: inout PortActions) {
    guard var seen = observation else { return }
    observation = nil
    seen.conclude(at: now)
    earlier = seen
    if repeats {
      // What counts from the next start on is not seen before.
      let isLate = SentenceDialect.startsToApply(dialect)
      var lacking = unanswered.filter {
        isVisible($0) && !(isLate && wishes[$0].flag)
          && seen.refusal(of: wishes[$0], self.port) != nil
      }
      // It has forgotten what came before, perhaps, and not all that comes again has come yet.
      if lacking.contains(where: { !wishes[$0].flag }) {
        lacking += unanswered.filter { isVisible($0) && !wishes[$0].flag }
      }
      let isLacking = sent.map { $0.wishes.contains(where: lacking.contains) }
      if isLacking.contains(true) {
        // The last one's answer says that the others were taken in, if it has one.
        let again = sent.indices.filter { isLacking[$0] || isAnswered && $0 &+ 1 == sent.count }
          .map { sent[$0] }
        repetitions &+= 1
        phase = .sending
        unanswered.removeAll { wish in again.contains { $0.wishes.contains(wish) } }
        return start(again, areTogether: true, at: now, &port)
      }
    }
    let isShown = seen.shows(unanswered.filter(isVisible).map { wishes[$0] }, self.port)
    for wish in unanswered {
      let refusal = isShown || seen.isHeard ? seen.refusal(of: wishes[wish], self.port) : .noAnswer
      if refusals[wish] != .unsupported || refusal == nil { refusals[wish] = refusal }
    }
    isReachable = isShown || seen.hasFrames || !line.isSilent(at: now)
    advance(at: now, &port)
  }

  // MARK: - The end

  private mutating func warn(_ reason: WishRefusal) {
    for layer in [ConfigurationLayers.batteryBacked, .flash] where persistence.contains(layer) {
      warnings.append(LayerWarning(layer, reason))
    }
  }

  mutating func finish() {
    let isUntouched = phase == .looking
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
    if !persistence.isEmpty, warnings.isEmpty, !isReachable { warn(.noAnswer) }
    summary.layerWarnings = warnings
    summary.baudRate = line.baudRate
    summary.isReachable = isReachable
    report = summary
  }
}
