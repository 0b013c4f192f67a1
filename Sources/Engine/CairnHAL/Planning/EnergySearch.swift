internal import CairnTypes

/// Searches all ways of using the providers for the cheapest that serves every client.
///
/// The search is exhaustive. In a given way, a longer period always costs less and is never surer,
/// so it starts with the longest and can skip most others.
struct EnergySearch {
  private let targets: [EnergyTarget]
  /// Seconds.
  private let longestPeriod: Double
  /// Milliwatts.
  private let limit: Double
  private var best: EnergyCandidate?

  /// - Parameters:
  ///   - targets: at least one.
  ///   - limit: milliwatts that no plan may exceed.
  init(_ targets: [EnergyTarget], limit: Double) {
    self.targets = targets
    self.limit = limit
    longestPeriod = targets.reduce(.infinity) { min($0, $1.request.longest) }
  }

  /// Returns the cheapest plan of some ways that serves all clients; `nil` if there is none.
  mutating func cheapest(of ways: some Sequence<EnergyWay>) -> EnergyCandidate? {
    for way in ways { consider(way) }
    return best
  }

  /// Whether a way of using the providers fits into the shortest of the clients' periods.
  func isSoonEnough(_ way: EnergyWay) -> Bool {
    way.finest(within: longestPeriod, drawing: .infinity) != nil
  }

  /// Whether a plan serves all clients.
  func isServed(by plan: EnergyCandidate) -> Bool {
    targets.allSatisfy { $0.isServed(by: plan) }
  }

  private mutating func consider(_ way: EnergyWay) {
    var (first, last) = (0, way.count - 1)
    while last >= 0, way.period(last) > min(longestPeriod, way.longest) { last -= 1 }
    while first <= last, way.period(first) < way.shortest { first += 1 }
    // The shortest period is the surest: if it serves somebody less, so do all others.
    guard first <= last, isWorthwhile(way.power(way.period(last))),
      isServed(by: way.candidate(way.period(first)))
    else { return }
    for index in (first...last).reversed() {
      let plan = way.candidate(way.period(index))
      guard isWorthwhile(plan.power) else { return }
      if best.map({ plan.isBetter(than: $0) }) ?? true, isServed(by: plan) { best = plan }
    }
  }

  /// Whether a plan that draws so much may be the one.
  private func isWorthwhile(_ power: Double) -> Bool {
    power <= min(limit, best?.power ?? .infinity)
  }
}
