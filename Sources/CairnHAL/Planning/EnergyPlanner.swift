public import CairnTypes

/// Finds the least mean power at which every client's position is near enough, often enough.
///
/// A position is near enough while its own error and the way that the device may have gone since then
/// are together within the tolerance: P(error ≤ tolerance) ≥ confidence at the end of each period.
/// The search is exact over all orders of the providers and a list of periods, so the same situation
/// always gives the same plan, and none of those is cheaper.
///
/// ```swift
/// let planner = EnergyPlanner(hostWake: 2, providers: [gnss, wifi, cell])
/// let plan = planner.plan(for: [EnergyRequest(accuracy: .kilometer, speed: 1.5)])
/// // plan.providers == ["wifi"], plan.period == 600
/// ```
public struct EnergyPlanner: Equatable, Sendable {
  /// One provider that is present and allowed.
  public struct Provider: Equatable, Sendable {
    /// Unique in its system.
    public var id: ProviderID
    /// What it costs.
    public var model: EnergyModel
    /// What is expected of it.
    public var belief: ProviderBelief

    /// See the properties.
    public init(id: ProviderID, model: EnergyModel, belief: ProviderBelief) {
      self.id = id
      self.model = model
      self.belief = belief
    }

    /// Whether every figure can be counted with.
    public var isUsable: Bool { model.isUsable && belief.isUsable }
  }

  /// Of more usable providers only the first so many are planned with.
  public static let capacity = 8

  /// 0...1: a receiver that tracks less of the time is not left on for the best there is.
  private static let hope = 0.2

  /// Metres: no coarser tolerance is tried for the best there is; power of two.
  private static let coarsest = 65_536.0

  /// Millijoules for each time that the host wakes.
  public let hostWake: Double
  /// In the order in which equal ones are preferred.
  public let providers: [Provider]
  /// Indices of the providers that can be planned with: an attempt without hope only costs.
  let eligible: [Int]

  /// - Parameters:
  ///   - hostWake: millijoules for each time that the host wakes; a figure that cannot be counted
  ///     with, such as a negative one, leaves nothing to plan with.
  ///   - providers: those that are present and allowed.
  public init(hostWake: Double, providers: [Provider]) {
    self.hostWake = hostWake
    self.providers = providers
    eligible =
      hostWake.isFigure
      ? Array(
        providers.indices.lazy.filter {
          providers[$0].isUsable && providers[$0].belief.fixProbability > 0
        }.prefix(Self.capacity)) : []
  }

  /// The plan for all clients together: it serves the most demanding one, and the others ride along.
  /// Who asks for what cannot be had gets as much of it as the others leave: they get what they asked for.
  ///
  /// - Parameters:
  ///   - requests: of those whose services run. Opportunistic ones, and those whose figures cannot be
  ///     counted with, decide nothing.
  ///   - previous: the plan that is followed now, if there is one, and for how many seconds.
  /// - Returns: the plan, with the clients that get less than they asked for.
  public func plan(
    for requests: [EnergyRequest], after previous: (plan: EnergyPlan, age: Double)? = nil
  ) -> EnergyPlan {
    let asking = requests.filter { !$0.isOpportunistic }
    guard !asking.isEmpty else { return .off(.idle) }
    let usable = asking.filter { $0.isUsable }
    guard !usable.isEmpty else { return .off(.invalid, unmetClients: asking.map { $0.client }) }
    let wantsBest = usable.contains { $0.accuracy.metres == nil }
    if wantsBest, let finest = finestTracking() { return describe(finest, asking, best: nil) }
    var best = 1.0
    while true {
      var search = EnergySearch(self, usable, best: best)
      guard let found = search.run() else {
        return .off(.unmet, unmetClients: asking.map { $0.client })
      }
      if found.isMet {
        let candidate = settled(found.candidate, after: previous, search)
        return describe(candidate, asking, best: best)
      }
      // Without a receiver the best there is is the finest tolerance that can be met.
      guard wantsBest, best < Self.coarsest else {
        return describe(fair(usable, best: best) ?? found.candidate, asking, best: best)
      }
      best *= 2
    }
  }

  /// What meets all requests that could be met alone, and the others as well as then possible.
  ///
  /// - Parameters:
  ///   - requests: that cannot all be met.
  ///   - best: metres that stand for the best there is.
  /// - Returns: `nil` where that is nothing, or no different.
  private func fair(_ requests: [EnergyRequest], best: Double) -> EnergyCandidate? {
    guard requests.count > 1 else { return nil }
    var firm: [EnergyRequest] = []
    var others: [EnergyRequest] = []
    for request in requests {
      var alone = EnergySearch(self, [request], best: best)
      if alone.run()?.isMet == true { firm.append(request) } else { others.append(request) }
    }
    guard !firm.isEmpty, !others.isEmpty else { return nil }
    var search = EnergySearch(self, others, firm: firm, best: best)
    return search.run()?.candidate
  }

  // MARK: - Receivers left on

  /// The receiver with the finest fixes among those that have fixes often enough.
  private func finestTracking() -> EnergyCandidate? {
    var best: EnergyCandidate?
    for index in eligible {
      guard let candidate = continuous(index, .tracking, period: 1),
        candidate.chain.availability >= Self.hope
      else { continue }
      if let best, candidate.chain.radius >= best.chain.radius { continue }
      best = candidate
    }
    return best
  }

  /// A receiver left on in one of its modes; `nil` where it has none such, or no hope of a fix.
  func continuous(
    _ index: Int, _ mode: EnergyPlan.Mode, period: Double
  ) -> EnergyCandidate? {
    let belief = providers[index].belief
    guard case .receiver(let receiver) = providers[index].model, belief.trackingProbability > 0
    else { return nil }
    var power = receiver.tracking
    var radius = belief.radius
    if mode == .cyclic {
      guard let cyclic = receiver.cyclic, let mean = receiver.cyclicPower,
        period <= cyclic.longestPeriod
      else { return nil }
      power = mean
      radius *= cyclic.radiusFactor
    }
    return EnergyCandidate(
      mode: mode,
      chain: EnergyChain(
        continuous: index, probability: belief.trackingProbability, radius: radius),
      period: period, power: power + hostWake / period)
  }

  // MARK: - Hysteresis

  /// A receiver that is on stays on for 15 s, and as long as switching it off saves no more than 15 %.
  /// Not when leaving it on no longer does: then it is left at once.
  private func settled(
    _ next: EnergyCandidate, after previous: (plan: EnergyPlan, age: Double)?,
    _ search: EnergySearch
  ) -> EnergyCandidate {
    guard let previous, previous.plan.mode.isContinuous, previous.plan.period >= 1,
      !next.mode.isContinuous,
      let index = eligible.first(where: { [providers[$0].id] == previous.plan.providers }),
      let staying = continuous(index, previous.plan.mode, period: previous.plan.period),
      search.isMet(by: staying)
    else { return next }
    let isWorthwhile = next.power < 0.85 * staying.power
    return isWorthwhile && !(previous.age < 15) ? next : staying
  }
}
