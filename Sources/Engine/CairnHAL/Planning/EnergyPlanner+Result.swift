internal import CairnTypes

extension EnergyPlanner {
  /// Describes a candidate; `best` is in metres, or `nil` where a receiver is left on for it.
  func describe(
    _ candidate: EnergyCandidate, _ asking: [EnergyRequest], best: Double?
  ) -> EnergyPlan {
    let chain = candidate.chain
    var worst: EnergyPlan.Reach?
    var unmet: [UInt32] = []
    for request in asking where request.accuracy.metres != nil || best != nil {
      guard request.isUsable else {
        unmet.append(request.client)
        continue
      }
      let target = EnergyTarget(request, best: best ?? 0)
      let reach = EnergyPlan.Reach(
        client: request.client, tolerance: target.tolerance, confidence: target.confidence,
        probability: chain.probability(of: target, period: candidate.period))
      if !reach.isMet || request.accuracy.metres == nil { unmet.append(request.client) }
      if let worst, !reach.isWorse(than: worst) { continue }
      worst = reach
    }
    return EnergyPlan(
      mode: candidate.mode, providers: chain.order.map { providers[$0].id },
      period: candidate.period, power: candidate.power, worst: worst,
      availability: chain.availability, radius: chain.radius,
      verdict: unmet.isEmpty ? .met : .degraded, unmetClients: unmet)
  }

  /// Milliwatts of each provider of a plan, in its order; they add up to the plan's power.
  public func powers(in plan: EnergyPlan) -> [Double] {
    guard plan.mode == .sampled else { return plan.providers.map { _ in plan.power } }
    var failure = 1.0
    return plan.providers.map { id in
      guard let index = providers.firstIndex(where: { $0.id == id }) else { return 0 }
      let attempt = EnergyAttempt(
        provider: index, providers[index].model, providers[index].belief, hostWake: hostWake)
      defer { failure *= 1 - attempt.probability }
      return failure * attempt.energy / plan.period + attempt.idlePower
    }
  }
}
