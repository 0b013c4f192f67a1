public import CairnTypes

/// Finds the least mean power at which each client's position is accurate enough, often enough.
///
/// A position is accurate enough while its own error plus the distance that the device may have
/// moved since are within the tolerance: P(error ≤ tolerance) ≥ confidence at the end of each
/// period. The search covers all orders of the providers and a fixed list of periods, so that the
/// same situation always gives the same plan, and no cheaper one exists among them. To ask for less
/// never costs more: what serves a finer request serves a coarser one (`EnergyWays.target`), and
/// nothing draws more than the receiver that is left on for the best accuracy.
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

  /// Millijoules that are assumed for each wake-up of the host where nobody has measured it: two
  /// milliseconds at half a watt. Good enough to choose by, but told nobody as a cost.
  public static let assumedHostWake = 1.0

  /// Millijoules for each wake-up of the host.
  public let hostWake: Double
  /// Whether the wake-up's energy is assumed.
  let isHostWakeAssumed: Bool
  /// The providers, in order of preference among equals.
  public let providers: [Provider]
  /// Indices of the providers to plan with; an attempt without a chance would only cost.
  let eligible: [Int]

  /// - Parameters:
  ///   - hostWake: millijoules for each wake-up of the host; `nil` assumes them. An unusable figure,
  ///     such as a negative one, leaves nothing to plan with.
  ///   - providers: those that are present and allowed.
  public init(hostWake: Double?, providers: [Provider]) {
    isHostWakeAssumed = hostWake == nil
    let hostWake = hostWake ?? Self.assumedHostWake
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
  /// A request that cannot be met gets nearly as much as can be had. Requests that no plan serves
  /// together get what the best accuracy gets.
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
    let ways = EnergyWays(self)
    let wantsBest = usable.contains { $0.accuracy.metres == nil }
    if wantsBest, let leftOn = ways.leftOn { return describe(leftOn, asking, isBest: true) }
    let dearest = ways.dearest
    let targets = usable.map { ways.target($0, limit: dearest?.power ?? 0) }
    var search = EnergySearch(targets, limit: dearest?.power ?? 0)
    if let found = search.cheapest(of: ways.all) {
      return describe(settled(found, for: usable, after: previous, ways), asking)
    }
    guard let dearest, ways.all.contains(where: { search.isSoonEnough($0) }) else {
      return .off(.unmet, unmetClients: asking.map { $0.client })
    }
    return describe(dearest, asking)
  }

  /// Returns a receiver left on in a mode; `nil` if it lacks the mode or any chance of a fix.
  func leftOn(_ index: Int, _ mode: EnergyPlan.Mode) -> EnergyWay? {
    let belief = providers[index].belief
    guard case .receiver(let receiver) = providers[index].model, belief.trackingProbability > 0
    else { return nil }
    var (power, radius, longest) = (receiver.tracking, belief.radius, Double.infinity)
    if mode == .cyclic {
      guard let cyclic = receiver.cyclic, let mean = receiver.cyclicPower else { return nil }
      power = mean
      radius *= cyclic.radiusFactor
      longest = cyclic.longestPeriod
    }
    let chain = EnergyChain(
      continuous: index, probability: belief.trackingProbability, radius: radius, power: power,
      hostWake: hostWake)
    return EnergyWay(mode, chain, longest: longest)
  }

  // MARK: - Hysteresis

  /// Keeps a receiver on for at least 15 s, and as long as switching it off saves no more than 15
  /// %. If leaving it on no longer meets the targets, the new plan applies at once.
  private func settled(
    _ next: EnergyCandidate, for requests: [EnergyRequest],
    after previous: (plan: EnergyPlan, age: Double)?, _ ways: EnergyWays
  ) -> EnergyCandidate {
    guard let previous, previous.plan.mode.isContinuous, previous.plan.period >= 1,
      !next.mode.isContinuous,
      let way = ways.all.first(where: {
        $0.mode == previous.plan.mode && [providers[$0.chain[0]].id] == previous.plan.providers
      }),
      previous.plan.period <= way.longest
    else { return next }
    let staying = way.candidate(previous.plan.period)
    guard requests.allSatisfy({ reach(of: staying, $0).isMet && staying.period <= $0.longest })
    else { return next }
    let isWorthwhile = next.power < 0.85 * staying.power
    return isWorthwhile && !(previous.age < 15) ? next : staying
  }
}
