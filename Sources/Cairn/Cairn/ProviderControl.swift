internal import CairnHAL
internal import CairnTypes

/// The providers with their scheduler: what each may do, what the scheduler is told, and what it says.
///
/// Isolation: the event loop. Calls no client, since a client may call the engine.
final class ProviderControl {
  var slots: [ProviderSlot] = []
  /// Decides what each provider does, and when.
  var scheduler: ProviderScheduler
  /// Values that providers must be able to give for the present clients.
  private var requirements: LocationRequirements = []
  /// Kind of vehicle or movement, by the clients' configurations.
  private var activity = ActivityType.other
  /// Conditions that the application has reported, as the last decision took them into account.
  var conditions = DeviceConditions()
  private let saver: BatterySaver?
  /// The course that the published plan was made for.
  private var shownCourse = ProviderScheduler.Course()
  private(set) var isWithoutProvider = false

  init(hostWake: Double?, saver: BatterySaver?, at now: MonotonicTime) {
    self.saver = saver
    scheduler = ProviderScheduler(hostWake: hostWake, detector: nil, at: now)
  }

  /// Lets the scheduler decide, which asks where the device is.
  func handle(
    _ events: [SchedulerEvent], knowing positions: Positions, at now: MonotonicTime
  ) -> SchedulerStep {
    // Who has gone does not tell any more that the device has left a cell.
    for case .availability(let id, let state) in events where state != .available {
      positions.intake.endCues(of: id, at: now)
    }
    return scheduler.handle(events, knowing: positions.intake.estimate, at: now)
  }

  /// When to wake the scheduler.
  var wake: MonotonicTime { scheduler.step.wake ?? .distantFuture }

  subscript(id: ProviderID) -> ProviderSlot? { slots.first { $0.id == id } }

  /// The providers, and the delays of what reports motion.
  func providers(_ detector: MotionDetector?) -> SchedulerEvent {
    scheduler.detector = detector
    return .providers(slots.map { SchedulerProvider($0.descriptor, activity: activity) })
  }

  /// The availability of every provider: others decide whether one may use a metered network.
  var availabilities: [SchedulerEvent] {
    slots.map { .availability($0.id, availability(of: $0)) }
  }

  /// Takes the demands of the clients, by which other providers may be allowed.
  func take(_ demands: [EnergyRequest], _ detector: MotionDetector?) -> [SchedulerEvent] {
    var changes: [SchedulerEvent] = []
    let carried = demands.first { !$0.isOpportunistic && $0.activity != .other }?.activity ?? .other
    if carried != activity {
      activity = carried
      changes.append(providers(detector))
    }
    if demands.requirements != requirements {
      requirements = demands.requirements
      changes += availabilities
    }
    return changes + [.requests(demands)]
  }

  /// Returns a client's demand as it applies while the battery is low.
  func saved(_ demand: EnergyRequest) -> EnergyRequest {
    guard let saver, let battery = conditions.battery, battery <= saver.threshold,
      demand.accuracy.metres == nil
    else { return demand }
    var demand = demand
    demand.accuracy = saver.accuracy
    return demand
  }

  /// Whether the scheduler learns from a fix; a receiver's fix after the end of its work is late.
  func learns(from slot: ProviderSlot, at now: MonotonicTime) -> Bool {
    slot.isReceiver ? now >= scheduler.step.nextFix && slot.desired.isActive : true
  }

  /// Returns the plan of the latest decision.
  ///
  /// - Parameter isNews: whether more has changed than where the device goes.
  /// - Returns: `nil` if nothing has changed that clients should know.
  func plan(isNews: Bool) -> PowerPlan? {
    let course = scheduler.course
    guard isNews || !course.isLike(shownCourse) else { return nil }
    shownCourse = course
    return scheduler.powerPlan(of: slots.map { ($0.descriptor, $0.restPower) })
  }

  /// Returns the plan that other demands would lead to; nothing changes.
  func plan(
    for demands: [EnergyRequest], knowing positions: Positions, at now: MonotonicTime
  ) -> PowerPlan {
    scheduler.powerPlan(
      for: demands, of: slots.map { ($0.descriptor, $0.restPower) },
      knowing: positions.intake.estimate, at: now)
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

  /// Notes whether clients wait while no provider is available; returns whether that has just begun.
  func losesProviders() -> Bool {
    let was = isWithoutProvider
    isWithoutProvider = !scheduler.payers.isEmpty && !hasProvider
    return isWithoutProvider && !was
  }

  /// Whether any provider can serve. A provider that is off does not know its hardware, which is
  /// looked up when a client asks.
  var service: SharedState.Service {
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

  /// Why no provider can serve: the error of a failed one, otherwise of the first; with that provider.
  var lack: (error: LocationError, slot: ProviderSlot?) {
    let failed = slots.first { $0.health.obstacle != nil }
    guard let slot = failed ?? slots.first else {
      return (LocationError(.noProvider, reason: "the system has no provider"), nil)
    }
    return (lack(of: slot), slot)
  }

  private func lack(of slot: ProviderSlot) -> LocationError {
    // A client that comes later has lost nothing.
    if let told = slot.toldLack?.fault, told.code != .providerLost { return told }
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
}
