internal import CairnTypes

extension ProviderScheduler {
  /// How the providers are used now, in enough detail to notice a change worth reporting.
  public struct Course: Equatable, Sendable {
    /// The plan that is followed; `nil` while the device stands, or no client asks.
    public var plan: EnergyPlan?
    /// Why nothing is done when there is no plan.
    public var rest: SchedulerReason?

    /// Creates a course in which nothing is done, without a reason.
    public init() {}

    init(plan: EnergyPlan? = nil, rest: SchedulerReason? = nil) {
      self.plan = plan
      self.rest = rest
    }

    /// Whether only numbers have changed, and those by less than a third.
    public func isLike(_ other: Course) -> Bool {
      guard let plan, let others = other.plan else { return plan == nil && other.plan == nil }
      return plan.mode == others.mode && plan.providers == others.providers
        && plan.period == others.period && plan.unmetClients == others.unmetClients
        && plan.power.isLike(others.power)
    }
  }

  /// How the providers are used now.
  public var course: Course {
    if let plan { return Course(plan: plan.followed) }
    return Course(rest: step.reasons.last)
  }

  /// The clients for which providers are on.
  public var payers: [UInt32] { asking.map(\.client) }

  /// Returns which providers are on, what they cost and why.
  ///
  /// A missing provider that the clients need stays in demand, at no cost, so that it can serve
  /// them once it is back.
  ///
  /// - Parameter providers: all, in the order of the entries, with their milliwatts when unused.
  /// - Returns: an entry for each provider.
  public func powerPlan(
    of providers: [(descriptor: ProviderDescriptor, restPower: Double)]
  ) -> PowerPlan {
    var (energy, powers) = plan.map { followed($0) } ?? (.off(asking.isEmpty ? .idle : .met), [])
    if energy.mode == .tracking,
      let state = energy.providers.first.flatMap({ index($0) }).map({ states[$0] })
    {
      // Fixes come as often as the most demanding client wants them.
      let interval = interval(state.provider, period: energy.period)
      if interval > 0 {
        let wakes = hostWake / interval - hostWake / energy.period
        energy.power += wakes
        powers = powers.map { $0 + wakes }
        energy.period = interval
      }
    }
    let waiting = waiting
    let entries = providers.map { provider in
      let id = provider.descriptor.id
      var entry = PowerPlan.Entry(
        provider: id, demand: nil, estimatedPower: provider.restPower,
        expectedAccuracy: provider.descriptor.accuracy.openSky, cause: cause(for: id, energy),
        servesClients: [])
      guard let index = index(id) else { return entry }
      let state = states[index]
      guard state.isAvailable else {
        let isNeeded = waiting.contains(id)
        if isNeeded { entry.demand = demand(index, period: 1, rests: false) }
        if case .missing = state.availability { entry.estimatedPower = 0 }
        entry.cause = .unavailable(state.availability, isNeeded: isNeeded)
        return entry
      }
      if state.belief.isUsable { entry.expectedAccuracy = state.belief.radius }
      guard let place = energy.providers.firstIndex(of: id) else { return entry }
      entry.estimatedPower = powers[place]
      entry.servesClients = payers
      entry.demand = demand(
        index, period: energy.period,
        rests: energy.mode == .sampled && state.provider.model.canSleep && !isMomentary)
      return entry
    }
    return PowerPlan(entries: entries, unmetClients: energy.unmetClients, energy: energy)
  }

  private func demand(_ index: Int, period: Double, rests: Bool) -> ProviderDemand {
    ProviderDemand(
      interval: Duration(clamping: interval(states[index].provider, period: period)),
      accuracy: finest?.accuracy ?? .best, rests: rests)
  }

  /// The missing providers that would be used if they were available.
  var waiting: [ProviderID] {
    let asking = asking
    guard !asking.isEmpty, states.contains(where: { !$0.isAvailable }) else { return [] }
    let permitted = states.filter { if case .forbidden = $0.availability { false } else { true } }
    let planner = EnergyPlanner(
      hostWake: hostWake,
      providers: permitted.map {
        .init(id: $0.provider.id, model: $0.provider.model, belief: $0.provider.moving)
      })
    var plan = planner.plan(for: asking)
    if plan.verdict == .unmet { plan = planner.plan(for: Self.patient(asking)) }
    return plan.providers.filter { id in
      permitted.contains { $0.provider.id == id && !$0.isAvailable }
    }
  }

  /// Returns the plan with its actual interval, and the milliwatts of each of its providers.
  private func followed(_ planned: Planned) -> (EnergyPlan, [Double]) {
    var energy = planned.followed
    var powers = planned.planner.powers(in: energy)
    guard energy.mode == .sampled, let first = energy.providers.first.flatMap({ index($0) }) else {
      return (energy, powers)
    }
    // Renewing ephemerides costs the same however often the receiver is started.
    powers[0] += states[first].renewalPower
    energy.power = powers.reduce(0, +)
    return (energy, powers)
  }

  private func cause(for id: ProviderID, _ energy: EnergyPlan) -> PowerPlan.Entry.Cause {
    guard let plan else { return .rest(step.reasons.last ?? .nobodyAsks) }
    guard let state = states.first(where: { $0.provider.id == id }), !state.isBlocked(plan) else {
      return .fruitless
    }
    return .planned(by: plan.planner, energy, for: plan.requests)
  }
}

extension ProviderState {
  /// Whether the plan was made without this provider because it found nothing lately.
  func isBlocked(_ plan: ProviderScheduler.Planned) -> Bool {
    !plan.planner.providers.contains { $0.id == provider.id }
  }
}

extension Double {
  /// Whether two figures differ by less than a third, so that one may stand for the other.
  func isLike(_ other: Double) -> Bool { self >= 0.75 * other && other >= 0.75 * self }
}
