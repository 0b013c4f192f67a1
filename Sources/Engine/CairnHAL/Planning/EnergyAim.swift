internal import CairnTypes

/// A tolerance, and how often the error must be within it.
struct EnergyAim {
  /// Metres.
  let tolerance: Double
  /// 0...1.
  let confidence: Double

  /// Whether what reaches the other serves this too.
  func isServed(by other: EnergyAim) -> Bool {
    other.tolerance <= tolerance && other.confidence >= confidence
  }
}

/// Requirements of one client's request on a plan.
struct EnergyTarget {
  let request: EnergyRequest
  /// A plan serves the client if it reaches one of them.
  let aims: [EnergyAim]

  /// Whether the plan serves the client.
  func isServed(by plan: EnergyCandidate) -> Bool {
    guard plan.period <= request.longest, plan.mode != .cyclic || request.accuracy.metres != nil
    else { return false }
    let movement = plan.chain.movement(request, period: plan.period)
    return aims.contains {
      plan.chain.probability(within: $0.tolerance - movement) >= $0.confidence
    }
  }
}

/// What can be had, and therefore what is aimed at.
///
/// What serves a finer request serves a coarser one. The aims of a request therefore are those of all
/// finer ones and its own: with a wider tolerance there are more of them, or wider ones, so that no
/// plan for it draws more. A request has as many aims as there are kinds of providers fine enough
/// for its tolerance: the finest ones alone, these with the next coarser ones, and so on. Each aims
/// at the confidence that the client wants, or at nearly all that these providers have together if
/// that is less; and at the tolerance, or at nearly the finest one that can be reached.
extension EnergyWays {
  /// How much less than the best there is suffices where the best is less than was asked for: the
  /// last tenth costs most.
  private static let slack = 0.1
  /// A provider is fine enough from this part of its 68 % radius on.
  private static let fineness = 2.0 / 3

  /// Returns a request with usable figures and its aims, which are none if no way of using the
  /// providers fits into its period. The best accuracy is finer than any metres; no plan draws more
  /// than `limit` milliwatts.
  func target(_ request: EnergyRequest, limit: Double) -> EnergyTarget {
    let tolerance = request.tolerance ?? 0
    let ways = all.compactMap { way -> (plan: EnergyCandidate, level: Int?)? in
      guard way.mode != .cyclic || request.accuracy.metres != nil else { return nil }
      return way.finest(within: request.longest, drawing: limit).map { ($0, level(of: way.chain)) }
    }
    var aims: [EnergyAim] = []
    for level in crew.indices where level == 0 || start(level) <= tolerance {
      let end = level + 1 < crew.count ? min(tolerance, start(level + 1)) : tolerance
      var availability = 0.0
      for way in ways {
        guard let own = way.level, own <= level else { continue }
        availability = max(availability, way.plan.chain.availability)
      }
      guard availability > 0 else { continue }
      let confidence =
        availability > request.confidence ? request.confidence : (1 - Self.slack) * availability
      guard let (plan, radius) = finest(ways.map { $0.plan }, reaching: confidence, request),
        tolerance >= radius || tolerance >= useful(plan, upTo: radius, request)
      else { continue }
      let aim = EnergyAim(
        tolerance: max(end, (1 + Self.slack) * radius), confidence: confidence)
      aims.removeAll { aim.isServed(by: $0) }
      aims.append(aim)
    }
    return EnergyTarget(request: request, aims: aims)
  }

  /// Metres: the tolerance from which on the providers up to a level are fine enough.
  private func start(_ level: Int) -> Double {
    Self.fineness * planner.providers[crew[level]].belief.radius
  }

  /// Returns the plan that reaches a confidence within the fewest metres, and those.
  private func finest(
    _ plans: [EnergyCandidate], reaching confidence: Double, _ request: EnergyRequest
  ) -> (plan: EnergyCandidate, radius: Double)? {
    var finest: (plan: EnergyCandidate, radius: Double)?
    for plan in plans {
      if let finest, plan.probability(within: finest.radius, request) <= confidence { continue }
      guard let radius = plan.radius(reaching: confidence, request) else { continue }
      if radius < finest?.radius ?? .infinity { finest = (plan, radius) }
    }
    return finest
  }

  /// Metres from which on a plan serves a request as often as a receiver left on does; at most `radius`.
  private func useful(
    _ plan: EnergyCandidate, upTo radius: Double, _ request: EnergyRequest
  ) -> Double {
    guard let leftOn else { return 0 }
    var (low, high) = (0.0, radius)
    for _ in 0..<RadialError.halvings {
      let middle = (low + high) / 2
      let isUseful =
        plan.probability(within: middle, request) >= leftOn.probability(within: middle, request)
      if isUseful { high = middle } else { low = middle }
    }
    return high
  }
}
