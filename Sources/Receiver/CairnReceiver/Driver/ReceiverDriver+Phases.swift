internal import CairnTypes

// How the driver moves between phases.

extension ReceiverDriver {
  /// Continues after the conversation of the present phase has ended.
  func advance(at now: MonotonicTime) {
    switch phase {
    case .probing:
      guard let outcome = probe?.outcome else { return }
      probe = nil
      finish(outcome, at: now)
    case .identifying:
      guard let identity = identifier?.outcome else { return }
      heard = identifier?.heard ?? heard
      let line = identifier?.line
      identifier = nil
      note(identity, line, at: now)
    case .configuring:
      guard let report = configurator?.outcome else { return }
      configurator = nil
      finish(report, at: now)
    case .running:
      takeErrandResult(at: now)
      takePowerEvents(at: now)
    case .resting: takePowerEvents(at: now)
    case .idle: return
    }
  }

  func search(at now: MonotonicTime) {
    phase = .probing
    errands.abandon()
    searchedAt = now
    var setup = setup
    for baudRate in [
      memory.records.receivers.first?.baudRate, memory.firstBaudRate, memory.baudRate,
    ] {
      if let baudRate { setup.baudRates.insert(baudRate, at: 0) }
    }
    // A device that has answered before is a receiver, whatever it is connected through.
    if setup.permission == .afterFirstFrame, memory.identity?.dialect ?? .none != .none {
      setup.permission = .whileSilent
    }
    var probe = ReceiverProbe(
      setup: setup, canChangeSpeed: canChangeSpeed,
      epoch: max(.seconds(1), configuredFor?.fixInterval ?? .seconds(1)))
    probe.begin(at: now, &actions)
    self.probe = probe
    advance(at: now)
  }

  private func finish(_ outcome: ReceiverProbe.Outcome, at now: MonotonicTime) {
    guard case .found(let baudRate, let heard) = outcome else {
      if outcome == .silent {
        let since = silentSince ?? searchedAt
        silentSince = since
        if now - since < Self.silencePatience { return search(at: now) }
      }
      silentSince = nil
      phase = .idle
      events.append(.unusable(outcome))
      return
    }
    silentSince = nil
    memory.baudRate = baudRate
    memory.firstBaudRate = memory.firstBaudRate ?? baudRate
    memory.power?.noteFound(at: now)
    errands.noteStart(nil, at: now)
    watch.begin(at: now)
    repairs = .repairs
    isDamaged = false
    events.append(.found(baudRate: baudRate))
    // A receiver that was asked before stays the same as long as its port does.
    guard memory.identity == nil, setup.permission != .never else { return configure(at: now) }
    (self.heard, questions) = (heard, Questions())
    identify(at: now)
  }

  func identify(at now: MonotonicTime) {
    phase = .identifying
    var identifier = ReceiverIdentifier(
      heard: heard, baudRate: memory.baudRate, permission: setup.permission, known: memory.records,
      isAskedAgain: questions.asked > 0,
      crowded: demand.flatMap { CrowdedLine($0, setup, baudRate: memory.baudRate) })
    identifier.begin(at: now, &actions)
    self.identifier = identifier
    advance(at: now)
  }

  private func note(
    _ identity: ReceiverIdentity, _ line: Line?, at now: MonotonicTime
  ) {
    if memory.identity != identity {
      memory.identity = identity
      adopt(identity)
      events.append(.identified(identity))
    }
    questions.wereAsked(at: now, isAnswered: identity.dialect != .none, isDamaged: watch.isDamaged)
    configure(at: now, over: line)
  }

  /// Adopts the setup for the receiver's model.
  func adopt(_ identity: ReceiverIdentity) {
    if let own = alternatives.first(where: { $0.isFor(identity) == true }) {
      setup = own
    } else if setup.isFor(identity) == false {
      setup = setup.forAnyReceiver
    }
  }

  /// - Parameters:
  ///   - now: the present time.
  ///   - line: the line with what is still being sent; `nil` if nothing is.
  func configure(at now: MonotonicTime, over line: Line? = nil) {
    errands.abandon()
    guard let identity = memory.identity, identity.dialect != .none, let demand else {
      return run(at: now)
    }
    phase = .configuring
    configuredFor = demand
    var setup = setup
    let keepsSpeed = failedSpeeds >= Self.mostFailedSpeeds
    if keepsSpeed { setup.workingBaudRate = nil }
    let plan = BandwidthPlan(
      demand, identity: identity, setup: setup, baudRate: memory.baudRate,
      mayRaise: canChangeSpeed && !keepsSpeed)
    self.plan = plan
    var configurator = Configurator(
      wishes: plan.wishes, identity: identity, setup: setup,
      line: line ?? Line(baudRate: memory.baudRate),
      known: memory.records.record(of: identity), isDamaged: isDamaged || watch.isDamaged)
    configurator.begin(at: now, &actions)
    self.configurator = configurator
    advance(at: now)
  }

  private func finish(_ report: ConfigurationReport, at now: MonotonicTime) {
    self.report = report
    isDamaged = isDamaged || watch.isDamaged
    // Some optional settings have no answer in sentences.
    let lacksOptional = memory.identity?.dialect.isUBX == true && !report.unanswered.isEmpty
    let isUrgent = report.lacksAnswers || report.lacksSpeed
    repairs.wereAsked(
      at: now, isAnswered: !isUrgent && !lacksOptional || !report.isReachable, isDamaged: false,
      isUrgent: isUrgent)
    memory.baudRate = report.baudRate
    events.append(.configured(report))
    if let plan, let identity = memory.identity, report.isReachable,
      memory.records.note(report, of: plan.wishes, identity, startup: setup.startup)
    {
      events.append(.recorded)
    }
    if report.lacksSpeed {
      failedSpeeds &+= 1
    } else if failedSpeeds < Self.mostFailedSpeeds {
      failedSpeeds = 0
    }
    guard report.isReachable else { return recover(.unresponsive, at: now) }
    // The plan for a faster line would overload this one.
    if report.lacksSpeed, failedSpeeds == Self.mostFailedSpeeds { return configure(at: now) }
    run(at: now)
  }

  /// Applies the demand to a receiver that is awake and configured.
  func settle(at now: MonotonicTime) {
    guard let demand else {
      if !saves(before: gap, at: now) { sleep(for: gap, at: now) }
      return
    }
    if errands.isSaving { return }
    if configuredFor != demand { repairs = .repairs }
    if configuredFor != demand, memory.identity?.dialect ?? .none != .none {
      return configure(at: now)
    }
  }

  func recover(_ loss: Loss, at now: MonotonicTime) {
    identifier = nil
    configurator = nil
    events.append(.lost(loss))
    if loss == .configuration { configure(at: now) } else { search(at: now) }
  }
}
