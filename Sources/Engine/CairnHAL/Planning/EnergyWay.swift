/// One way of using providers, whatever its period: a receiver left on, or providers tried in turn.
struct EnergyWay {
  /// Seconds between positions of a chain.
  private static let sampled: InlineArray<18, Double> = [
    1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 450, 600, 900,
  ]
  /// Seconds between the fixes of a receiver that is left on.
  private static let continuous: InlineArray<4, Double> = [1, 2, 5, 10]

  let mode: EnergyPlan.Mode
  let chain: EnergyChain
  /// Seconds: the least period, twice the time that a chain takes.
  let shortest: Double
  /// Seconds: the longest period between which a receiver can sleep by itself.
  let longest: Double

  /// A receiver left on, with periods up to `longest` seconds.
  init(_ mode: EnergyPlan.Mode, _ chain: EnergyChain, longest: Double = .infinity) {
    self.mode = mode
    self.chain = chain
    shortest = 0
    self.longest = longest
  }

  /// Providers tried in turn.
  init(sampling chain: EnergyChain) {
    mode = .sampled
    self.chain = chain
    shortest = 2 * chain.latency
    longest = .infinity
  }

  /// The number of periods in its list.
  var count: Int { mode.isContinuous ? Self.continuous.count : Self.sampled.count }

  /// Seconds: a period of its list, from the shortest.
  func period(_ index: Int) -> Double {
    mode.isContinuous ? Self.continuous[index] : Self.sampled[index]
  }

  /// Milliwatts in a period of so many seconds: the longer, the less.
  func power(_ period: Double) -> Double { chain.energy / period + chain.idlePower }

  func candidate(_ period: Double) -> EnergyCandidate {
    EnergyCandidate(mode: mode, chain: chain, period: period, power: power(period))
  }

  /// Returns it in the shortest period in which it draws no more than `limit` milliwatts, which is
  /// the finest and the surest; `nil` if none is within `longest` seconds.
  func finest(within longest: Double, drawing limit: Double) -> EnergyCandidate? {
    for index in 0..<count {
      let period = period(index)
      guard period <= min(longest, self.longest) else { return nil }
      if period >= shortest, power(period) <= limit { return candidate(period) }
    }
    return nil
  }
}

/// A way of using the providers in one period.
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

  /// 0...1: the probability that the error is within so many metres at the end of a period, at the
  /// speed and interval of a request.
  func probability(within tolerance: Double, _ request: EnergyRequest) -> Double {
    chain.probability(within: tolerance - chain.movement(request, period: period))
  }

  /// Metres within which the error is that often at the end of a period; `nil` if there are too few
  /// positions.
  func radius(reaching confidence: Double, _ request: EnergyRequest) -> Double? {
    chain.distance(reaching: confidence).map { $0 + chain.movement(request, period: period) }
  }
}

/// All ways of using a planner's providers.
///
/// Each receiver left on in each of its modes, and each order of up to three providers.
struct EnergyWays {
  /// 0...1: a provider that has a position less often than this decides nothing, while others do.
  private static let hope = 0.2

  let planner: EnergyPlanner
  private(set) var all: [EnergyWay] = []
  /// Indices of the providers that decide what can be had, from the finest to the coarsest.
  private(set) var crew: [Int]
  /// The finest receiver left on at full rate, which serves who wants the best accuracy; `nil` if
  /// there is none that has fixes often enough.
  private(set) var leftOn: EnergyCandidate?

  init(_ planner: EnergyPlanner) {
    self.planner = planner
    func isHopeful(_ index: Int) -> Bool {
      let provider = planner.providers[index]
      let belief = provider.belief
      return belief.fixProbability >= Self.hope
        || !provider.model.isOperation && belief.trackingProbability >= Self.hope
    }
    crew = planner.eligible.filter(isHopeful)
    let least = crew.isEmpty ? 0 : Self.hope
    if crew.isEmpty { crew = planner.eligible }
    crew.sort { planner.providers[$0].belief.radius < planner.providers[$1].belief.radius }
    let attempts = planner.eligible.map {
      let provider = planner.providers[$0]
      return EnergyAttempt(
        provider: $0, provider.model, provider.belief, hostWake: planner.hostWake)
    }
    for index in planner.eligible {
      guard let tracking = planner.leftOn(index, .tracking) else { continue }
      all.append(tracking)
      if let cyclic = planner.leftOn(index, .cyclic) { all.append(cyclic) }
      let isFiner = leftOn.map { tracking.chain.radius < $0.chain.radius } ?? true
      if isFiner, tracking.chain.availability >= least { leftOn = tracking.candidate(1) }
    }
    extend(EnergyChain(), by: attempts)
  }

  private mutating func extend(_ chain: EnergyChain, by attempts: [EnergyAttempt]) {
    for attempt in attempts where !chain.contains(attempt.provider) {
      let longer = chain.followed(by: attempt)
      all.append(EnergyWay(sampling: longer))
      if longer.count < EnergyChain.longest, longer.failure > 0 { extend(longer, by: attempts) }
    }
  }

  /// The place in the crew of the coarsest of a chain's providers; `nil` if one is not in it.
  func level(of chain: EnergyChain) -> Int? {
    var level = 0
    for place in 0..<chain.count {
      guard let own = crew.firstIndex(of: chain[place]) else { return nil }
      level = max(level, own)
    }
    return level
  }

  /// The dearest plan: the finest receiver left on, else the crew as often as possible. No other
  /// draws more.
  var dearest: EnergyCandidate? {
    if let leftOn { return leftOn }
    var dearest: EnergyCandidate?
    for way in all where level(of: way.chain) != nil {
      guard let other = way.finest(within: .infinity, drawing: .infinity),
        other.power > dearest?.power ?? -1
      else { continue }
      dearest = other
    }
    return dearest
  }
}
