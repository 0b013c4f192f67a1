public import CairnTypes
public import CairnUBX

/// What happened to a receiver's power.
public enum PowerEvent: Equatable, Sendable {
  /// It sleeps, as far as can be seen.
  case asleep(PowerState)
  /// It goes on talking, or wakes again and again: it stays awake.
  case refusedToSleep
  /// It listens.
  case awake(WakeReport, expected: StartType)
  /// It does not answer. The caller searches the other speeds, or calls `cyclePower`; until then it is
  /// woken again from time to time.
  case unresponsive(WakeReport)
}

/// Whether a request to sleep is followed.
public enum SleepDecision: Equatable, Sendable {
  /// Staying awake costs less, or the host could not wake it again.
  case staysAwake
  /// It is on its way; `PowerEvent.asleep` or `.refusedToSleep` tells how it ends.
  case goesTo(SleepChoice)
}

/// What a receiver is to its host: how it is spoken to and woken.
public struct PowerSetup: Equatable, Sendable {
  /// What its states cost.
  public var traits: ReceiverPowerTraits
  /// The commands it has answered.
  public var dialect: CommandDialect
  /// Version of the UBX protocol in hundredths; `nil` where unknown.
  public var ubxProtocolVersion: UInt16?
  /// The speeds it may have.
  public var speeds = LineSpeeds()
  /// Whether anything may be sent to it.
  public var maySend = true
  /// The longest stretch in backup by command: then it wakes by itself and is sent back. So it is never
  /// lost for longer, even if nothing on its input wakes it.
  public var safetyNet = Duration.seconds(14_400)

  /// The rest has its usual value.
  public init(_ traits: ReceiverPowerTraits, _ dialect: CommandDialect) {
    self.traits = traits
    self.dialect = dialect
  }
}

/// Puts one receiver to sleep, wakes it, and knows what it does in between.
///
/// Pure: frames, fixes and time go in, actions for the port come out. It has a deadline, or a state that
/// nothing but its caller ends: awake, or asleep in a state from which `wake` brings it back. The caller
/// performs the actions after each call and then takes the events.
public struct ReceiverPower: Sendable {
  /// What the receiver is.
  public let setup: PowerSetup
  /// What it does now, as far as is known.
  public internal(set) var state: PowerState
  /// The age of its ephemerides.
  public internal(set) var keeper: EphemerisKeeper
  /// What it has cost.
  public internal(set) var meter: EnergyMeter
  /// How often it reports.
  public var reportInterval = Duration.seconds(1)

  enum Talk: Sendable {
    case none
    case sleeping(SleepDialogue, SleepMethod)
    case waking(WakeDialogue, SleepMethod)
    /// The supply is off for a moment.
    case cutting
  }

  var talk = Talk.none
  var events: [PowerEvent] = []
  /// What it was told to sleep by, until an answer proves that it is awake.
  var method: SleepMethod?
  var wantsSleep = false
  /// Until when it is wanted asleep; `nil` for until `wake`.
  var sleepsUntil: MonotonicTime?
  var asleepSince: MonotonicTime?
  /// When something is due while no dialogue runs: the end of a sleep, a new try, a lost fix.
  var timer: MonotonicTime?
  var earlyWakes = 0
  var failures = 0
  /// It talked when it was last woken, but did not answer.
  var isDeaf = false
  var cyclicPeriod: Duration?
  var ephemerisReported: Bool?

  /// - Parameters:
  ///   - setup: what the receiver is.
  ///   - state: what it does now; a receiver just found is `.acquiring`.
  ///   - now: since when.
  public init(_ setup: PowerSetup, state: PowerState = .acquiring, at now: MonotonicTime) {
    self.setup = setup
    self.state = state
    keeper = setup.traits.makeKeeper()
    meter = EnergyMeter(setup.traits.power(in: state), at: now)
  }

  /// What it does, or will when a sleep that is on its way has come.
  var destination: PowerState {
    guard case .sleeping(_, let method) = talk else { return state }
    return setup.traits.state(by: method, setup.dialect) ?? state
  }

  /// When `fire` is due. Changes nothing: see `ReceiverDriver`.
  public var nextDeadline: MonotonicTime? {
    mutating get {
      switch talk {
      case .sleeping(let dialogue, _): dialogue.nextDeadline
      case .waking(let dialogue, _): dialogue.nextDeadline
      case .none, .cutting: timer
      }
    }
  }

  /// The oldest event that was not taken yet.
  public mutating func takeEvent() -> PowerEvent? {
    events.isEmpty ? nil : events.removeFirst()
  }

  /// Sends the receiver to sleep in the cheapest state from which it is back in time.
  ///
  /// It sleeps until `wake`, at the latest until a little after the gap.
  ///
  /// - Parameters:
  ///   - gap: until the next fix is needed; `nil` while nobody needs one.
  ///   - now: the time.
  ///   - port: what is to be done.
  /// - Returns: what is done, and what it costs.
  public mutating func sleep(
    for gap: Duration?, at now: MonotonicTime, _ port: inout PortActions
  ) -> SleepDecision {
    guard let choice = choice(for: gap, at: now), let method = methodFor(choice.state) else {
      // Asleep, it would come too late.
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
      // Another state would cost a wake.
      timer = earliest(timer, sleepsUntil)
      return .goesTo(present)
    }
    self.method = method
    startSleep(method, wakesFirst: mayBeAsleep, at: now, &port)
    return .goesTo(choice)
  }

  /// What `sleep` would choose; `nil` for staying awake.
  public func choice(for gap: Duration?, at now: MonotonicTime) -> SleepChoice? {
    let end = now + (gap ?? setup.traits.ephemerisValidity)
    let awake: Double? = if case .cyclic = state { setup.traits.cyclicMilliwatts } else { nil }
    let dialect = setup.maySend ? setup.dialect : .none
    return setup.traits.cheapestSleep(
      for: gap, dialect, start: keeper.expectedStart(at: end), awake: awake)
  }

  /// Wakes the receiver; an event tells how it ends.
  public mutating func wake(at now: MonotonicTime, _ port: inout PortActions) {
    wantsSleep = false
    sleepsUntil = nil
    failures = 0
    guard let method else {
      if case .none = talk { events.append(awakeAlready(at: now)) }
      return
    }
    if case .waking = talk { return }
    if case .cutting = talk { return }
    startWake(method, at: now, &port)
  }

  /// Switches the supply off for a moment and on again: the last resort for one that does not answer.
  ///
  /// - Returns: whether there is a switch.
  public mutating func cyclePower(at now: MonotonicTime, _ port: inout PortActions) -> Bool {
    guard let off = setup.traits.state(by: .supply, setup.dialect) else { return false }
    wantsSleep = false
    sleepsUntil = nil
    method = .supply
    port.setSupply(isOn: false)
    enter(off, at: now)
    talk = .cutting
    // Long enough for the capacitors of the board.
    timer = now + .seconds(2)
    return true
  }

  /// The caller has found the receiver awake, for example at another speed.
  public mutating func noteFound(at now: MonotonicTime) {
    talk = .none
    method = nil
    wantsSleep = false
    timer = nil
    enter(.acquiring, at: now)
  }

  /// The receiver was configured to sleep between its fixes by itself; `nil` to track continuously.
  public mutating func noteCyclic(period: Duration?, at now: MonotonicTime) {
    cyclicPeriod = period
    switch state {
    case .tracking, .cyclic: enter(trackingState, at: now)
    case .off, .backup, .standby, .waking, .acquiring: break
    }
  }

  /// One epoch was reported.
  ///
  /// - Parameters:
  ///   - hasFix: whether it has a valid position.
  ///   - now: when it arrived.
  ///   - port: what is to be done.
  public mutating func noteEpoch(
    hasFix: Bool, at now: MonotonicTime, _ port: inout PortActions
  ) {
    switch state {
    case .acquiring, .tracking, .cyclic:
      timer = now + lossDelay
      if hasFix {
        keeper.noteTracking(at: now, ephemerisReported: ephemerisReported)
        enter(trackingState, at: now)
      } else {
        keeper.noteLost()
        enter(.acquiring, at: now)
      }
    case .standby where hasFix && !isEcho(now): wokeEarly(at: now, &port)
    case .off, .backup, .standby, .waking: break
    }
  }

  /// What the receiver knows of the satellites in use.
  public mutating func noteSatellites(_ satellites: NavSat) {
    ephemerisReported = satellites.hasEphemerides
  }

  /// A whole frame with a right checksum arrived.
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
    case .cutting: break
    case .none where info.isChecked: heard(at: now, &port)
    case .none: break
    }
  }

  /// The time that `nextDeadline` named has come.
  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    switch talk {
    case .sleeping(var dialogue, let method):
      dialogue.fire(at: now, &port)
      proceed(dialogue, method, at: now, &port)
    case .waking(var dialogue, let method):
      dialogue.fire(at: now, &port)
      proceed(dialogue, method, at: now, &port)
    case .none, .cutting:
      guard let timer, timer <= now else { return }
      self.timer = nil
      due(at: now, &port)
    }
  }
}
