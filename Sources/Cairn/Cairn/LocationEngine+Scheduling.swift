internal import CairnHAL
internal import CairnTypes

// Input to the scheduler, and handling of its output.

extension LocationEngine {
  // MARK: - Input

  func schedule(_ event: SchedulerEvent) { schedule(CollectionOfOne(event)) }

  /// Tells the scheduler what has happened at one moment, for which it decides once.
  private func schedule(_ events: some Collection<SchedulerEvent>) {
    let now = loop.now()
    follow(scheduler.handle(events, at: now), at: now)
  }

  /// Tells the scheduler what has changed, and the clients the plan that comes of it.
  private func settle(_ changes: [SchedulerEvent], isTold: Bool = false) {
    schedule(changes)
    publish(isNews: true)
    announceAvailability(isTold: isTold)
  }

  func countClients() {
    let requests = clients.count { $0 is RequestClient }
    shared.setClients(
      ClientCounts(
        services: clients.count - requests + headings.count + altitudes.count, requests: requests))
  }

  /// Handles a change of the clients or of their demands.
  func clientsChanged() { settle(demands()) }

  /// Handles a change of the providers or of their state.
  func providersChanged() { settle([providers()] + availabilities()) }

  /// Handles that what reports motion has come, has failed or works again.
  func detectorChanged() { settle([providers()] + demands()) }

  /// Handles that a provider can serve now, or cannot any more.
  func availabilityChanged(isTold: Bool = false) { settle(availabilities(), isTold: isTold) }

  /// Handles a change between motion and rest, by which services pause or go on.
  func motionChanged() { settle([motion()] + demands()) }

  /// Handles what the application has said about the device. A low battery changes the demands.
  func conditionsChanged() {
    settle([providers()] + availabilities() + [motion()] + demands())
  }

  /// Takes the demands of the clients, by which other providers may be allowed.
  private func demands() -> [SchedulerEvent] {
    countClients()
    let demands = budgeted(clients.filter { $0.isRunning }.map { saved($0.demand) })
    hasRawClients = clients.contains { $0.takesRawFixes }
    intake.speedGate = demands.map { $0.activity.speedGate }.max() ?? .infinity
    demandMotion()
    demandBeacons()
    var changes: [SchedulerEvent] = []
    let carried = demands.first { !$0.isOpportunistic && $0.activity != .other }?.activity ?? .other
    if carried != activity {
      activity = carried
      changes.append(providers())
    }
    if demands.requirements != requirements {
      requirements = demands.requirements
      changes += availabilities()
    }
    return changes + [.requests(demands)]
  }

  private func providers() -> SchedulerEvent {
    scheduler.detector = detector
    return .providers(slots.map { SchedulerProvider($0.descriptor, activity: activity) })
  }

  /// The availability of every provider: others decide whether one may use a metered network.
  private func availabilities() -> [SchedulerEvent] {
    slots.map { .availability($0.id, availability(of: $0)) }
  }

  private func motion() -> SchedulerEvent {
    intake.sensesMotion = isMoving
    for client in clients { client.noteMotion(isMoving, at: loop.now()) }
    return .motion(isMoving: isMoving ?? true)
  }

  /// Lets the scheduler learn from a position.
  func learn(_ fix: Location, of slot: ProviderSlot) {
    // A receiver's fix after the end of its work is late.
    guard slot.desired.isActive || !slot.isReceiver else { return }
    learnedAt = loop.now()
    let news = SchedulerEvent.fix(slot.id, SchedulerFix(fix))
    guard !budgets.isEmpty else { return schedule(news) }
    // The cost of starts is known better now.
    settle([news] + demands())
  }

  /// Lets the scheduler judge a search by its signals.
  func judge(_ report: SatelliteReport, of slot: ProviderSlot) {
    guard scheduler.isSearching(slot.id) else { return }
    var strongest: Float = 0
    for satellite in report.satellites { strongest = max(strongest, satellite.carrierToNoise ?? 0) }
    schedule(.signal(slot.id, strongest: Double(strongest)))
  }

  private func obstacle(to slot: ProviderSlot) -> ProviderAvailability.Obstacle? {
    guard slot.descriptor.meets(requirements) else { return .requirement }
    let isAlone = !slots.contains {
      $0 !== slot && $0.health.isUsable && $0.descriptor.meets(requirements)
        && !$0.descriptor.capabilities.contains(.needsNetwork)
        && conditions.obstacle(to: $0.descriptor, isAlone: false) == nil
    }
    return conditions.obstacle(to: slot.descriptor, isAlone: isAlone)
  }

  private func availability(of slot: ProviderSlot) -> ProviderAvailability {
    if let obstacle = obstacle(to: slot) { return .forbidden(obstacle) }
    if slot.health.isUsable { return .available }
    return .missing(slot.health.obstacle?.error)
  }

  /// Whether any provider is available.
  var hasProvider: Bool { slots.contains { availability(of: $0) == .available } }

  /// Whether any provider can serve. A provider that is off does not know its hardware, which is
  /// looked up when a client asks.
  private var service: SharedState.Service {
    var unknown: [any LocationProvider] = []
    var obstacle: ProviderAvailability.Obstacle?
    for slot in slots where slot.mayServe {
      switch availability(of: slot) {
      case .available where slot.knowsHardware: return .available
      case .forbidden(.requirement): continue
      case .forbidden(let reason): obstacle = obstacle ?? reason
      case .available, .missing: if !slot.knowsHardware { unknown.append(slot.provider) }
      }
    }
    if !unknown.isEmpty { return .asks(unknown) }
    return .unavailable(Availability.Reason(obstacle))
  }

  /// Returns a client's demand as it applies while the battery is low.
  private func saved(_ demand: EnergyRequest) -> EnergyRequest {
    guard let saver, let battery = conditions.battery, battery <= saver.threshold,
      demand.accuracy.metres == nil
    else { return demand }
    var demand = demand
    demand.accuracy = saver.accuracy
    return demand
  }

  /// Why no provider can serve: the error of a failed one, otherwise of the first.
  var lackOfProvider: LocationError {
    let failed = slots.first { $0.health.obstacle != nil }
    guard let slot = failed ?? slots.first else {
      return LocationError(.noProvider, reason: "the system has no provider")
    }
    if let lack = slot.lack { return lack }
    var error = LocationError(.noProvider, provider: slot.id)
    if let failure = slot.health.obstacle?.error {
      error.cause = failure.cause
      error.reason = failure.cause == nil ? failure.trouble : failure.reason
    } else if slot.health.lifecycle == .absent {
      error.reason = "no hardware found"
    } else if case .forbidden(let obstacle) = availability(of: slot) {
      error.reason =
        obstacle == .requirement ? "it cannot give what a client requires" : "\(obstacle)"
    }
    return error
  }

  /// Reports once that no provider can serve, unless clients know from the provider itself.
  func announceAvailability(isTold: Bool = false) {
    shared.setService(service)
    let isWithout = !scheduler.payers.isEmpty && !hasProvider
    guard isWithout != isWithoutProvider else { return }
    isWithoutProvider = isWithout
    guard isWithout, !isTold else { return }
    for client in clients where client.isRunning { client.fail(lackOfProvider) }
  }

  // MARK: - Output

  private func follow(_ step: SchedulerStep, at now: MonotonicTime) {
    schedulerWake = step.wake ?? .distantFuture
    nextFix = step.nextFix
    let payers = scheduler.payers
    for command in step.commands {
      guard let slot = slots.first(where: { $0.id == command.provider }) else { continue }
      slot.desired = command.work
      driveSoon(slot)
    }
    for slot in slots {
      setPayers(slot.desired == .off ? [] : payers, of: slot, at: now)
      driveSoon(slot)
    }
    followTracking()
    if step.reasons.contains(where: { $0.isFailure }) {
      // The attempt was due: until another one succeeds, the position is lost.
      for client in clients { client.noteLoss(at: now) }
    } else if let reason = step.reasons.last {
      expect(reason, at: now)
    }
    if let position = step.position, position.isExtrapolated {
      continueCourse(to: position, at: now)
    }
    publish()
    arm()
  }

  /// Seconds in which no provider is asked while the device stands.
  private static let longestStay = 4 * 3600.0

  /// Sets how long silence is expected.
  private func expect(_ reason: SchedulerReason, at now: MonotonicTime) {
    let quiet: Double
    switch reason {
    case .waiting(let seconds, _, _): quiet = (now - learnedAt).inSeconds + seconds
    case .standing: quiet = (now - learnedAt).inSeconds + Self.longestStay
    case .leftOn(_, _, let period, _): quiet = period
    default: return
    }
    for client in clients { client.expect(Duration(clamping: quiet)) }
  }

  // MARK: - Publishing

  /// Publishes the plan if an unused provider now draws a different power.
  func showRest(of slot: ProviderSlot) {
    guard let entry = plan.entries.first(where: { $0.provider == slot.id }), entry.demand == nil,
      entry.estimatedPower != slot.restPower, !slot.health.lacksHardware
    else { return }
    publish(isNews: true)
  }

  /// Publishes the plan if it has changed.
  private func publish(isNews: Bool = false) {
    let course = scheduler.course
    guard isNews || !course.isLike(shownCourse) else { return }
    shownCourse = course
    let next = scheduler.powerPlan(of: slots.map { ($0.descriptor, $0.restPower) })
    guard next != plan else { return }
    plan = next
    shared.setPlan(next)
    for client in clients { client.show(next) }
  }
}

extension SchedulerFix {
  init(_ fix: Location) {
    self.init(
      coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, speed: fix.speed,
      course: fix.course)
  }
}

extension SchedulerReason {
  /// Whether an attempt has failed.
  fileprivate var isFailure: Bool {
    switch self {
    case .gaveUp, .hopeless, .nothingWorks: true
    default: false
    }
  }
}
