internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// The standard service of one manager or one `updates()` sequence. Isolation: the event loop.
final class StandardClient: EngineClient {
  let id: UInt32
  let identity: ClientIdentity
  private let mailbox: Mailbox
  /// The session that this service belongs to; late output for an earlier one is dropped.
  private let session: UInt32
  private var rules: StandardUpdates

  init(
    id: UInt32, identity: ClientIdentity, mailbox: Mailbox, session: UInt32,
    configuration: LocationConfiguration, authorization: Authorization
  ) {
    self.id = id
    self.identity = identity
    self.mailbox = mailbox
    self.session = session
    rules = StandardUpdates(configuration: configuration, authorization: authorization)
  }

  var isRunning: Bool {
    rules.isRunning && (!rules.isPaused || rules.needsFixesToResume)
      && rules.authorization.allows(.standard)
  }
  var isFinished: Bool { !rules.isRunning }
  var takesRawFixes: Bool { !rules.configuration.isFiltered }
  var authorization: Authorization { rules.authorization }
  var nextDeadline: MonotonicTime { rules.nextDeadline ?? .distantFuture }

  var demand: EnergyRequest {
    let configuration = rules.configuration
    var (accuracy, interval) = (configuration.desiredAccuracy, configuration.interval)
    if rules.needsFixesToResume {
      interval = max(interval ?? .zero, Defaults.pausedInterval)
      accuracy = DesiredAccuracy(.metres(max(accuracy.metres ?? 0, Defaults.pausedAccuracy)))
    }
    var demand = EnergyRequest(
      client: id, accuracy: accuracy, every: interval, distanceFilter: configuration.distanceFilter,
      isOpportunistic: configuration.isOpportunistic, activity: configuration.activityType)
    (demand.powerBudget, demand.requires) = (configuration.powerBudget, configuration.requires)
    return demand
  }

  func begin(at now: MonotonicTime, cached: Location?) {
    mailbox.put(rules.authorization)
    if let code = rules.authorization.refusal(of: .standard) {
      return mailbox.end(LocationError(code), session: session)
    }
    pass(rules.start(at: now, cached: cached), at: now)
  }

  func recall(_ cached: Location, at now: MonotonicTime) -> ClientEffects {
    pass(rules.recall(cached, at: now), at: now)
    return .earlierDeadline
  }

  func configure(_ configuration: LocationConfiguration, at now: MonotonicTime) {
    rules.configuration = configuration
    pass(rules.takeDue(at: now), at: now)
  }

  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects {
    var fix = fix
    if rules.receive(&fix, at: now) { mailbox.put(fix, session: session, at: now) }
    var effects: ClientEffects = rules.deadlineMayBeNearer ? .earlierDeadline : []
    if rules.hasDue {
      pass(rules.takeDue(at: now), at: now)
      effects.insert(.otherDemand)
    }
    return effects
  }

  func continueCourse(
    to fix: Location, hasStopped: Bool, at now: MonotonicTime
  ) -> ClientEffects {
    var fix = fix
    if rules.continueCourse(to: &fix, at: now) { mailbox.put(fix, session: session, at: now) }
    return []
  }

  func fire(at now: MonotonicTime) -> ClientEffects {
    let wasPaused = rules.isPaused
    pass(rules.fire(at: now), at: now)
    return rules.isPaused == wasPaused ? [] : .otherDemand
  }

  func noteMotion(_ isMoving: Bool?, at now: MonotonicTime) {
    pass(rules.noteMotion(isMoving, at: now), at: now)
  }

  func noteLoss(at now: MonotonicTime) { rules.noteLoss(at: now) }

  func fail(_ error: LocationError) {
    guard error.severity == .fatal else { return mailbox.put(error) }
    rules.stop()
    mailbox.end(error, session: session)
  }

  func authorize(_ authorization: Authorization, at now: MonotonicTime) {
    if !rules.authorization.allows(.standard), authorization.allows(.standard) {
      rules.waitAnew(from: now)
    }
    rules.authorization = authorization
    mailbox.put(authorization)
    if let code = authorization.refusal(of: .standard) { fail(LocationError(code)) }
  }

  func show(_ plan: PowerPlan) { mailbox.put(plan) }

  func expect(_ quiet: Duration) { rules.plannedInterval = quiet }

  private func pass(_ outputs: [StandardUpdates.Output], at now: MonotonicTime) {
    for output in outputs {
      switch output {
      case .locations(let fixes):
        mailbox.put(fixes, session: session, at: now)
      case .paused: mailbox.put(isPaused: true, session: session)
      case .resumed: mailbox.put(isPaused: false, session: session)
      case .failure(let error):
        fail(error)
      }
    }
  }
}
