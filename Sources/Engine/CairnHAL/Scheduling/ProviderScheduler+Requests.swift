internal import CCairnMath
internal import CairnFusion
internal import CairnTypes

extension ProviderScheduler {
  /// The requests that may switch a provider on.
  var asking: [EnergyRequest] { requests.filter { !$0.isOpportunistic && $0.isUsable } }

  /// The request for the finest accuracy.
  var finest: EnergyRequest? { asking.min { $0.accuracy.rank < $1.accuracy.rank } }

  /// The work of a receiver that is left on for all requests: the shortest of their intervals,
  /// which is the natural rate for the best accuracy and the planned period otherwise.
  func tracking(_ index: Int, isCyclic: Bool) -> ProviderWork.Tracking {
    let state = states[index]
    let interval = interval(state.provider, period: state.period)
    return ProviderWork.Tracking(
      interval: Duration(clamping: interval), accuracy: finest?.accuracy ?? .best,
      activity: finest?.activity ?? .other, isCyclic: isCyclic)
  }

  /// Seconds between the fixes of a provider that is left on.
  func interval(_ provider: SchedulerProvider, period: Double) -> Double {
    var shortest = Double.infinity
    for request in asking {
      let usual = request.accuracy.metres == nil ? provider.naturalInterval : period
      shortest = min(shortest, max(request.interval, min(usual, request.longestPeriod)))
    }
    return shortest.isFinite ? shortest : provider.naturalInterval
  }

  /// The price of exceeding the tightest tolerance; `nil` if a client wants the best, or none asks.
  var price: ErrorPrice? {
    let asking = asking
    guard !asking.isEmpty else { return nil }
    var (tolerance, worth) = (Double.infinity, 0.0)
    for request in asking {
      guard let wanted = request.tolerance else { return nil }
      tolerance = min(tolerance, wanted)
      worth = max(worth, 1 / (1 - min(0.99, request.confidence)))
    }
    return ErrorPrice(tolerance: tolerance, rate: max(1e-6, worth * surePower(tolerance)))
  }

  /// Milliwatts to be always sure while moving: a fix per tolerance travelled, from the cheapest
  /// provider, or a receiver left on. A client that accepts one miss in three pays three times that
  /// for each second missed. Providers coarser than the tolerance do not count, whatever they cost.
  private func surePower(_ tolerance: Double) -> Double {
    let often = SchedulerRules.waySpeed / tolerance
    var (least, nearest, dearest) = (Double.infinity, Double.infinity, 0.0)
    for state in states where state.provider.moving.fixProbability > 0 {
      let power = often * state.usualEnergy(hostWake: hostWake)
      let radius = state.provider.moving.radius
      if let receiver = state.receiver {
        let power = min(receiver.tracking, power)
        if radius <= tolerance { least = min(least, power) } else { nearest = min(nearest, power) }
      } else if radius < SchedulerRules.fine * tolerance {
        least = min(least, power)
      } else {
        dearest = max(dearest, power)
      }
    }
    // If none is fine enough, the nearest receiver counts, or the dearest operation.
    if least < .infinity { return least }
    return nearest > 0 && nearest < .infinity ? nearest : dearest
  }

  mutating func serve(_ wanted: [EnergyRequest], _ now: Double) {
    let requests = wanted.map { affordable($0, now) }
    let joining = requests.filter { request in
      !request.isOpportunistic
        && !self.requests.contains { $0.client == request.client && !$0.isOpportunistic }
    }
    let isStale = self.requests.isEmpty || now - servedAt > SchedulerRules.fresh
    self.requests = requests
    if joining.contains(where: { isStale || $0.isMomentary }) {
      isAwaited = estimate.anchor != nil
    }
    // A client that wants the best does not wait for a scan; its result is still used.
    if price == nil, let attempt, states[attempt.index].receiver == nil { self.attempt = nil }
    lookAround(now)
    resume(now)
  }

  /// Metres: the accuracies that a budget chooses from.
  private static let choices = [10.0, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 3000, 5000]

  /// Returns a request with a budget as one for the finest accuracy whose plan is within it. If no
  /// plan is that is as fast as requested, slower ones count.
  private func affordable(_ request: EnergyRequest, _ now: Double) -> EnergyRequest {
    guard let budget = request.powerBudget else { return request }
    var request = request
    request.accuracy = .best
    if isWithin(budget, request, planner(now, nil)) { return request }
    var periods = [request.longestPeriod]
    if !request.isMomentary { periods.append(SchedulerRules.longestPeriod) }
    for longest in periods where longest >= request.longestPeriod {
      request.longestPeriod = longest
      for metres in Self.choices {
        request.accuracy = DesiredAccuracy(.metres(metres))
        let price = ErrorPrice(tolerance: metres, rate: budget)
        if isWithin(budget, request, planner(now, price)) { return request }
      }
    }
    return request
  }

  private func isWithin(
    _ budget: Double, _ request: EnergyRequest, _ planner: EnergyPlanner
  ) -> Bool {
    let plan = planner.plan(for: [request])
    // Where nothing is sure enough, the best that there is still is the best within the budget.
    return plan.mode != .off && plan.power <= budget
  }

  /// Whether a client waits for one position, for which a searching receiver stays on.
  var isMomentary: Bool { asking.contains { $0.isMomentary } }

  /// Ends the stay of a receiver that has its fix when no client needs more.
  private mutating func resume(_ now: Double) {
    guard let attempt, states[attempt.index].firstFixAt != nil, !asking.isEmpty,
      let receiver = states[attempt.index].receiver
    else { return }
    settle(attempt.index, receiver, now)
  }

  /// Adopts a new list of providers.
  mutating func adopt(_ providers: [SchedulerProvider], _ now: Double) {
    let tried = attempt.map { id($0.index) }
    states = providers.map { provider in
      guard let index = index(provider.id) else { return ProviderState(provider, now: now) }
      var state = states[index]
      state.become(provider)
      return state
    }
    if let index = tried.flatMap({ index($0) }) { attempt?.index = index } else { attempt = nil }
  }

  /// Tries each cheap operation once, to learn what it gives instead of guessing.
  private mutating func lookAround(_ now: Double) {
    guard let price else { return }
    for index in states.indices {
      let state = states[index]
      guard !state.isKnown, state.lastTriedAt == -.infinity,
        case .operation(let operation) = state.provider.model, operation.energy < price.rate,
        state.belief.radius < 10 * price.tolerance
      else { continue }
      measure(index, now)
    }
  }
}

extension DesiredAccuracy {
  /// A rank that orders requests from the finest to the coarsest accuracy.
  fileprivate var rank: Double {
    switch level {
    case .bestForNavigation: -1
    case .best: 0
    case .metres, .reduced: metres ?? 0
    }
  }
}
