internal import CairnTypes

/// A possible plan that is compared with others.
struct EnergyCandidate {
  let mode: EnergyPlan.Mode
  let chain: EnergyChain
  /// Seconds.
  let period: Double
  /// Milliwatts.
  let power: Double

  /// Less power; at equal power, a smaller radius; at equal radius, a shorter period.
  func isBetter(than other: EnergyCandidate) -> Bool {
    if power != other.power { return power < other.power }
    if chain.radius != other.chain.radius { return chain.radius < other.chain.radius }
    return period < other.period
  }
}

/// Searches every way of using the providers for the cheapest that meets the targets.
///
/// The search is exhaustive: a receiver left on in each of its modes, and each order of up to three
/// providers, in each period. For a given chain, a longer period always costs less and is never
/// surer, so the search starts with the longest and can skip most others.
struct EnergySearch {
  /// Seconds between positions of a chain.
  private static let periods: InlineArray<18, Double> = [
    1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 450, 600, 900,
  ]
  /// Seconds between the fixes of a receiver that is left on.
  private static let continuousPeriods: InlineArray<4, Double> = [1, 2, 5, 10]
  /// The part of the best reachable result that a plan must keep when it saves power.
  private static let bestEffort = 0.95

  private let planner: EnergyPlanner
  private let attempts: [EnergyAttempt]
  private let targets: [EnergyTarget]
  private let longestPeriod: Double
  private let allowsCyclic: Bool
  /// A provider that must be used; `nil` for none.
  private let containing: Int?

  /// The part of its confidence that each target must reach.
  private var share = 1.0
  private var best: EnergyCandidate?
  /// The largest such part that can be reached; `nil` while no plan meets the firm targets.
  private var reachable: Double?

  /// - Parameters:
  ///   - planner: the providers.
  ///   - requests: at least one, all of them usable.
  ///   - firm: requests that every plan must meet.
  ///   - best: metres that stand for the best accuracy.
  ///   - containing: index of a provider that must be used.
  init(
    _ planner: EnergyPlanner, _ requests: [EnergyRequest], firm: [EnergyRequest] = [],
    best: Double, containing: Int? = nil
  ) {
    self.planner = planner
    self.containing = containing
    attempts = planner.eligible.map {
      let provider = planner.providers[$0]
      return EnergyAttempt(
        provider: $0, provider.model, provider.belief, hostWake: planner.hostWake)
    }
    targets =
      firm.map { EnergyTarget($0, best: best, isFirm: true) }
      + requests.map { EnergyTarget($0, best: best) }
    let requests = firm + requests
    longestPeriod = requests.reduce(.infinity) { min($0, max(1, $1.longestPeriod)) }
    allowsCyclic = requests.allSatisfy { $0.accuracy.metres != nil }
  }

  /// Returns the cheapest plan that meets all targets, or the cheapest within 5 % of the best.
  ///
  /// - Returns: `nil` when no provider can give a position.
  mutating func run() -> (candidate: EnergyCandidate, isMet: Bool)? {
    enumerate()
    if let best { return (best, true) }
    guard let reachable else { return nil }
    share = Self.bestEffort * reachable
    enumerate()
    return best.map { ($0, false) }
  }

  /// Whether all targets are met.
  func isMet(by candidate: EnergyCandidate) -> Bool {
    candidate.period <= longestPeriod
      && targets.allSatisfy {
        candidate.chain.probability(of: $0, period: candidate.period) >= $0.confidence
      }
  }

  private mutating func enumerate() {
    for index in planner.eligible where containing ?? index == index { leaveOn(index) }
    extend(EnergyChain())
  }

  private mutating func leaveOn(_ index: Int) {
    for each in Self.continuousPeriods.indices {
      let period = Self.continuousPeriods[each]
      guard period <= longestPeriod else { return }
      if let full = planner.continuous(index, .tracking, period: period) { consider(full) }
      if allowsCyclic, let saving = planner.continuous(index, .cyclic, period: period) {
        consider(saving)
      }
    }
  }

  private mutating func extend(_ chain: EnergyChain) {
    for attempt in attempts where !chain.contains(attempt.provider) {
      let longer = chain.followed(by: attempt)
      if containing.map({ longer.contains($0) }) ?? true { sample(longer) }
      if longer.count < EnergyChain.longest, longer.failure > 0 { extend(longer) }
    }
  }

  private mutating func sample(_ chain: EnergyChain) {
    var (first, last) = (0, Self.periods.count - 1)
    while last >= 0, Self.periods[last] > longestPeriod { last -= 1 }
    // A period is at least twice the time that the chain needs.
    while first <= last, Self.periods[first] < 2 * chain.latency { first += 1 }
    guard first <= last, power(chain, last) <= best?.power ?? .infinity else { return }
    // The shortest period is the surest: if it misses the targets, so do all others.
    guard
      reaches(EnergyCandidate(mode: .sampled, chain: chain, period: Self.periods[first], power: 0))
    else { return }
    for index in (first...last).reversed() {
      let power = power(chain, index)
      guard power <= best?.power ?? .infinity else { return }
      consider(
        EnergyCandidate(mode: .sampled, chain: chain, period: Self.periods[index], power: power))
    }
  }

  /// Milliwatts of a chain in one of the periods.
  private func power(_ chain: EnergyChain, _ index: Int) -> Double {
    chain.energy / Self.periods[index] + chain.idlePower
  }

  private mutating func consider(_ candidate: EnergyCandidate) {
    if let best, !candidate.isBetter(than: best) { return }
    if reaches(candidate) { best = candidate }
  }

  /// Whether each target gets the required share; notes the largest share that can be reached.
  private mutating func reaches(_ candidate: EnergyCandidate) -> Bool {
    var isMet = true
    var least = Double.infinity
    for target in targets {
      let probability = candidate.chain.probability(of: target, period: candidate.period)
      if target.isFirm {
        guard probability >= target.confidence else { return false }
        continue
      }
      isMet = isMet && probability >= share * target.confidence
      least = min(least, probability / target.confidence)
    }
    reachable = max(reachable ?? 0, least)
    return isMet
  }
}
