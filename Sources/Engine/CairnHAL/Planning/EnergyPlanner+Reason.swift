public import CairnTypes

extension EnergyPlanner {
  /// Explains why a provider is on or off, with the numbers that decided.
  ///
  /// Meant for people: repeats the search with the provider in use to find what that would cost.
  ///
  /// - Parameters:
  ///   - id: the provider.
  ///   - plan: the result of `plan(for:after:)` for the requests.
  ///   - requests: the requests that the plan was made for.
  /// - Returns: for example "off: wifi suffices, at 1.44 mW; wifi, then gnss takes 1.50 mW".
  public func reason(
    for id: ProviderID, in plan: EnergyPlan, for requests: [EnergyRequest]
  ) -> String {
    if let place = plan.providers.firstIndex(of: id) { return onReason(place, plan) }
    if plan.verdict == .idle { return "off: nobody asks" }
    if plan.verdict == .invalid { return "off: no request has figures to count with" }
    guard hostWake.isFigure else { return "off: the host's wake-up energy cannot be counted with" }
    guard let index = providers.firstIndex(where: { $0.id == id }) else {
      return "off: no such provider"
    }
    let provider = providers[index]
    guard provider.model.isUsable else { return "off: what it costs cannot be counted with" }
    guard provider.belief.isUsable else { return "off: what is expected cannot be counted with" }
    guard provider.belief.fixProbability > 0 else { return "off: no fix is expected of it" }
    guard eligible.contains(index) else {
      return "off: only \(Self.capacity) providers are planned with"
    }
    guard let worst = plan.worst else {
      return "off: \(names(plan.providers)) gives the best there is"
    }
    return offReason(index, plan, worst, requests)
  }

  private func onReason(_ place: Int, _ plan: EnergyPlan) -> String {
    let manner: String
    switch plan.mode {
    case .off, .sampled: manner = "every \(seconds(plan.period))"
    case .tracking: manner = "left on, a fix every \(seconds(plan.period))"
    case .cyclic: manner = "left on, asleep between fixes every \(seconds(plan.period))"
    }
    let before = plan.providers.prefix(place).map { $0.name }
    let turn = place == 0 ? "" : " where \(before.joined(separator: " and ")) fails"
    let result =
      plan.worst.map { "\(reached($0)), \(wanted($0))," }
      ?? "\(metres(plan.radius)) for the best wanted"
    return "on: \(manner)\(turn), \(result) at \(cost(of: plan))"
  }

  private func offReason(
    _ index: Int, _ plan: EnergyPlan, _ worst: EnergyPlan.Reach, _ requests: [EnergyRequest]
  ) -> String {
    let asking = requests.filter { !$0.isOpportunistic && $0.isUsable }
    let ways = EnergyWays(self)
    let limit = ways.dearest?.power ?? 0
    let targets = asking.map { ways.target($0, limit: limit) }
    let others = ways.all.filter { $0.chain.contains(index) }
    var search = EnergySearch(targets, limit: .infinity)
    if plan.verdict == .met, let other = search.cheapest(of: others) {
      let order = other.chain.order.map { providers[$0].id }
      guard other.power >= plan.power else {
        guard let own = known(plan), let others = known(other, order), own > others else {
          return "off: drawing less is not worth a change yet"
        }
        return "off: \(milliwatts(own - others)) less are not worth a change yet"
      }
      let suffice = plan.providers.count == 1 ? "suffices" : "suffice"
      return "off: \(names(plan.providers)) \(suffice), at \(cost(of: plan)); "
        + "\(names(order)) takes \(cost(known(other, order)))"
    }
    let longest = targets.reduce(.infinity) { min($0, $1.request.longest) }
    let surest = asking.first { $0.client == worst.client }.flatMap { request in
      others.lazy.compactMap { $0.finest(within: longest, drawing: .infinity) }
        .map { $0.probability(within: worst.tolerance, request) }.max()
    }
    guard let surest else { return "off: \(providers[index].id.name) gives no position in time" }
    var reach = worst
    reach.probability = surest
    return "off: with it \(reached(reach)), \(percent(worst.confidence)) wanted; "
      + "\(names(plan.providers)) \(percent(worst.probability)) at \(cost(of: plan))"
  }

  private func reached(_ reach: EnergyPlan.Reach) -> String {
    "within \(metres(reach.tolerance)) \(percent(reach.probability)) of the time"
  }

  /// The confidence that a client wants and, where it is not reached, what is reached instead.
  private func wanted(_ reach: EnergyPlan.Reach) -> String {
    let wanted = "\(percent(reach.confidence)) wanted"
    guard !reach.isMet else { return wanted }
    guard let radius = reach.radius else { return wanted + ", more often than there is a position" }
    return wanted + ", reached within \(metres(radius))"
  }

  private func metres(_ value: Double) -> String { "\(value.text(places: value < 10 ? 1 : 0)) m" }
  private func seconds(_ value: Double) -> String { "\(value.text(places: 0)) s" }
  private func percent(_ value: Double) -> String { "\((100 * value).text(places: 0)) %" }
  private func milliwatts(_ value: Double) -> String {
    value < 0.0005 ? "0 mW" : "\(value.text(places: value < 0.1 ? 3 : value < 10 ? 2 : 1)) mW"
  }

  private func cost(of plan: EnergyPlan) -> String { cost(known(plan)) }
  private func cost(_ power: Double?) -> String { power.map(milliwatts) ?? "unknown power" }

  private func known(_ plan: EnergyPlan) -> Double? {
    known(plan.power, plan.providers, plan.mode, plan.period)
  }

  private func known(_ other: EnergyCandidate, _ order: [ProviderID]) -> Double? {
    known(other.power, order, other.mode, other.period)
  }

  /// Milliwatts without what is assumed for the host; `nil` if a provider's figures are assumed.
  private func known(
    _ power: Double, _ ids: [ProviderID], _ mode: EnergyPlan.Mode, _ period: Double
  ) -> Double? {
    guard !providers.contains(where: { $0.model.isAssumed && ids.contains($0.id) }) else {
      return nil
    }
    return power - assumedPowers(ids, mode, period: period).reduce(0, +)
  }

  /// Joins names in the order in which they are tried: "wifi, then gnss".
  private func names(_ ids: [ProviderID]) -> String {
    ids.map { $0.name }.joined(separator: ", then ")
  }
}
