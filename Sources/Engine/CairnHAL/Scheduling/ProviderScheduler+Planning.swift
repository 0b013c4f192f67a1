internal import CCairnMath
internal import CairnFusion
internal import CairnTypes

extension ProviderScheduler {
  /// A plan with the data it was made from.
  struct Planned {
    var plan: EnergyPlan
    /// Since when the same providers have been used in the same way.
    var since: Double
    let planner: EnergyPlanner
    let requests: [EnergyRequest]
    /// The actual interval: positions are taken when the last is too old, not by the clock. `nil`
    /// while a receiver is left on, or if unknown.
    var pace: Pace?
    /// Whether its receiver, whose power outweighs its worth, is not left on but started for each position.
    var isTried = false

    /// The plan with its actual interval and power, not counting power between positions.
    var followed: EnergyPlan {
      guard plan.mode == .sampled || isTried, let pace else { return plan }
      var plan = plan
      if isTried {
        (plan.mode, plan.period) = (.sampled, pace.period)
        plan.power = planner.powers(in: plan).reduce(0, +)
      } else {
        plan.power *= plan.period / pace.period
        plan.period = pace.period
      }
      if plan.worst?.tolerance == pace.tolerance { plan.worst?.probability = pace.probability }
      return plan
    }

    /// Adopts another pace if it differs by more than a third.
    mutating func follow(_ next: Pace) {
      if let pace, next.period.isLike(pace.period) { return }
      pace = next
    }
  }

  /// How often positions are taken, and with what result.
  struct Pace {
    /// Seconds from one position to the next, rounded to two digits.
    let period: Double
    /// Metres.
    let tolerance: Double
    /// 0...1: the probability that the error is within the tolerance at the end of a period.
    let probability: Double

    init(every seconds: Double, until radius: Double, _ price: ErrorPrice) {
      let unit = seconds < 100 ? 1.0 : 10
      period = max(1, (seconds / unit).rounded() * unit)
      tolerance = price.tolerance
      probability = 1 - price.miss(radius)
    }
  }

  /// Makes the cheapest plan at the requested confidence, or a higher one worth its energy.
  mutating func replan(
    _ asking: [EnergyRequest], _ price: ErrorPrice?, _ cost: Double, _ now: Double
  ) -> EnergyPlan {
    let speed = isMoving ? errorSpeed(price) : 0.05
    var requests = asking
    for index in requests.indices {
      requests[index].speed = speed
      // The price is that of the tightest request.
      if let price, requests[index].tolerance == price.tolerance {
        requests[index].confidence = max(
          requests[index].confidence, min(0.99, 1 - cost / price.rate))
      }
    }
    var planner = planner(now, price)
    let previous = plan.map { (plan: $0.plan, age: now - $0.since) }
    var next = planner.plan(for: requests, after: previous)
    let isDear = next.providers.contains { id in
      index(id).map { states[$0].receiver != nil && !states[$0].provider.model.canSleep } ?? false
    }
    if isDear, price != nil {
      // A receiver that cannot sleep is not left on just to be surer than requested.
      next = planner.plan(for: asked(requests, asking), after: previous)
    }
    if next.verdict == .degraded, states.contains(where: { $0.isUntried && $0.isReady(now) }) {
      // A receiver that was never heard is tried if its success would satisfy all requests.
      let hopeful = self.planner(now, price, isHopeful: true)
      let hoped = hopeful.plan(for: asked(requests, asking), after: previous)
      if hoped.verdict == .met { (next, planner) = (hoped, hopeful) }
    }
    if next.verdict == .unmet {
      // No provider is as fast as requested; slower is better than nothing.
      requests = Self.patient(requests)
      next = planner.plan(for: requests)
      if next.verdict == .met {
        next.verdict = .degraded
        next.unmetClients = asking.map { $0.client }
      }
    } else if next.verdict == .degraded {
      // A degraded plan may still meet the requests at their own confidence.
      let least = planner.plan(for: asked(requests, asking))
      (next.verdict, next.unmetClients) = (least.verdict, least.unmetClients)
    }
    next = kept(next, planner, requests, now)
    if let client = next.worst?.client, let own = asking.first(where: { $0.client == client }) {
      next.worst?.confidence = own.confidence
    }
    let isSame = plan?.plan.mode == next.mode && plan?.plan.providers == next.providers
    plan = Planned(
      plan: next, since: isSame ? plan?.since ?? now : now, planner: planner, requests: requests,
      pace: isSame ? plan?.pace : nil)
    return next
  }

  /// Returns the requests with the longest period allowed.
  static func patient(_ requests: [EnergyRequest]) -> [EnergyRequest] {
    var patient = requests
    for index in patient.indices { patient[index].longestPeriod = SchedulerRules.longestPeriod }
    return patient
  }

  /// Returns the requests with the confidence that the clients asked for.
  private func asked(_ requests: [EnergyRequest], _ asking: [EnergyRequest]) -> [EnergyRequest] {
    var own = requests
    for index in own.indices { own[index].confidence = asking[index].confidence }
    return own
  }

  /// Keeps recently chosen providers if others save little, so that a client that changes its mind
  /// around a tie of two costs does not switch them on and off.
  private func kept(
    _ next: EnergyPlan, _ planner: EnergyPlanner, _ requests: [EnergyRequest], _ now: Double
  ) -> EnergyPlan {
    guard let plan, now - plan.since < SchedulerRules.dwell, plan.plan.mode != .off,
      plan.plan.providers != next.providers
    else { return next }
    let only = EnergyPlanner(
      hostWake: knownHostWake,
      providers: planner.providers.filter { plan.plan.providers.contains($0.id) })
    let staying = only.plan(for: requests)
    return staying.verdict == .met && staying.providers == plan.plan.providers
      && next.power > SchedulerRules.worthwhile * staying.power ? staying : next
  }

  /// Returns a planner with the present expectations of the providers.
  func planner(
    _ now: Double, _ price: ErrorPrice?, isHopeful: Bool = false
  ) -> EnergyPlanner {
    // A provider that would give the same answer again is left out, unless that answer is accurate
    // enough.
    let isHeld = price.map { estimate.area?.radius ?? .infinity < $0.tolerance } ?? false
    let ready = states.indices.filter { states[$0].isReady(now) && (isHeld || !isStale($0)) }
    let providers = ready.map { index in
      let state = states[index]
      var belief = state.belief
      var model = state.provider.model
      if price == nil {
        // A client that wants the best wants the receiver on even while it finds nothing.
        belief.trackingProbability = max(
          belief.trackingProbability, state.provider.moving.trackingProbability)
      }
      if case .receiver(var receiver) = model {
        // The first start is cold, but later ones are not.
        if state.isNew {
          if isHopeful, state.isUntried {
            (belief.fixProbability, belief.trackingProbability) = (0.99, 0.99)
          }
        } else {
          belief.timeToFix = state.timeToFix(now)
          belief.timeout = state.timeout(now)
        }
        // For a coarse tolerance the first fix suffices.
        if let price, 2 * belief.radius < price.tolerance { receiver.settling = 0 }
        model = .receiver(receiver)
      }
      return EnergyPlanner.Provider(id: state.provider.id, model: model, belief: belief)
    }
    return EnergyPlanner(hostWake: knownHostWake, providers: providers)
  }

  /// Metres per second by which the error grows until it reaches the tolerance.
  private func errorSpeed(_ price: ErrorPrice?) -> Double {
    guard let price else { return estimate.pace }
    let way = SchedulerRules.way * price.tolerance
    return max(0.05, way / max(estimate.span(growingTo: way), 0.1))
  }
}
