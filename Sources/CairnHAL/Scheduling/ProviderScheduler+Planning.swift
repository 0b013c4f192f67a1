internal import CCairnMath
internal import CairnTypes

extension ProviderScheduler {
  /// A plan, with what it was made of.
  struct Planned {
    var plan: EnergyPlan
    /// Since when the same providers are used in the same way.
    var since: Double
    let planner: EnergyPlanner
    let requests: [EnergyRequest]
    /// How positions are taken: when the last has become too old, not by the clock. `nil` where a receiver is left
    /// on, or nothing is known yet.
    var pace: Pace?

    /// The plan as it is followed; its power as if nothing were drawn between positions.
    var followed: EnergyPlan {
      guard plan.mode == .sampled, let pace else { return plan }
      var plan = plan
      plan.power *= plan.period / pace.period
      plan.period = pace.period
      if plan.worst?.tolerance == pace.tolerance { plan.worst?.probability = pace.probability }
      return plan
    }

    /// Takes another pace over where it differs by more than a third.
    mutating func follow(_ next: Pace) {
      if let pace, next.period.isLike(pace.period) { return }
      pace = next
    }
  }

  /// How often positions are taken, and what comes of it.
  struct Pace {
    /// Seconds from one position to the next, in two digits.
    let period: Double
    /// Metres.
    let tolerance: Double
    /// 0...1: how probably the position is within them at the end of a period.
    let probability: Double

    init(every seconds: Double, until radius: Double, _ price: ErrorPrice) {
      let unit = seconds < 100 ? 1.0 : 10
      period = max(1, (seconds / unit).rounded() * unit)
      tolerance = price.tolerance
      probability = 1 - price.miss(radius)
    }
  }

  /// The plan of least power at the confidence that is worth its energy, and no less than what is asked for.
  mutating func replan(
    _ asking: [EnergyRequest], _ price: ErrorPrice?, _ cost: Double, _ now: Double
  ) -> EnergyPlan {
    let speed = isMoving ? errorSpeed(price) : 0.05
    var requests = asking
    for index in requests.indices {
      requests[index].speed = speed
      // The price is that of the tightest.
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
      // A receiver that cannot sleep is not left on only to be surer than asked for.
      next = planner.plan(for: asked(requests, asking), after: previous)
    }
    if next.verdict == .degraded, states.contains(where: { $0.isUntried && $0.isReady(now) }) {
      // A receiver that nobody has heard yet is tried where its success would do for all.
      let hopeful = self.planner(now, price, isHopeful: true)
      let hoped = hopeful.plan(for: asked(requests, asking), after: previous)
      if hoped.verdict == .met { (next, planner) = (hoped, hopeful) }
    }
    if next.verdict == .unmet {
      // Nothing is as fast as somebody wants; slower is better than nothing.
      requests = Self.patient(requests)
      next = planner.plan(for: requests)
      if next.verdict == .met {
        next.verdict = .degraded
        next.unmetClients = asking.map { $0.client }
      }
    } else if next.verdict == .degraded {
      // What is surer than asked for is not missed by those who did not ask for it.
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

  /// The same requests, however long it takes.
  static func patient(_ requests: [EnergyRequest]) -> [EnergyRequest] {
    var patient = requests
    for index in patient.indices { patient[index].longestPeriod = SchedulerRules.longestPeriod }
    return patient
  }

  /// The same requests, no surer than asked for.
  private func asked(_ requests: [EnergyRequest], _ asking: [EnergyRequest]) -> [EnergyRequest] {
    var own = requests
    for index in own.indices { own[index].confidence = asking[index].confidence }
    return own
  }

  /// Providers that were chosen lately are kept where others save little: a client that changes its mind
  /// around a tie of two costs does not switch them on and off.
  private func kept(
    _ next: EnergyPlan, _ planner: EnergyPlanner, _ requests: [EnergyRequest], _ now: Double
  ) -> EnergyPlan {
    guard let plan, now - plan.since < SchedulerRules.dwell, plan.plan.mode != .off,
      plan.plan.providers != next.providers
    else { return next }
    let only = EnergyPlanner(
      hostWake: hostWake,
      providers: planner.providers.filter { plan.plan.providers.contains($0.id) })
    let staying = only.plan(for: requests)
    return staying.verdict == .met && staying.providers == plan.plan.providers
      && next.power > SchedulerRules.worthwhile * staying.power ? staying : next
  }

  /// The providers as they are expected to do now.
  private func planner(
    _ now: Double, _ price: ErrorPrice?, isHopeful: Bool = false
  ) -> EnergyPlanner {
    let ready = states.indices.filter { states[$0].isReady(now) && !isStale($0) }
    let providers = ready.map { index in
      let state = states[index]
      var belief = state.belief
      var model = state.provider.model
      if price == nil {
        // Who wants the best does not want a receiver switched off because it finds nothing for a while.
        belief.trackingProbability = max(
          belief.trackingProbability, state.provider.moving.trackingProbability)
      }
      if case .receiver(var receiver) = model {
        // The first start is cold, but that is not how it goes on.
        if state.isNew {
          if isHopeful, state.isUntried {
            (belief.fixProbability, belief.trackingProbability) = (0.99, 0.99)
          }
        } else {
          belief.timeToFix = state.timeToFix(now)
          belief.timeout = state.timeout(now)
        }
        // Where the tolerance is coarse the first fix does.
        if let price, 2 * belief.radius < price.tolerance { receiver.settling = 0 }
        model = .receiver(receiver)
      }
      return EnergyPlanner.Provider(id: state.provider.id, model: model, belief: belief)
    }
    return EnergyPlanner(hostWake: hostWake, providers: providers)
  }

  /// Metres per second by which the error grows on the way to the tolerance.
  private func errorSpeed(_ price: ErrorPrice?) -> Double {
    guard let price else { return track.pace }
    let way = SchedulerRules.way * price.tolerance
    return max(0.05, way / max(track.span(growingTo: way), 0.1))
  }
}
