public import CairnTypes
internal import CairnUBX

/// Owns a receiver: finds its speed, asks what it is, configures it, watches it, and lets it sleep.
///
/// Pure: what came over the line and the time go in; `takeActions` says what to do at the port and
/// `takeEvents` what has become known. Fixes do not pass through here: the decoder gives them from the
/// first frame on, whatever the driver is doing.
///
/// Whoever drives it calls `fire` when `nextDeadline` is due and performs the actions after each call.
///
/// What is asked at every read is a getter that may change it, and does not: such a one is asked where the
/// driver lies, another one gets a copy of its three kilobytes.
public struct ReceiverDriver: ~Copyable {
  /// What the driver is doing.
  public internal(set) var phase = Phase.idle
  /// What is known of the receiver, for a later driver of the same one.
  public internal(set) var memory = ReceiverMemory()
  /// What the receiver was asked to report, and how full that makes the line.
  public internal(set) var plan: BandwidthPlan?
  /// How the last configuration ended.
  public internal(set) var report: ConfigurationReport?

  /// What is known of the receiver, and how it shall work.
  var setup: ReceiverSetup
  /// What it may turn out to be.
  let alternatives: [ReceiverSetup]
  let canChangeSpeed: Bool
  var demand: ReceiverDemand?
  /// Without a demand, how long there will be none; `nil` where nobody knows.
  var gap: Duration?
  /// What the receiver was last configured for.
  var configuredFor: ReportDemand?
  var probe: ReceiverProbe?
  var identifier: ReceiverIdentifier?
  var heard = HeardSpeech()
  var questions = Questions()
  var configurator: Configurator?
  /// When a configuration that lacked answers is tried again.
  var repairs = Questions.repairs
  /// How often in turn the receiver was not heard at another speed since the port was opened.
  var failedSpeeds = 0
  /// So often another speed is tried; then the present one has to do.
  static let mostFailedSpeeds = 2
  /// Whether the line has damaged anything in a configuration since the receiver was found.
  var isDamaged = false
  var watch = LineWatch()
  /// Of the bytes since the last frame.
  private var judge = LineJudge()
  var sentences = SentenceWatch()
  var duty: DutyCycle?
  var errands = ReceiverErrands()
  var assistance: Assistance?
  /// Since when a search has heard nothing at all.
  var silentSince: MonotonicTime?
  /// When the present search began.
  var searchedAt = MonotonicTime(nanoseconds: 0)
  /// A receiver that is only booting speaks within this time; then the port is given back.
  static let silencePatience = Duration.seconds(12)
  /// It would not sleep: it is not asked again before something else is wanted.
  var refusesSleep = false
  var actions = PortActions()
  var events: [Event] = []

  /// A driver of a port that is not open yet.
  ///
  /// - Parameters:
  ///   - setup: what is known of the receiver, and how it shall work.
  ///   - alternatives: what it may turn out to be when it says its model: the first that fits is taken.
  ///   - canChangeSpeed: whether the line has a speed that can be set.
  public init(
    setup: ReceiverSetup, alternatives: [ReceiverSetup] = [], canChangeSpeed: Bool
  ) {
    self.setup = setup
    self.alternatives = alternatives
    self.canChangeSpeed = canChangeSpeed
  }

  /// What the receiver does with its power, as far as is known; `nil` for one that never sleeps.
  public var powerState: PowerState? { memory.power?.state }

  /// When `fire` is due; `nil` while only bytes move it on.
  public var nextDeadline: MonotonicTime? {
    mutating get {
      switch phase {
      case .idle: nil
      case .probing: probe?.nextDeadline
      case .identifying: identifier?.nextDeadline
      case .configuring: configurator?.nextDeadline
      // A receiver that is being saved may be silent meanwhile.
      case .running where errands.isSaving: errands.nextDeadline
      case .running:
        earliest(
          earliest(
            earliest(watch.deadline, errands.nextDeadline),
            earliest(earliest(questions.due, repairs.due), sentences.deadline)),
          earliest(memory.power?.nextDeadline, duty?.nextDeadline))
      case .resting: earliest(memory.power?.nextDeadline, duty?.nextDeadline)
      }
    }
  }

  /// What is to be done at the port, in order.
  public mutating func takeActions() -> [PortAction] {
    actions.isEmpty ? [] : actions.takeAll()
  }

  /// What has become known, oldest first.
  public mutating func takeEvents() -> [Event] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll() }
    return events
  }

  /// Whether it has to see frames; otherwise `noteTraffic` is enough.
  public var wantsFrames: Bool {
    mutating get {
      phase == .running ? errands.isTalking || sentences.isLooking : phase != .idle
    }
  }

  /// Whether it has to see all bytes.
  public var wantsBytes: Bool {
    mutating get {
      phase == .probing || phase == .identifying || phase == .configuring
    }
  }

  // MARK: - What happens

  /// The port is open.
  ///
  /// - Parameters:
  ///   - now: when that was.
  ///   - memory: what an earlier driver of the same receiver knew.
  public mutating func open(at now: MonotonicTime, _ memory: ReceiverMemory = ReceiverMemory()) {
    self.memory = memory
    failedSpeeds = 0
    if let identity = memory.identity { adopt(identity) }
    guard memory.isResting, memory.power != nil else { return search(at: now) }
    phase = .resting
    if demand != nil { wake(at: now) }
  }

  /// The port is being closed.
  ///
  /// - Returns: what a later driver of the same receiver should know.
  public mutating func close() -> ReceiverMemory {
    errands.abandon()
    memory.isResting = phase == .resting
    phase = .idle
    return memory
  }

  /// What is wanted of the receiver from now on.
  ///
  /// - Parameters:
  ///   - demand: `nil` when nobody wants anything.
  ///   - gap: how long that will last, if it is known: the receiver sleeps as it is best for that.
  ///   - now: the time.
  public mutating func setDemand(
    _ demand: ReceiverDemand?, resting gap: Duration? = nil, at now: MonotonicTime
  ) {
    guard self.demand != demand || self.gap != gap else { return }
    self.gap = gap
    if self.demand?.fixEvery != demand?.fixEvery { duty = nil }
    self.demand = demand
    refusesSleep = false
    switch phase {
    case .running: settle(at: now)
    case .resting where demand != nil: wake(at: now)
    case .resting: sleep(for: gap, at: now)
    case .idle, .probing, .identifying, .configuring: break
    }
  }

  /// All bytes that were read, after the framer has seen them; needed while `wantsBytes`.
  ///
  /// - Parameters:
  ///   - bytes: in pieces of any size.
  ///   - held: how many of the last bytes the framer holds for a frame that is not whole yet.
  ///   - now: when they arrived.
  public mutating func receive(bytes: Span<UInt8>, held: Int = 0, at now: MonotonicTime) {
    if hasOtherSpeed(bytes.extracting(first: max(0, bytes.count &- held)), at: now) {
      return recover(.garbage, at: now)
    }
    switch phase {
    case .probing: probe?.receive(bytes: bytes, at: now, &actions)
    case .identifying: identifier?.receive(bytes: bytes, at: now, &actions)
    case .configuring: configurator?.receive(bytes: bytes, at: now, &actions)
    case .idle, .running, .resting: return
    }
    advance(at: now)
  }

  /// Whether the bits since the last frame show that the receiver sends more slowly than the line is read: it has
  /// started anew and forgotten its speed. Bytes inside a frame, which may be any, do not show that, and none do while
  /// frames come.
  private mutating func hasOtherSpeed(_ bytes: Span<UInt8>, at now: MonotonicTime) -> Bool {
    guard canChangeSpeed, phase == .identifying || phase == .configuring,
      configurator?.isChangingRate != true, watch.lacksFrames(at: now)
    else {
      judge = LineJudge()
      return false
    }
    for index in bytes.indices {
      judge.add(bytes[index])
      switch judge.verdict {
      case .undecided: continue
      case .tooFast where !judge.looksRight: return true
      // A long message, or one that was damaged.
      case .tooFast, .onlyZeros, .tooSlow: judge = LineJudge()
      }
    }
    return false
  }

  /// A frame; needed while `wantsFrames`.
  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime
  ) {
    judge = LineJudge()
    switch phase {
    case .probing: probe?.receive(frame, info, at: now, &actions)
    case .identifying: identifier?.receive(frame, info, at: now, &actions)
    case .configuring: configurator?.receive(frame, info, at: now, &actions)
    case .resting: memory.power?.receive(frame, info, at: now, &actions)
    case .running:
      if sentences.isLooking, sentences.receive(frame, at: now) {
        return recover(.configuration, at: now)
      }
      errands.receive(frame, info, at: now, &actions)
    case .idle: return
    }
    advance(at: now)
  }

  /// Bytes were read; the totals say what they were.
  public mutating func noteTraffic(_ totals: LineTotals, at now: MonotonicTime) {
    watch.note(totals, at: now)
    switch phase {
    case .idle, .probing, .resting: return
    case .identifying: break
    case .configuring:
      configurator?.noteBytes(at: now, isDamagedFrame: watch.showsDamage(at: now))
      if configurator?.isChangingRate == true { return watch.excuse(at: now) }
    case .running: break
    }
    if watch.isGarbage(at: now), !errands.isSaving { return recover(.garbage, at: now) }
    guard phase == .running else { return }
    if !errands.isSaving, watch.beginsToLackEpochs(at: now) { events.append(.meaningless) }
    sentences.note(totals, at: now)
    if watch.hasForgotten(at: now) { recover(.configuration, at: now) }
  }

  /// An epoch came, with a position or without.
  public mutating func noteEpoch(hasFix: Bool, at now: MonotonicTime) {
    watch.noteEpoch(at: now)
    noteStart(hasFix: hasFix, at: now)
    guard memory.power != nil else { return }
    memory.power?.noteEpoch(hasFix: hasFix, at: now, &actions)
    takePowerEvents(at: now)
    if hasFix, let power = memory.power { follow(duty?.noteFix(at: now, power.keeper), at: now) }
  }

  /// The time that `nextDeadline` named has come.
  public mutating func fire(at now: MonotonicTime) {
    switch phase {
    case .idle: return
    case .probing: probe?.fire(at: now, &actions)
    case .identifying: identifier?.fire(at: now, &actions)
    case .configuring: configurator?.fire(at: now, &actions)
    case .running:
      errands.fire(at: now, &actions)
      if errands.isSaving { break }
      if let loss = watch.loss(at: now) { return recover(loss, at: now) }
      if let end = sentences.deadline, now >= end, sentences.conclude(at: now) {
        return recover(.configuration, at: now)
      }
      if questions.areDue(at: now) {
        identify(at: now)
      } else if repairs.areDue(at: now) {
        configure(at: now)
      } else {
        rest(at: now)
      }
    case .resting: rest(at: now)
    }
    advance(at: now)
  }
}
