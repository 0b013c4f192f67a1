internal import CairnTypes

extension EnergyPlanner {
  /// Metres stand for the best there is, or `nil` where a receiver is left on for it.
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
}
