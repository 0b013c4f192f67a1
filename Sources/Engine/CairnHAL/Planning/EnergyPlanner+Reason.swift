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
  /// - Returns: for example "off: wifi does for 1.44 mW; wifi, then gnss takes 1.50 mW".
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
      plan.worst.map { "\(reached($0)), \(percent($0.confidence)) wanted," }
      ?? "\(metres(plan.radius)) for the best wanted"
    return "on: \(manner)\(turn), \(result) at \(milliwatts(plan.power))"
  }

  private func offReason(
    _ index: Int, _ plan: EnergyPlan, _ worst: EnergyPlan.Reach, _ requests: [EnergyRequest]
  ) -> String {
    let name = providers[index].id.name
    var search = EnergySearch(
      self, requests.filter { !$0.isOpportunistic && $0.isUsable }, best: worst.tolerance,
      containing: index)
    guard let (other, isMet) = search.run() else { return "off: \(name) gives no position in time" }
    if plan.verdict == .met && isMet {
      guard other.power >= plan.power else {
        return "off: \(milliwatts(plan.power - other.power)) less are not worth a change yet"
      }
      let others = names(other.chain.order.map { providers[$0].id })
      return "off: \(names(plan.providers)) does for \(milliwatts(plan.power)); "
        + "\(others) takes \(milliwatts(other.power))"
    }
    let probability = requests.first { $0.client == worst.client && $0.isUsable }.map {
      other.chain.probability(of: EnergyTarget($0, best: worst.tolerance), period: other.period)
    }
    var reach = worst
    reach.probability = probability ?? 0
    return "off: with it \(reached(reach)), \(percent(worst.confidence)) wanted; "
      + "\(names(plan.providers)) \(percent(worst.probability)) at \(milliwatts(plan.power))"
  }

  private func reached(_ reach: EnergyPlan.Reach) -> String {
    "within \(metres(reach.tolerance)) \(percent(reach.probability)) of the time"
  }

  private func metres(_ value: Double) -> String { "\(value.text(places: value < 10 ? 1 : 0)) m" }
  private func seconds(_ value: Double) -> String { "\(value.text(places: 0)) s" }
  private func percent(_ value: Double) -> String { "\((100 * value).text(places: 0)) %" }
  private func milliwatts(_ value: Double) -> String {
    "\(value.text(places: value < 0.1 ? 3 : value < 10 ? 2 : 1)) mW"
  }

  /// Joins names in the order in which they are tried: "wifi, then gnss".
  private func names(_ ids: [ProviderID]) -> String {
    ids.map { $0.name }.joined(separator: ", then ")
  }
}
