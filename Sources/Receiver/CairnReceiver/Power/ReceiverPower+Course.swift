internal import CairnTypes

// How a sleep and a wake proceed, and what to do about unrequested ones.

extension ReceiverPower {
  /// A wake this soon after falling asleep counts as a fault of the line or the receiver.
  static let shortSleep = Duration.seconds(10)
  /// After this many in a row, the receiver is left awake.
  static let shortSleepLimit = 3
  /// Bytes may still arrive this long after the receiver fell asleep.
  static let echo = Duration.seconds(2)

  var trackingState: PowerState {
    if let cyclicPeriod { .cyclic(period: cyclicPeriod) } else { .tracking }
  }

  /// Time without an epoch after which the fix counts as lost.
  var lossDelay: Duration { max(.seconds(5), max(reportInterval, cyclicPeriod ?? .zero) * 3) }

  func awakeAlready(at now: MonotonicTime) -> PowerEvent {
    .awake(
      WakeReport(lostConfiguration: false, baudRate: setup.speeds.working),
      expected: keeper.expectedStart(at: now))
  }

  /// Whether bytes that arrive now may have been on their way when the receiver fell asleep.
  func isEcho(_ now: MonotonicTime) -> Bool {
    guard let asleepSince else { return true }
    return now - asleepSince <= Self.echo
  }

  /// Whether a command may find the receiver asleep, so that it must be woken first.
  var mayBeAsleep: Bool {
    switch state {
    case .off, .backup, .standby, .waking, .cyclic: true
    case .acquiring, .tracking: false
    }
  }

  var isFallingAsleep: Bool { if case .sleeping = talk { true } else { false } }

  /// Returns the extra time that a receiver sleeps unless woken: it never wakes just before the
  /// host does, and does not stay asleep if the host has died.
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
    // The silence that proved the sleep is part of it.
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
      // It may have stopped, and only its answer was lost.
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
      // It may be asleep or gone, so further attempts become rarer and rarer.
      timer = now + .seconds(60) * (1 << min(failures, 4))
      failures += 1
      events.append(.unresponsive(wake))
    }
  }

  /// Handles a frame without a dialogue; from a sleeping receiver, it means that it is awake.
  mutating func heard(at now: MonotonicTime, _ port: inout PortActions) {
    switch state {
    case .off, .backup: if !isEcho(now) { wokeEarly(at: now, &port) }
    case .standby where setup.dialect == .pmtk || setup.dialect == .pair:
      if !isEcho(now) { wokeEarly(at: now, &port) }
    case .waking:
      // It was silent until now. If it talks but does not listen, the next attempt comes when due.
      if let method, !isDeaf { startWake(method, at: now, &port) }
    case .standby, .acquiring, .tracking, .cyclic: break
    }
  }

  /// Handles a receiver that should sleep but is awake.
  mutating func wokeEarly(at now: MonotonicTime, _ port: inout PortActions) {
    guard let method, wantsSleep else { return }
    let isShort = asleepSince.map { now - $0 < Self.shortSleep } ?? true
    earlyWakes = isShort ? earlyWakes + 1 : 1
    enter(.acquiring, at: now)
    if method == .supply {
      // The supply switch has no effect.
      port.setSupply(isOn: true)
      return staysAwake(at: now, &port)
    }
    if earlyWakes >= Self.shortSleepLimit { return staysAwake(at: now, &port) }
    startSleep(method, wakesFirst: false, at: now, &port)
  }

  /// Handles the timer while no dialogue runs.
  mutating func due(at now: MonotonicTime, _ port: inout PortActions) {
    switch state {
    case .off, .backup, .standby:
      guard let method else { return }
      if wantsSleep, sleepsUntil.map({ now < $0 }) ?? true {
        // The longest possible sleep was shorter than the gap.
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
