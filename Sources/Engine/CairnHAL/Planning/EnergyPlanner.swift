public import CairnTypes

/// Finds the least mean power at which each client's position is accurate enough, often enough.
///
/// A position is accurate enough while its own error plus the distance that the device may have
/// moved since are within the tolerance: P(error ≤ tolerance) ≥ confidence at the end of each
/// period. The search covers all orders of the providers and a fixed list of periods, so that the
/// same situation always gives the same plan, and no cheaper one exists among them.
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
    /// Its energy model.
    public var model: EnergyModel
    /// Expectations of it.
    public var belief: ProviderBelief

    /// See the properties.
    public init(id: ProviderID, model: EnergyModel, belief: ProviderBelief) {
      self.id = id
      self.model = model
      self.belief = belief
    }

    /// Whether every figure is usable.
    public var isUsable: Bool { model.isUsable && belief.isUsable }
  }

  /// The number of usable providers that are planned with; any more are ignored.
  public static let capacity = 8

  /// 0...1: a receiver that tracks less of the time is not left on for the best accuracy.
  private static let hope = 0.2

  /// Metres: the coarsest tolerance tried for the best accuracy; a power of two.
  private static let coarsest = 65_536.0

  /// Millijoules for each wake-up of the host.
  public let hostWake: Double
  /// The providers, in order of preference among equals.
  public let providers: [Provider]
  /// Indices of the providers to plan with; an attempt without a chance would only cost.
  let eligible: [Int]

  /// - Parameters:
  ///   - hostWake: millijoules for each wake-up of the host; an unusable figure, such as a negative
  ///     one, leaves nothing to plan with.
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

  /// Returns one plan for all clients: it serves the most demanding one, and the others ride along.
  /// A request that cannot be met gets as much as possible without taking from those that can.
  ///
  /// - Parameters:
  ///   - requests: the requests of the clients whose services run. Opportunistic requests and those
  ///     with unusable figures decide nothing.
  ///   - previous: the plan that is followed now, if there is one, and its age in seconds.
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
      // Without a receiver, the best accuracy is the finest tolerance that can be met.
      guard wantsBest, best < Self.coarsest else {
        return describe(fair(usable, best: best) ?? found.candidate, asking, best: best)
      }
      best *= 2
    }
  }

  /// Finds a plan that meets all requests that can be met alone, and the others as far as possible.
  ///
  /// - Parameters:
  ///   - requests: requests that cannot all be met.
  ///   - best: metres that stand for the best accuracy.
  /// - Returns: `nil` if there is none, or if all or none of the requests can be met alone.
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

  /// Returns a receiver left on in a mode; `nil` if it lacks the mode or any chance of a fix.
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

  /// Keeps a receiver on for at least 15 s, and as long as switching it off saves no more than 15
  /// %. If leaving it on no longer meets the targets, the new plan applies at once.
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
