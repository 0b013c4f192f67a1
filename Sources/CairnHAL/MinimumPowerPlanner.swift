internal import CairnTypes

/// The providers, in the order in which they are tried, and the period at which every client's position is
/// near enough, often enough, at the least mean power.
///
/// It asks `EnergyPlanner`, which searches all of them, and says who does what. Of providers that are tried in
/// turn only the first is on, and the next while it fails. A provider that the clients need but that is absent
/// or has failed stays demanded, at no cost, so that it can serve them as soon as it comes back. Who asks for
/// what cannot be had gets the best there is.
public struct MinimumPowerPlanner: PowerPlanner {
  /// Millijoules for each time that the host wakes.
  public let hostWake: Double

  /// A wait for one position is planned as if one were needed this often, in seconds: a scan is done by then.
  private static let momentary = 10.0

  /// - Parameter hostWake: millijoules for each time that the host wakes; a millijoule is two milliseconds at
  ///   half a watt.
  public init(hostWake: Double = 1) { self.hostWake = hostWake }

  public func plan(_ input: PlannerInput) -> PowerPlan {
    let askers = input.clients.filter { !$0.isOpportunistic }
    var requests = askers.map { request($0) }
    let planner = energyPlanner(input, askers) { $0.isUsable }
    let previous = input.previous.map { (plan: $0, age: input.previousAge.inSeconds) }
    var plan = planner.plan(for: requests, after: previous)
    if plan.verdict == .unmet {
      // Nothing is as fast as somebody wants; slower is better than nothing.
      for index in requests.indices { requests[index].longestPeriod = 900 }
      plan = planner.plan(for: requests, after: previous)
      if plan.verdict == .met {
        plan.verdict = .degraded
        plan.unmetClients = askers.map { $0.id }
      }
    }
    let present = Course(planner: planner, plan: plan, requests: requests, askers: askers)
    var ideal: Course?
    if !askers.isEmpty, input.providers.contains(where: { !$0.health.isUsable }) {
      let planner = energyPlanner(input, askers) { _ in true }
      ideal = Course(
        planner: planner, plan: planner.plan(for: requests), requests: requests, askers: askers)
    }
    let powers = planner.powers(in: plan)
    return PowerPlan(
      entries: input.providers.map {
        $0.health.isUsable ? present.entry($0, input, powers) : waitingEntry($0, ideal)
      },
      unmetClients: plan.unmetClients, energy: plan)
  }

  private func request(_ client: PlannerInput.Client) -> EnergyRequest {
    let interval = client.interval?.inSeconds
    return EnergyRequest(
      client: client.id, accuracy: client.desiredAccuracy, speed: client.activity.usualSpeed,
      interval: max(0, interval ?? 1),
      longestPeriod: client.isMomentary ? Self.momentary : max(0, interval ?? 900),
      distanceFilter: client.distanceFilter)
  }

  private func energyPlanner(
    _ input: PlannerInput, _ askers: [PlannerInput.Client], where counts: (ProviderHealth) -> Bool
  ) -> EnergyPlanner {
    // Who says how the device is carried, says it for all.
    let activity = askers.first { $0.activity != .other }?.activity ?? .other
    let mixture = activity.surroundings
    let wantsBest = askers.contains { $0.desiredAccuracy.metres == nil }
    return EnergyPlanner(
      hostWake: hostWake,
      providers: input.providers.filter { counts($0.health) }.map { provider in
        let expected = provider.descriptor.expectation(in: mixture)
        var belief = provider.belief ?? expected
        // Who wants the best does not want a receiver switched off because it finds nothing for a while.
        if wantsBest {
          belief.trackingProbability = max(
            belief.trackingProbability, expected.trackingProbability)
        }
        return .init(
          id: provider.descriptor.id, model: provider.descriptor.energyModel, belief: belief)
      })
  }

  /// A provider that cannot work now: demanded at no cost if the clients would want it.
  private func waitingEntry(
    _ provider: PlannerInput.Provider, _ ideal: Course?
  ) -> PowerPlan.Entry {
    let trouble =
      if case .failed(let error) = provider.health { "failed with \(error.code)" } else {
        "no hardware found"
      }
    var entry = PowerPlan.Entry(
      provider: provider.descriptor.id, demand: nil,
      estimatedPower: provider.descriptor.power.off,
      expectedAccuracy: provider.descriptor.accuracy.openSky,
      reason: "off: \(trouble), not needed", servesClients: [])
    guard let ideal, ideal.plan.providers.contains(entry.provider) else { return entry }
    entry.demand = ideal.demand(on: provider.descriptor)
    entry.estimatedPower = 0
    entry.reason = "waiting: \(trouble), would be used with it there"
    return entry
  }
}

/// A plan with what it was made for.
private struct Course {
  let planner: EnergyPlanner
  let plan: EnergyPlan
  let requests: [EnergyRequest]
  let askers: [PlannerInput.Client]

  func entry(
    _ provider: PlannerInput.Provider, _ input: PlannerInput, _ powers: [Double]
  ) -> PowerPlan.Entry {
    let id = provider.descriptor.id
    var entry = PowerPlan.Entry(
      provider: id, demand: nil, estimatedPower: provider.descriptor.power.off,
      expectedAccuracy: provider.descriptor.accuracy.openSky,
      reason: planner.reason(for: id, in: plan, for: requests), servesClients: [])
    if let known = planner.providers.first(where: { $0.id == id }), known.isUsable {
      entry.expectedAccuracy = known.belief.radius
    }
    guard let place = plan.providers.firstIndex(of: id) else { return entry }
    entry.estimatedPower = powers[place]
    entry.servesClients = askers.map { $0.id }
    let isTurn = plan.providers.prefix(place).allSatisfy { before in
      input.providers.contains { $0.descriptor.id == before && $0.isFailing }
    }
    guard isTurn else {
      entry.reason = "ready" + entry.reason.dropFirst(2)
      return entry
    }
    entry.demand = demand(on: provider.descriptor)
    return entry
  }

  func demand(on descriptor: ProviderDescriptor) -> ProviderDemand {
    let natural = descriptor.naturalInterval
    let planned = Duration.nanoseconds(Int64(plan.period * 1e9))
    var interval: Duration?
    for asker in askers {
      let own = asker.interval ?? (asker.desiredAccuracy.metres == nil ? natural : planned)
      interval = min(interval ?? own, own)
    }
    let finest = askers.min { $0.desiredAccuracy.rank < $1.desiredAccuracy.rank }
    return ProviderDemand(
      interval: interval ?? natural, accuracy: finest?.desiredAccuracy ?? .best,
      activity: finest?.activity ?? .other,
      rests: plan.mode == .sampled && descriptor.energyModel.canSleep
        && !askers.contains { $0.isMomentary })
  }
}

extension DesiredAccuracy {
  /// Orders wishes from the finest to the coarsest.
  fileprivate var rank: Double {
    switch level {
    case .bestForNavigation: -1
    case .best: 0
    case .metres, .reduced: metres ?? 0
    }
  }
}
