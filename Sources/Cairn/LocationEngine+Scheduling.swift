internal import CairnHAL
internal import CairnTypes

// What the scheduler is told, and what becomes of what it says.

extension LocationEngine {
  // MARK: - What it is told

  func schedule(_ event: SchedulerEvent) {
    let now = loop.now()
    follow(scheduler.handle(event, at: now), at: now)
  }

  /// The clients, or what they want, are others than before.
  func clientsChanged() {
    let requests = clients.count { $0 is RequestClient }
    shared.setClients(ClientCounts(services: clients.count - requests, requests: requests))
    wishes = clients.filter { $0.isRunning }.map { saved($0.wish) }
    intake.speedGate = wishes.map { $0.activity.speedGate }.max() ?? .infinity
    let carried = wishes.first { !$0.isOpportunistic && $0.activity != .other }?.activity ?? .other
    if carried != activity {
      activity = carried
      tellProviders()
    }
    if wishes.requirements != requirements {
      requirements = wishes.requirements
      for slot in slots { availabilityChanged(of: slot) }
    }
    schedule(.requests(wishes.map { EnergyRequest($0) }))
    publish(isNews: true)
    announceAvailability()
  }

  /// The providers, or what is known of them, are others than before.
  func providersChanged() {
    tellProviders()
    for slot in slots where !isAvailable(slot) { availabilityChanged(of: slot) }
    publish(isNews: true)
    announceAvailability()
  }

  private func tellProviders() {
    let tellsMotion = conditions.isMoving != nil
    schedule(
      .providers(
        slots.map {
          SchedulerProvider($0.descriptor, activity: activity, tellsMotion: tellsMotion)
        }))
  }

  func availabilityChanged(of slot: ProviderSlot, isTold: Bool = false) {
    let isAvailable = isAvailable(slot)
    // One that is gone has forgotten what it was told.
    if !isAvailable { slot.order = nil }
    schedule(.availability(slot.id, isAvailable: isAvailable))
    publish(isNews: true)
    announceAvailability(isTold: isTold)
  }

  func conditionsChanged() {
    tellProviders()
    for slot in slots { availabilityChanged(of: slot) }
    schedule(.motion(isMoving: conditions.isMoving ?? true))
    for client in clients { client.noteMotion(sentinel, at: loop.now()) }
    // A low battery changes what is wanted.
    clientsChanged()
  }

  /// A fix of a provider that something is expected of.
  func learn(_ fix: Location, of slot: ProviderSlot) {
    guard slot.isAsked else { return }
    learnedAt = loop.now()
    // What is done once is done.
    if !slot.isReceiver, slot.order == .measureOnce { slot.order = nil }
    schedule(.fix(slot.id, SchedulerFix(fix)))
  }

  /// The signals of a search tell whether it has any hope.
  func judge(_ report: SatelliteReport, of slot: ProviderSlot) {
    guard scheduler.isSearching(slot.id) else { return }
    var strongest: Float = 0
    for satellite in report.satellites { strongest = max(strongest, satellite.carrierToNoise ?? 0) }
    schedule(.signal(slot.id, strongest: Double(strongest)))
  }

  private func isAvailable(_ slot: ProviderSlot) -> Bool {
    slot.health.isUsable && conditions.allows(slot.descriptor.technology)
      && slot.descriptor.meets(requirements)
  }

  /// Whether any provider may serve.
  var hasProvider: Bool { slots.contains { isAvailable($0) } }

  /// Whether any provider can serve: one that is off knows nothing of its hardware, and is asked when somebody
  /// wants to know.
  private var service: SharedState.Service {
    let (allowed, grounded) = (
      slots.filter { conditions.allows($0.descriptor.technology) },
      slots.filter { !conditions.allows($0.descriptor.technology) }
    )
    if allowed.contains(where: { $0.knowsHardware && isAvailable($0) }) { return .available }
    let unknown = allowed.filter {
      !$0.knowsHardware && $0.mayServe && $0.descriptor.meets(requirements)
    }
    if !unknown.isEmpty { return .asks(unknown.map(\.provider)) }
    return .unavailable(grounded.contains { $0.mayServe } ? .airplaneMode : .noHardware)
  }

  /// A wish as it counts while the battery is low.
  private func saved(_ wish: ClientWish) -> ClientWish {
    guard let saver, let battery = conditions.battery, battery <= saver.threshold,
      wish.desiredAccuracy.metres == nil
    else { return wish }
    var wish = wish
    wish.desiredAccuracy = saver.accuracy
    return wish
  }

  /// Says of a provider why none can serve: of a failed one, else of the first.
  var lackOfProvider: LocationError {
    let failed = slots.first { if case .failed = $0.health { true } else { false } }
    guard let slot = failed ?? slots.first else {
      return LocationError(.noProvider, reason: "the system has no provider")
    }
    if let lack = slot.lack { return lack }
    var error = LocationError(.noProvider, provider: slot.id)
    switch slot.health {
    case .failed(let failure):
      error.cause = failure.cause
      error.reason = failure.cause == nil ? failure.trouble : failure.reason
    case .absent:
      error.reason = "no hardware found"
    case _ where !conditions.allows(slot.descriptor.technology):
      error.reason = "it transmits, and the device is in airplane mode"
    default:
      error.reason = "it cannot give what a client requires"
    }
    return error
  }

  /// Says once that nobody can serve, unless clients have heard it from the provider itself.
  func announceAvailability(isTold: Bool = false) {
    shared.setService(service)
    let isWithout = wishes.contains { !$0.isOpportunistic } && !hasProvider
    guard isWithout != isWithoutProvider else { return }
    isWithoutProvider = isWithout
    guard isWithout, !isTold else { return }
    for client in clients where client.isRunning { client.fail(lackOfProvider) }
  }

  // MARK: - What it says

  private func follow(_ step: SchedulerStep, at now: MonotonicTime) {
    schedulerWake = step.wake ?? .distantFuture
    nextFix = step.nextFix
    for command in step.commands {
      guard let slot = slots.first(where: { $0.id == command.provider }) else { continue }
      slot.order = command.action
      switch command.action {
      case .measureOnce: slot.operations &+= 1
      case .standBy: slot.desired = rest(of: slot, until: step.wake, at: now)
      case .turnOff: slot.desired = nil
      case .track, .trackCyclic: break
      }
    }
    settle(at: now)
    if step.reasons.contains(where: { $0.isFailure }) {
      // It was due: until another attempt finds something, the position is lost.
      for client in clients { client.noteLoss(at: now) }
    } else if let reason = step.reasons.last {
      expect(reason, at: now)
    }
    publish()
    arm()
  }

  /// Brings what is wanted of each provider, and who pays for it, up to date.
  private func settle(at now: MonotonicTime) {
    let askers = wishes.filter { !$0.isOpportunistic }
    let payers = askers.map { $0.id }
    let waiting = scheduler.waiting
    for slot in slots {
      switch slot.order {
      case _ where askers.isEmpty:
        slot.order = nil
        slot.desired = nil
      case .track(let period), .trackCyclic(let period):
        slot.desired = .init(demand: demand(on: slot, period))
      case .measureOnce:
        slot.desired = .init(demand: demand(on: slot, 1), operation: slot.operations)
      case .standBy, .turnOff: break
      case nil:
        let isAwaited = !slot.health.isUsable && waiting.contains(slot.id)
        slot.desired = isAwaited ? .init(demand: demand(on: slot, 1)) : nil
      }
      setPayers(slot.desired == nil ? [] : payers, of: slot, at: now)
      if slot.desired != slot.applied, !slot.isDriven { Task { await drive(slot) } }
    }
  }

  private func demand(on slot: ProviderSlot, _ period: Double) -> ProviderDemand {
    ProviderDemand(
      for: wishes.filter { !$0.isOpportunistic }, on: slot.descriptor, period: period, rests: false)
  }

  /// A receiver that will be used again sleeps where it can; any other is stopped. One behind a switch sleeps
  /// until the scheduler says that this is over: stopped it would lose its supply, and the hot start that is
  /// counted on.
  private func rest(
    of slot: ProviderSlot, until wake: MonotonicTime?, at now: MonotonicTime
  ) -> ProviderSlot.Job? {
    guard let applied = slot.applied, slot.descriptor.energyModel.canSleep,
      slot.descriptor.energyModel.hasSwitch
        || scheduler.course.plan.map({ $0.mode == .off || $0.providers.contains(slot.id) }) ?? true
    else { return nil }
    var demand = applied.demand
    demand.rests = true
    demand.interval = min(wake.map { $0 - now } ?? Self.longestRest, Self.longestRest)
    return .init(demand: demand)
  }

  /// A receiver that is not needed for longer is not worse off by being woken once in between.
  private static let longestRest = Duration.seconds(4 * 3600)

  /// How long no news is none.
  private func expect(_ reason: SchedulerReason, at now: MonotonicTime) {
    let quiet: Double
    switch reason {
    case .waiting(let seconds, _, _): quiet = (now - learnedAt).inSeconds + seconds
    case .standing: quiet = (now - learnedAt).inSeconds + Self.longestRest.inSeconds
    case .leftOn(_, _, let period, _): quiet = period
    default: return
    }
    for client in clients { client.expect(Duration(clamping: quiet)) }
  }

  // MARK: - What is shown

  /// Shows what a provider draws while it is not used, where that is another figure than before.
  func showRest(of slot: ProviderSlot) {
    guard let entry = plan.entries.first(where: { $0.provider == slot.id }), entry.demand == nil,
      entry.estimatedPower != slot.restPower, !slot.health.lacksHardware
    else { return }
    publish(isNews: true)
  }

  /// Shows the plan when it is another one.
  private func publish(isNews: Bool = false) {
    let course = scheduler.course
    guard isNews || !course.isLike(shownCourse) else { return }
    shownCourse = course
    let next = scheduler.powerPlan(
      of: slots.map { ($0.descriptor, $0.health, $0.restPower) }, for: wishes)
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
  /// Whether an attempt has found nothing.
  fileprivate var isFailure: Bool {
    switch self {
    case .gaveUp, .hopeless, .nothingWorks: true
    default: false
    }
  }
}
