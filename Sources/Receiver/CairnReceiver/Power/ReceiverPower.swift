public import CairnTypes
internal import CairnUBX

/// A change in a receiver's power state.
public enum PowerEvent: Equatable, Sendable {
  /// It is asleep, as far as can be seen.
  case asleep(PowerState)
  /// It keeps talking or wakes repeatedly, and stays awake.
  case refusedToSleep
  /// It is awake and listens.
  case awake(WakeReport, expected: StartType)
  /// It does not answer. The caller searches the other speeds; until then, waking it is tried
  /// from time to time.
  case unresponsive(WakeReport)
}

/// The answer to a request to sleep.
public enum SleepDecision: Equatable, Sendable {
  /// The receiver stays awake: that costs less, or the host could not wake it again.
  case staysAwake
  /// The receiver is being sent to sleep; `PowerEvent.asleep` or `.refusedToSleep` will follow.
  case goesTo(SleepChoice)
}

/// Properties of a receiver and its line that determine how it is put to sleep and woken.
public struct PowerSetup: Equatable, Sendable {
  /// The costs of its states.
  public var traits: ReceiverPowerTraits
  /// The command language that it has answered in.
  public var dialect: CommandDialect
  /// UBX protocol version in hundredths; `nil` if unknown.
  public var ubxProtocolVersion: UInt16?
  /// The line speeds that it may have.
  public var speeds = LineSpeeds()
  /// Whether the host may send anything to it.
  public var maySend = true
  /// The longest backup by command; then the receiver wakes by itself and is sent back. So it is
  /// never lost for longer, even if no byte wakes it.
  public var safetyNet = Duration.seconds(14_400)

  /// Creates a setup with the usual values for the rest.
  public init(_ traits: ReceiverPowerTraits, _ dialect: CommandDialect) {
    self.traits = traits
    self.dialect = dialect
  }
}

/// Puts one receiver to sleep, wakes it, and tracks its power state.
///
/// Pure: frames, fixes and time go in, actions for the port come out. It always has a deadline, or
/// a state that only its caller ends: awake, or asleep in a state from which `wake` brings it back.
/// The caller performs the actions after each call and then takes the events.
public struct ReceiverPower: Sendable {
  /// The receiver's properties.
  public let setup: PowerSetup
  /// The present state, as far as is known.
  public internal(set) var state: PowerState
  /// The age of its ephemerides.
  public internal(set) var keeper: EphemerisKeeper
  /// The energy that it has used.
  public internal(set) var meter: EnergyMeter
  /// The interval of its reports.
  public var reportInterval = Duration.seconds(1)

  enum Talk: Sendable {
    case none
    case sleeping(SleepDialogue, SleepMethod)
    case waking(WakeDialogue, SleepMethod)
  }

  var talk = Talk.none
  var events: [PowerEvent] = []
  /// How it was sent to sleep, until an answer proves that it is awake.
  var method: SleepMethod?
  var wantsSleep = false
  /// Until when it should sleep; `nil` means until `wake`.
  var sleepsUntil: MonotonicTime?
  var asleepSince: MonotonicTime?
  /// When something is due without a dialogue: the end of a sleep, a new attempt, a lost fix.
  var timer: MonotonicTime?
  var earlyWakes = 0
  var failures = 0
  /// Whether it talked but did not answer when last woken.
  var isDeaf = false
  var cyclicPeriod: Duration?

  /// - Parameters:
  ///   - setup: what is known about the receiver.
  ///   - state: its present state; a receiver just found is `.acquiring`.
  ///   - now: the present time.
  public init(_ setup: PowerSetup, state: PowerState = .acquiring, at now: MonotonicTime) {
    self.setup = setup
    self.state = state
    keeper = setup.traits.makeKeeper()
    meter = EnergyMeter(setup.traits.power(in: state), at: now)
  }

  /// Its state, or the state that it is being sent to.
  var destination: PowerState {
    guard case .sleeping(_, let method) = talk else { return state }
    return setup.traits.state(by: method, setup.dialect) ?? state
  }

  /// When `fire` is due.
  public var nextDeadline: MonotonicTime? {
    switch talk {
    case .sleeping(let dialogue, _): dialogue.nextDeadline
    case .waking(let dialogue, _): dialogue.nextDeadline
    case .none: timer
    }
  }

  /// Removes and returns the oldest event.
  public mutating func takeEvent() -> PowerEvent? {
    events.isEmpty ? nil : events.removeFirst()
  }

  /// Sends the receiver to sleep in the cheapest state from which it is back in time.
  ///
  /// It sleeps until `wake`, at most until a little after the gap.
  ///
  /// - Parameters:
  ///   - gap: until the next fix is needed; `nil` if none is needed.
  ///   - now: the present time.
  ///   - port: receives the actions.
  /// - Returns: the decision and its cost.
  public mutating func sleep(
    for gap: Duration?, at now: MonotonicTime, _ port: inout PortActions
  ) -> SleepDecision {
    guard let choice = choice(for: gap, at: now), let method = methodFor(choice.state) else {
      // A sleeping receiver would be too late.
      if state.isAsleep || isFallingAsleep { wake(at: now, &port) }
      return .staysAwake
    }
    wantsSleep = true
    sleepsUntil = gap.map { now + $0 + safety($0) }
    earlyWakes = 0
    failures = 0
    if case .none = talk, state.isAsleep, method != .supply || state == choice.state,
      let present = setup.traits.cost(
        of: state, over: gap ?? setup.traits.ephemerisValidity, start: choice.start)
    {
      // Changing to another state would cost a wake.
      timer = earliest(timer, sleepsUntil)
      return .goesTo(present)
    }
    self.method = method
    startSleep(method, wakesFirst: mayBeAsleep, at: now, &port)
    return .goesTo(choice)
  }

  /// Returns what `sleep` would choose; `nil` for staying awake.
  public func choice(for gap: Duration?, at now: MonotonicTime) -> SleepChoice? {
    let end = now + (gap ?? setup.traits.ephemerisValidity)
    let awake: Double? = if case .cyclic = state { setup.traits.cyclicMilliwatts } else { nil }
    let dialect = setup.maySend ? setup.dialect : .none
    return setup.traits.cheapestSleep(
      for: gap, dialect, start: keeper.expectedStart(at: end), awake: awake)
  }

  /// Wakes the receiver; an event reports the result.
  public mutating func wake(at now: MonotonicTime, _ port: inout PortActions) {
    wantsSleep = false
    sleepsUntil = nil
    failures = 0
    guard let method else {
      if case .none = talk { events.append(awakeAlready(at: now)) }
      return
    }
    if case .waking = talk { return }
    startWake(method, at: now, &port)
  }

  /// Notes that the caller found the receiver awake, for example at another speed.
  public mutating func noteFound(at now: MonotonicTime) {
    talk = .none
    method = nil
    wantsSleep = false
    timer = nil
    enter(.acquiring, at: now)
  }

  /// Notes that the receiver sleeps between its fixes by itself; `nil`: it tracks continuously.
  public mutating func noteCyclic(period: Duration?, at now: MonotonicTime) {
    cyclicPeriod = period
    switch state {
    case .tracking, .cyclic: enter(trackingState, at: now)
    case .off, .backup, .standby, .waking, .acquiring: break
    }
  }

  /// Takes note of an epoch.
  ///
  /// - Parameters:
  ///   - hasFix: whether it has a valid position.
  ///   - now: when it arrived.
  ///   - port: receives the actions.
  public mutating func noteEpoch(
    hasFix: Bool, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch state {
    case .acquiring, .tracking, .cyclic:
      timer = now + lossDelay
      if hasFix {
        keeper.noteTracking(at: now)
        enter(trackingState, at: now)
      } else {
        keeper.noteLost()
        enter(.acquiring, at: now)
      }
    case .standby where hasFix && !isEcho(now): wokeEarly(at: now, &port)
    case .off, .backup, .standby, .waking: break
    }
  }

  /// Takes a whole frame with a right checksum.
  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch talk {
    case .sleeping(var dialogue, let method):
      dialogue.receive(frame, info, at: now, &port)
      proceed(dialogue, method, at: now, &port)
    case .waking(var dialogue, let method):
      dialogue.receive(frame, info, at: now, &port)
      proceed(dialogue, method, at: now, &port)
    case .none where info.isChecked: heard(at: now, &port)
    case .none: break
    }
  }

  /// Handles `nextDeadline`.
  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    switch talk {
    case .sleeping(var dialogue, let method):
      dialogue.fire(at: now, &port)
      proceed(dialogue, method, at: now, &port)
    case .waking(var dialogue, let method):
      dialogue.fire(at: now, &port)
      proceed(dialogue, method, at: now, &port)
    case .none:
      guard let timer, timer <= now else { return }
      self.timer = nil
      due(at: now, &port)
    }
  }
}
