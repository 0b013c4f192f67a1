internal import CairnTypes

extension EnergyPlanner {
  /// Describes a plan for requests; `isBest` if it leaves the finest receiver on for those that want
  /// the best accuracy.
  func describe(
    _ plan: EnergyCandidate, _ asking: [EnergyRequest], isBest: Bool = false
  ) -> EnergyPlan {
    var worst: EnergyPlan.Reach?
    var unmet: [UInt32] = []
    for request in asking where request.accuracy.metres != nil || !isBest {
      guard request.isUsable else {
        unmet.append(request.client)
        continue
      }
      let reach = reach(of: plan, request)
      let isLess =
        !reach.isMet || request.accuracy.metres == nil || plan.period > request.longest
      if isLess { unmet.append(request.client) }
      if let worst, !reach.isWorse(than: worst) { continue }
      worst = reach
    }
    return EnergyPlan(
      mode: plan.mode, providers: plan.chain.order.map { providers[$0].id },
      period: plan.period, power: plan.power, worst: worst,
      availability: plan.chain.availability, radius: plan.chain.radius,
      verdict: unmet.isEmpty ? .met : .degraded, unmetClients: unmet)
  }

  /// What a plan gives to one client; where nothing is the best, that is what the best comes down to.
  func reach(of plan: EnergyCandidate, _ request: EnergyRequest) -> EnergyPlan.Reach {
    let radius = plan.radius(reaching: request.confidence, request)
    let tolerance = request.tolerance ?? radius ?? plan.chain.radius
    return EnergyPlan.Reach(
      client: request.client, tolerance: tolerance, confidence: request.confidence,
      probability: plan.probability(within: tolerance, request), radius: radius)
  }

  /// Milliwatts of each provider of a plan, in its order: they add up to the plan's power and what
  /// the providers draw at all times.
  public func powers(in plan: EnergyPlan) -> [Double] {
    guard plan.mode == .sampled else { return plan.providers.map { _ in plan.power } }
    var failure = 1.0
    return plan.providers.map { id in
      guard let index = providers.firstIndex(where: { $0.id == id }) else { return 0 }
      let attempt = EnergyAttempt(
        provider: index, providers[index].model, providers[index].belief, hostWake: hostWake)
      defer { failure *= 1 - attempt.probability }
      return failure * attempt.energy / plan.period + attempt.idlePower
        + providers[index].model.idle
    }
  }

  /// Returns the milliwatts that are assumed for the host's wake-ups for each of a plan's providers,
  /// which are part of its power and told nobody; zeros if the host's energy is known.
  func assumedPowers(
    _ ids: [ProviderID], _ mode: EnergyPlan.Mode, period: Double
  ) -> [Double] {
    guard isHostWakeAssumed, period > 0 else { return ids.map { _ in 0 } }
    guard mode == .sampled else { return ids.map { _ in hostWake / period } }
    var failure = 1.0
    return ids.map { id in
      guard let index = providers.firstIndex(where: { $0.id == id }) else { return 0 }
      let attempt = EnergyAttempt(
        provider: index, providers[index].model, providers[index].belief, hostWake: hostWake)
      defer { failure *= 1 - attempt.probability }
      return failure * attempt.wakes * hostWake / period
    }
  }
}
