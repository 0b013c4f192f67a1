package import CairnFusion
package import CairnTypes

extension ProviderScheduler {
  /// How the providers are used now, in enough detail to notice a change worth reporting.
  public struct Course: Equatable, Sendable {
    /// The plan that is followed; `nil` while nothing is done.
    public var plan: EnergyPlan?

    /// Creates a course in which nothing is done.
    public init() {}

    init(plan: EnergyPlan?) { self.plan = plan }

    /// Whether only numbers have changed, and those by less than a third.
    public func isLike(_ other: Course) -> Bool {
      guard let plan, let others = other.plan else { return plan == nil && other.plan == nil }
      return plan.mode == others.mode && plan.providers == others.providers
        && plan.period == others.period && plan.unmetClients == others.unmetClients
        && plan.power.isLike(others.power)
    }
  }

  /// How the providers are used now.
  public var course: Course { Course(plan: plan?.followed ?? trial) }

  /// The clients for which providers are on.
  public var payers: [UInt32] { asking.map(\.client) }

  /// Returns which providers are on, what they cost and why.
  ///
  /// A missing provider that the clients need stays in demand, at no cost, so that it can serve
  /// them once it is back.
  ///
  /// - Parameter providers: all, in the order of the entries, with their milliwatts when unused;
  ///   `nil` where that is not known.
  /// - Returns: an entry for each provider.
  public func powerPlan(
    of providers: [(descriptor: ProviderDescriptor, restPower: Double?)]
  ) -> PowerPlan {
    let trial = trial
    var (energy, powers) =
      plan.map { followed($0) } ?? trial.map { ($0, [knownTrialPower]) }
      ?? (.off(asking.isEmpty ? .idle : .met), [])
    if plan != nil, energy.mode == .tracking,
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
    if let plan {
      let assumed = plan.planner.assumedPowers(
        energy.providers, energy.mode, period: energy.period)
      for place in powers.indices { powers[place] -= assumed[place] }
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
      entry.estimatedPower = state.provider.model.isAssumed ? nil : powers[place]
      entry.servesClients = payers
      entry.demand = demand(
        index, period: energy.period,
        rests: energy.mode == .sampled && state.provider.model.canSleep && !isMomentary)
      return entry
    }
    return PowerPlan(entries: entries, unmetClients: energy.unmetClients, energy: energy)
  }

  /// Returns the plan that other requests would settle on, with what is known now; nothing changes.
  ///
  /// - Parameters:
  ///   - requests: the requests of all clients.
  ///   - providers: as above.
  ///   - estimate: where the device is.
  ///   - time: now.
  /// - Returns: an entry for each provider.
  package func powerPlan(
    for requests: [EnergyRequest],
    of providers: [(descriptor: ProviderDescriptor, restPower: Double?)],
    knowing estimate: Estimate, at time: MonotonicTime
  ) -> PowerPlan {
    var trial = self
    // The present plan and attempt would be kept for a while.
    (trial.plan, trial.attempt) = (nil, nil)
    _ = trial.handle([.requests(requests)], knowing: estimate, at: time)
    return trial.powerPlan(of: providers)
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
      hostWake: knownHostWake,
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

  /// The single attempt that is under way without a plan, to improve or check the position of a device
  /// that stands; with its present power.
  private var trial: EnergyPlan? {
    guard plan == nil, let attempt else { return nil }
    let state = states[attempt.index]
    return EnergyPlan(
      mode: state.receiver == nil ? .sampled : .tracking, providers: [id(attempt.index)], period: 1,
      power: state.power(hostWake: hostWake), worst: nil, availability: state.belief.fixProbability,
      radius: state.belief.radius, verdict: .met, unmetClients: [])
  }

  /// The trial's milliwatts without what is assumed for the host.
  private var knownTrialPower: Double {
    attempt.map { states[$0.index].power(hostWake: knownHostWake ?? 0) } ?? 0
  }

  private func cause(for id: ProviderID, _ energy: EnergyPlan) -> PowerPlan.Entry.Cause {
    guard let plan else {
      let reason = step.reasons.last ?? .nobodyAsks
      return energy.providers.contains(id) ? .trial(reason) : .rest(reason)
    }
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

  /// Milliwatts while an attempt is under way, with the host's wake-ups for its start and its result.
  func power(hostWake: Double) -> Double {
    switch provider.model {
    case .operation(let operation):
      return (operation.energy + 2 * hostWake) / max(1, operation.duration)
    case .receiver(let receiver):
      let power = firstFixAt == nil ? receiver.acquiring : receiver.tracking
      return power + 2 * hostWake / max(1, belief.timeToFix)
    }
  }
}

extension Double {
  /// Whether two figures differ by less than a third, so that one may stand for the other.
  func isLike(_ other: Double) -> Bool { self >= 0.75 * other && other >= 0.75 * self }
}
