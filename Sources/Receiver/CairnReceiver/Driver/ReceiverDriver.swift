public import CairnTypes
internal import CairnUBX

/// Drives a receiver: finds its speed, identifies, configures and watches it, and lets it sleep.
///
/// Pure: traffic and time go in; `takeActions` returns what to do at the port and `takeEvents` what
/// was found out. Fixes do not pass through the driver: the decoder delivers them from the first
/// frame on, whatever the driver does.
///
/// It is a part of a `Receiver`, which shows it the traffic. The owner of the port opens it, and
/// performs the actions after each call.
public final class ReceiverDriver {
  /// Stage of the driver's work.
  public internal(set) var phase = Phase.idle
  /// Knowledge of the receiver, for a later driver of the same receiver.
  public internal(set) var memory = ReceiverMemory()
  /// The reports asked for, and how full they make the line.
  public internal(set) var plan: BandwidthPlan?
  /// The result of the last configuration.
  public internal(set) var report: ConfigurationReport?

  /// The receiver's profile, and the settings that it should work with.
  var setup: ReceiverSetup
  /// Setups for the models that the receiver may turn out to be.
  let alternatives: [ReceiverSetup]
  let canChangeSpeed: Bool
  var demand: ReportDemand?
  /// Without a demand: how long there will be none; `nil` if unknown.
  var gap: Duration?
  /// The reports that the receiver was last configured for.
  var configuredFor: ReportDemand?
  var probe: ReceiverProbe?
  var identifier: ReceiverIdentifier?
  var heard = HeardSpeech()
  var questions = Questions()
  var configurator: Configurator?
  /// When to repeat a configuration that lacked answers.
  var repairs = Questions.repairs
  /// Successive failures at another speed since the port was opened.
  var failedSpeeds = 0
  /// Failures after which the driver stays at the present speed.
  static let mostFailedSpeeds = 2
  /// Whether the line has damaged a configuration since the receiver was found.
  var isDamaged = false
  var watch = LineWatch()
  /// Judges the bytes since the last frame.
  private var judge = LineJudge()
  var sentences = SentenceWatch()
  var errands = ReceiverErrands()
  var assistance: Assistance?
  /// Since when a search has heard nothing.
  var silentSince: MonotonicTime?
  /// When the present search began.
  var searchedAt = MonotonicTime(nanoseconds: 0)
  /// How long a booting receiver may be silent; after that the port is released.
  static let silencePatience = Duration.seconds(12)
  /// Whether the receiver would not sleep; it is asked again only after the demand changes.
  var refusesSleep = false
  var actions = PortActions()
  var events: [Event] = []

  /// Creates a driver for a port that is not open yet.
  ///
  /// - Parameters:
  ///   - setup: what is known about the receiver, and how it should work.
  ///   - alternatives: setups for models that it may turn out to be; the first that fits is used.
  ///   - canChangeSpeed: whether the line's speed can be set.
  public init(
    setup: ReceiverSetup = ReceiverSetup(), alternatives: [ReceiverSetup] = [],
    canChangeSpeed: Bool = false
  ) {
    self.setup = setup
    self.alternatives = alternatives
    self.canChangeSpeed = canChangeSpeed
  }

  /// The name of the profile in use; `nil` without one.
  public var profile: String? { setup.profile }

  /// When `fire` is due; `nil` while the driver waits only for bytes.
  var nextDeadline: MonotonicTime? {
    switch phase {
    case .idle: nil
    case .probing: probe?.nextDeadline
    case .identifying: identifier?.nextDeadline
    case .configuring: configurator?.nextDeadline
    // A receiver whose database is being saved may be silent.
    case .running where errands.isSaving: errands.nextDeadline
    case .running:
      earliest(
        earliest(
          earliest(watch.deadline, errands.nextDeadline),
          earliest(earliest(questions.due, repairs.due), sentences.deadline)),
        memory.power?.nextDeadline)
    case .resting: memory.power?.nextDeadline
    }
  }

  /// Removes and returns the actions for the port, in order.
  public func takeActions() -> [PortAction] {
    actions.isEmpty ? [] : actions.takeAll()
  }

  /// Removes and returns the events, oldest first.
  public func takeEvents() -> [Event] {
    guard !events.isEmpty else { return [] }
    defer { events.removeAll() }
    return events
  }

  /// Whether the driver needs frames; otherwise `noteTraffic` is enough.
  @inline(__always)
  var wantsFrames: Bool {
    phase == .running ? errands.isTalking || sentences.isLooking : phase != .idle
  }

  /// Whether the driver needs all bytes.
  @inline(__always)
  var wantsBytes: Bool {
    phase == .probing || phase == .identifying || phase == .configuring
  }

  // MARK: - What happens

  /// Starts on an open port.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - memory: what an earlier driver of the same receiver knew.
  public func open(at now: MonotonicTime, _ memory: ReceiverMemory = ReceiverMemory()) {
    self.memory = memory
    failedSpeeds = 0
    if let identity = memory.identity { adopt(identity) }
    guard memory.isResting, memory.power != nil else { return search(at: now) }
    phase = .resting
    if demand != nil { wake(at: now) }
  }

  /// Ends because the port is being closed.
  ///
  /// - Returns: what a later driver of the same receiver should know.
  public func close() -> ReceiverMemory {
    errands.abandon()
    memory.isResting = phase == .resting
    phase = .idle
    return memory
  }

  /// Sets what is wanted of the receiver from now on.
  ///
  /// - Parameters:
  ///   - demand: `nil` if nothing is wanted.
  ///   - gap: how long nothing is wanted, if known; the receiver sleeps in the state best for that.
  ///   - now: the present time.
  public func setDemand(
    _ demand: ReportDemand?, resting gap: Duration? = nil, at now: MonotonicTime
  ) {
    guard self.demand != demand || self.gap != gap else { return }
    self.gap = gap
    self.demand = demand
    refusesSleep = false
    switch phase {
    case .running: settle(at: now)
    case .resting where demand != nil: wake(at: now)
    case .resting: sleep(for: gap, at: now)
    case .idle, .probing, .identifying, .configuring: break
    }
  }

  /// Takes all bytes read, after the framer has seen them; needed while `wantsBytes`.
  ///
  /// - Parameters:
  ///   - bytes: in pieces of any size.
  ///   - held: how many of the last bytes the framer holds for an incomplete frame.
  ///   - now: when they arrived.
  func receive(bytes: Span<UInt8>, held: Int = 0, at now: MonotonicTime) {
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

  /// Returns whether the bits since the last frame show that the receiver sends more slowly than
  /// the line is read: it has restarted and forgotten its speed. Bytes inside a frame can be
  /// anything, so they show nothing, nor do any while frames come.
  private func hasOtherSpeed(_ bytes: Span<UInt8>, at now: MonotonicTime) -> Bool {
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
      // A long message, or a damaged one.
      case .tooFast, .onlyZeros, .tooSlow: judge = LineJudge()
      }
    }
    return false
  }

  /// Takes a frame; needed while `wantsFrames`.
  func receive(
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

  /// Notes that bytes were read; the totals say what they were.
  func noteTraffic(_ totals: LineTotals, at now: MonotonicTime) {
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

  /// Notes an epoch, with or without a position.
  func noteEpoch(hasFix: Bool, at now: MonotonicTime) {
    watch.noteEpoch(at: now)
    noteStart(hasFix: hasFix, at: now)
    guard memory.power != nil else { return }
    memory.power?.noteEpoch(hasFix: hasFix, at: now, &actions)
    takePowerEvents(at: now)
  }

  /// Handles `nextDeadline`.
  func fire(at now: MonotonicTime) {
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
