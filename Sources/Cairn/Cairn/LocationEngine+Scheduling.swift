internal import CairnHAL
internal import CairnTypes

// One decision of the scheduler for what has happened at one moment, and its consequences.

extension LocationEngine {
  func schedule(_ event: SchedulerEvent) {
    let now = loop.now()
    follow(control.handle([event], knowing: positions, at: now), at: now)
  }

  /// Tells the scheduler what has changed, and the clients the plan that comes of it.
  ///
  /// - Returns: whether no provider can serve any more, of which clients know.
  @discardableResult
  private func settle(_ changes: [SchedulerEvent]) -> Bool {
    let now = loop.now()
    follow(control.handle(changes, knowing: positions, at: now), at: now)
    publish(isNews: true)
    return announceAvailability()
  }

  func countClients() {
    let requests = clients.count { $0 is RequestClient }
    let services = clients.count - requests + sensors.clientCount
    shared.setClients(ClientCounts(services: services, requests: requests))
  }

  /// Handles a change of the clients or of their demands.
  ///
  /// - Returns: whether no provider can serve any more, of which clients know.
  @discardableResult
  func clientsChanged() -> Bool { settle(demands()) }

  /// Handles a change of the providers or of their state.
  func providersChanged() { settle([control.providers(detector)] + control.availabilities) }

  /// Handles that what reports motion has come, has failed or works again.
  func detectorChanged() { settle([control.providers(detector)] + demands()) }

  /// Handles that a provider can serve now, or cannot any more.
  func availabilityChanged() { settle(control.availabilities) }

  /// Handles a change between motion and rest, by which services pause or go on.
  func motionChanged() { settle([motion()] + demands()) }

  /// Handles what the application has said about the device. A low battery changes the demands.
  func conditionsChanged(to conditions: DeviceConditions) {
    control.conditions = conditions
    settle(
      [control.providers(detector)] + control.availabilities + [motion()] + demands())
  }

  /// Takes the demands of the clients.
  private func demands() -> [SchedulerEvent] {
    let now = loop.now()
    countClients()
    let demands = energy.budgeted(
      clients.filter { $0.isRunning }.map { control.saved($0.demand) }, of: clients,
      from: control.slots, at: now)
    positions.serve(clients, demands)
    // Also clients that are paused until the device moves want its motion watched.
    let watchers = clients.filter { !$0.demand.isOpportunistic }.map(\.identity.name)
    sensors.demandMotion(for: watchers, &energy, at: now)
    driveSensors()
    demandBeacons()
    return control.take(demands, detector)
  }

  private func motion() -> SchedulerEvent {
    positions.turn(isMoving, detector, at: loop.now())
    for client in clients { client.noteMotion(isMoving, at: loop.now()) }
    return .motion(isMoving: isMoving ?? true)
  }

  /// Lets the scheduler learn from a position.
  func learn(_ fix: Location, of slot: ProviderSlot) {
    let news = SchedulerEvent.fix(slot.id, SchedulerFix(fix))
    guard !energy.budgets.isEmpty else { return schedule(news) }
    // The cost of starts is known better now.
    settle([news] + demands())
  }

  /// Lets the scheduler judge a search by its signals.
  func judge(_ report: SatelliteReport, of slot: ProviderSlot) {
    guard control.scheduler.isSearching(slot.id) else { return }
    var strongest: Float = 0
    for satellite in report.satellites { strongest = max(strongest, satellite.carrierToNoise ?? 0) }
    schedule(.signal(slot.id, strongest: Double(strongest)))
  }

  private func follow(_ step: SchedulerStep, at now: MonotonicTime) {
    for command in step.commands {
      guard let slot = control[command.provider] else { continue }
      slot.desired = command.work
      driveSoon(slot)
    }
    let payers = names(of: control.scheduler.payers)
    for slot in control.slots {
      energy.charge(slot.desired == .off ? [] : payers, for: slot, at: now)
      driveSoon(slot)
    }
    sensors.follow(control.slots, &energy, at: now)
    driveSensors()
    if step.reasons.contains(where: { $0.isFailure }) {
      // The attempt was due: until another one succeeds, the position is lost.
      for client in clients { client.noteLoss(at: now) }
    } else if let quiet = step.quiet {
      for client in clients { client.expect(Duration(clamping: quiet)) }
    }
    if step.continuesCourse { continueCourse(at: now) }
    publish()
    arm()
  }

  /// The newest client; later ones have greater numbers.
  var newestClient: UInt32 { clients.last?.id ?? 0 }

  /// Tells clients that no provider can serve, unless they know from the provider itself.
  ///
  /// - Returns: whether that has just begun, so that all know now.
  @discardableResult
  func announceAvailability() -> Bool {
    shared.setService(control.service)
    guard control.losesProviders() else { return false }
    let (lack, slot) = control.lack
    let known = slot?.toldLack?.client ?? 0
    if let slot, !slot.health.isUsable { _ = slot.note(lack, toldUpTo: newestClient) }
    for client in clients where client.isRunning && client.id > known { client.fail(lack) }
    return true
  }

  /// Returns the plan that would follow if clients wanted another accuracy; nothing changes.
  ///
  /// - Parameters:
  ///   - accuracy: the accuracy that would be wanted.
  ///   - identity: the client that would want it, whether or not it wants positions now; `nil` for all clients.
  /// - Returns: the plan, and the numbers of the services that want it there.
  func plan(
    wanting accuracy: DesiredAccuracy, by identity: ClientIdentity? = nil
  ) -> (plan: PowerPlan, services: [UInt32]) {
    var demands: [EnergyRequest] = []
    var services: [UInt32] = []
    for client in clients where client.isRunning && !client.demand.isOpportunistic {
      var demand = client.demand
      if identity == nil || client.identity == identity {
        demand.accuracy = accuracy
        demand.powerBudget = nil
        services.append(client.id)
      }
      demands.append(demand)
    }
    if services.isEmpty {
      demands.append(EnergyRequest(client: .max, accuracy: accuracy, every: nil))
      services = [.max]
    }
    var plan = control.plan(for: demands.map(control.saved), knowing: positions, at: loop.now())
    plan.sensorPower = sensors.power
    return (plan, services)
  }

  /// Publishes the plan if an unused provider now draws a different power.
  func showRest(of slot: ProviderSlot) {
    guard let entry = shared.plan.entries.first(where: { $0.provider == slot.id }),
      entry.demand == nil, entry.estimatedPower != slot.restPower, !slot.health.lacksHardware
    else { return }
    publish(isNews: true)
  }

  /// Publishes the plan if it has changed.
  private func publish(isNews: Bool = false) {
    guard var next = control.plan(isNews: isNews) else { return }
    next.sensorPower = sensors.power
    guard next != shared.plan else { return }
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
