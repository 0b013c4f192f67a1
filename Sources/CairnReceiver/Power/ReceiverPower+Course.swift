internal import CairnTypes

// How a sleep and a wake go on, and what happens when nobody asked for it.

extension ReceiverPower {
  /// Wakes this soon after falling asleep count as the line's or the receiver's fault.
  static let shortSleep = Duration.seconds(10)
  /// So many in a row, and it is left awake.
  static let shortSleepLimit = 3
  /// What was on its way when the receiver fell asleep arrives this long after.
  static let echo = Duration.seconds(2)

  var trackingState: PowerState {
    if let cyclicPeriod { .cyclic(period: cyclicPeriod) } else { .tracking }
  }

  /// A fix is lost when no epoch comes for so long.
  var lossDelay: Duration { max(.seconds(5), max(reportInterval, cyclicPeriod ?? .zero) * 3) }

  func awakeAlready(at now: MonotonicTime) -> PowerEvent {
    .awake(
      WakeReport(lostConfiguration: false, baudRate: setup.speeds.working),
      expected: keeper.expectedStart(at: now))
  }

  /// Whether what arrives now may have been on its way when the receiver fell asleep.
  func isEcho(_ now: MonotonicTime) -> Bool {
    guard let asleepSince else { return true }
    return now - asleepSince <= Self.echo
  }

  /// Whether a command may find it asleep: it is woken first.
  var mayBeAsleep: Bool {
    switch state {
    case .off, .backup, .standby, .waking, .cyclic: true
    case .acquiring, .tracking: false
    }
  }

  var isFallingAsleep: Bool { if case .sleeping = talk { true } else { false } }

  /// How much longer than wanted a receiver sleeps if it is not woken: it never wakes just before the
  /// host does, and a host that has died does not keep it asleep.
  func safety(_ gap: Duration) -> Duration { max(gap / 10, .seconds(10)) }

  func methodFor(_ state: PowerState) -> SleepMethod? {
    switch state {
    case .off, .backup(.hardware): .supply
    case .backup(.software): .backupCommand
    case .standby: .stopCommand
    case .waking, .acquiring, .tracking, .cyclic: nil
    }
  }

  mutating func enter(_ next: PowerState, at now: MonotonicTime) {
    guard next != state else { return }
    if next.isAsleep {
      keeper.noteSleep(keepsMemory: next.keepsMemory)
      ephemerisReported = nil
      asleepSince = now
    }
    state = next
    meter.change(to: setup.traits.power(in: next), at: now)
  }

  mutating func startSleep(
    _ method: SleepMethod, wakesFirst: Bool, at now: MonotonicTime, _ port: inout PortActions
  ) {
    timer = nil
    if method == .supply {
      port.setSupply(isOn: false)
      return fellAsleep(.supply, since: now, wakesItself: nil, at: now)
    }
    if state == .off || state == .backup(.hardware) { port.setSupply(isOn: true) }
    if wakesFirst { enter(.waking, at: now) }
    var request = SleepDialogue.Request(method, setup.dialect)
    request.duration = setup.safetyNet
    if let sleepsUntil { request.duration = min(setup.safetyNet, sleepsUntil - now) }
    request.wakeSources = setup.traits.wakeSources
    request.reportInterval = max(reportInterval, cyclicPeriod ?? .zero)
    request.wakesFirst = wakesFirst
    request.wakeLatency = max(setup.traits.wakeLatency, setup.traits.supplyRise)
    if let version = setup.ubxProtocolVersion { request.knowsShortFormOnly = version < 1800 }
    var dialogue = SleepDialogue(request)
    dialogue.begin(at: now, &port)
    proceed(dialogue, method, at: now, &port)
  }

  mutating func proceed(
    _ dialogue: SleepDialogue, _ method: SleepMethod, at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    switch dialogue.outcome {
    case nil: talk = .sleeping(dialogue, method)
    case .asleep(let wakesItself):
      fellAsleep(method, since: dialogue.quietSince ?? now, wakesItself: wakesItself, at: now)
    case .refused: staysAwake(at: now, &port)
    }
  }

  private mutating func fellAsleep(
    _ method: SleepMethod, since: MonotonicTime, wakesItself: MonotonicTime?,
    at now: MonotonicTime
  ) {
    talk = .none
    self.method = method
    let sleeping = setup.traits.state(by: method, setup.dialect) ?? .standby
    // The silence that proves the sleep is part of it.
    enter(sleeping, at: since)
    asleepSince = now
    timer = earliest(wakesItself, sleepsUntil)
    events.append(.asleep(sleeping))
  }

  private mutating func staysAwake(at now: MonotonicTime, _ port: inout PortActions) {
    talk = .none
    wantsSleep = false
    sleepsUntil = nil
    timer = nil
    events.append(.refusedToSleep)
    if method == .stopCommand {
      // It may have stopped, and only its answer is missing.
      startWake(.stopCommand, at: now, &port)
    } else if state.isAsleep || state == .waking {
      enter(.acquiring, at: now)
    }
  }

  mutating func startWake(
    _ method: SleepMethod, at now: MonotonicTime, _ port: inout PortActions
  ) {
    var request = WakeDialogue.Request(method, setup.dialect)
    request.latency = method == .supply ? setup.traits.supplyRise : setup.traits.wakeLatency
    request.speeds = setup.speeds
    request.maySend = setup.maySend
    timer = nil
    enter(.waking, at: now)
    var dialogue = WakeDialogue(request)
    dialogue.begin(at: now, &port)
    proceed(dialogue, method, at: now, &port)
  }

  mutating func proceed(
    _ dialogue: WakeDialogue, _ method: SleepMethod, at now: MonotonicTime,
    _ port: inout PortActions
  ) {
    switch dialogue.outcome {
    case nil: talk = .waking(dialogue, method)
    case .awake(let wake):
      talk = .none
      self.method = nil
      failures = 0
      isDeaf = false
      timer = nil
      enter(.acquiring, at: now)
      events.append(.awake(wake, expected: keeper.expectedStart(at: now)))
    case .unresponsive(let wake):
      talk = .none
      self.method = method
      isDeaf = wake.isTalking
      // It may be asleep or gone: it is tried again, less and less often.
      timer = now + .seconds(60) * (1 << min(failures, 4))
      failures += 1
      events.append(.unresponsive(wake))
    }
  }

  /// A frame while no dialogue runs: of a receiver that sleeps, it means that it does not.
  mutating func heard(at now: MonotonicTime, _ port: inout PortActions) {
    switch state {
    case .off, .backup: if !isEcho(now) { wokeEarly(at: now, &port) }
    case .standby where setup.dialect == .pmtk || setup.dialect == .pair:
      if !isEcho(now) { wokeEarly(at: now, &port) }
    case .waking:
      // Silent until now. One that talks without listening is tried when its time comes.
      if let method, !isDeaf { startWake(method, at: now, &port) }
    case .standby, .acquiring, .tracking, .cyclic: break
    }
  }

  /// A receiver that is wanted asleep is awake.
  mutating func wokeEarly(at now: MonotonicTime, _ port: inout PortActions) {
    guard let method, wantsSleep else { return }
    let isShort = asleepSince.map { now - $0 < Self.shortSleep } ?? true
    earlyWakes = isShort ? earlyWakes + 1 : 1
    enter(.acquiring, at: now)
    if method == .supply {
      // The switch switches nothing.
      port.setSupply(isOn: true)
      return staysAwake(at: now, &port)
    }
    if earlyWakes >= Self.shortSleepLimit { return staysAwake(at: now, &port) }
    startSleep(method, wakesFirst: false, at: now, &port)
  }

  /// A time has come while no dialogue runs.
  mutating func due(at now: MonotonicTime, _ port: inout PortActions) {
    if case .cutting = talk {
      talk = .none
      return startWake(.supply, at: now, &port)
    }
    switch state {
    case .off, .backup, .standby:
      guard let method else { return }
      if wantsSleep, sleepsUntil.map({ now < $0 }) ?? true {
        // The longest sleep that can be asked for is over before the gap is.
        startSleep(method, wakesFirst: true, at: now, &port)
      } else {
        wantsSleep = false
        startWake(method, at: now, &port)
      }
    case .waking: if let method { startWake(method, at: now, &port) }
    case .tracking, .cyclic:
      keeper.noteLost()
      enter(.acquiring, at: now)
    case .acquiring: break
    }
  }
}
