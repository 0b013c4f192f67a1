internal import CCairnMath
internal import CairnFusion
internal import CairnGeodesy
internal import CairnTypes

extension ProviderScheduler {
  /// Decides what to do now; called once for the events of a step.
  mutating func decide(_ now: Double) {
    let asking = asking
    guard !asking.isEmpty else {
      for index in states.indices { release(index) }
      (attempt, plan) = (nil, nil)
      return step.reasons.append(.nobodyAsks)
    }
    // A receiver that is on may now have to serve other clients.
    for index in states.indices {
      guard let mode = states[index].mode else { continue }
      order(index, .track(tracking(index, isCyclic: mode == .cyclic)))
    }
    if let attempt {
      let started = states[attempt.index].startedAt
      step.reasons.append(.searching(id(attempt.index), since: now - started))
      return wake(at: attempt.deadline)
    }
    let price = price
    if !isMoving, !isAwaited, !isMomentary, let price, let radius = estimate.radius(at: now),
      stand(now, radius, price)
    {
      return
    }
    let costs = price.map { price in
      offers(now).map { (index: $0.index, cost: price.cost(of: $0, estimate)) }
    }
    let next = replan(asking, price, costs?.map(\.cost).min() ?? .infinity, now)
    guard next.mode != .off else { return waitForProviders(now) }
    guard let first = next.providers.first.flatMap({ index($0) }) else { return }
    // A receiver whose power outweighs its worth is tried now and then instead.
    let isTooDear = next.verdict == .degraded && (price.map { next.power > $0.rate } ?? false)
    if next.mode.isContinuous, !isTooDear || !states[first].provider.model.canSleep {
      leaveOn(first, next, now)
    } else {
      plan?.isTried = next.mode.isContinuous
      let cost = costs?.first { $0.index == first }?.cost
      let limit = cost.flatMap { price?.radius(costing: $0) } ?? 0
      sample(first, next, price, limit, now)
    }
  }

  /// Whether another measurement would give the same answer, because no change was reported.
  func isStale(_ index: Int) -> Bool {
    let state = states[index]
    return estimate.area != nil && state.cuedAt.isFinite && state.cuedAt <= state.lastTriedAt
  }

  func offers(_ now: Double) -> [SchedulerOffer] {
    states.indices.compactMap { index in
      let state = states[index]
      guard state.isReady(now), state.belief.fixProbability > 0, !isStale(index) else { return nil }
      return SchedulerOffer(
        index: index, energy: state.energy(now, hostWake: hostWake), radius: state.belief.radius)
    }
  }

  // MARK: - What comes of it

  /// While the device stands, takes a better position once it would have saved what the fix costs.
  ///
  /// - Returns: whether the position is good enough, or is being improved.
  private mutating func stand(_ now: Double, _ radius: Double, _ price: ErrorPrice) -> Bool {
    plan = nil
    let rests = estimate.restsSince ?? now
    let since = max(rests, triedAt)
    let missed = price.miss(radius)
    let hearsay = radius < SchedulerRules.fine * price.tolerance ? nil : hearsay(at: rests)
    var (next, best) = (Double.infinity, SchedulerOffer?.none)
    for offer in offers(now) where offer.radius < SchedulerRules.improvement * radius {
      if let hearsay, hearsay != offer.index {
        let due = since + states[offer.index].patience(SchedulerRules.hearsay)
        if due < next { (next, best) = (due, offer) }
      }
      let saved = price.rate * (missed - price.miss(offer.radius))
      if saved > 0, since + offer.energy / saved < next {
        (next, best) = (since + offer.energy / saved, offer)
      }
    }
    if next <= now, let best {
      let limit = price.radius(costing: best.energy / (now - since))
      step.reasons.append(.due(id(best.index), radius: radius, limit: limit))
      beginForNews(best.index, now)
      return true
    }
    sleepAll()
    // A look shows an error that is larger than its own, and a coarse one would spoil a fine place.
    let needed = max(1.5 * radius, SchedulerRules.fine * price.tolerance)
    let look = offers(now).filter { $0.radius < needed }.min { $0.energy < $1.energy }
    let seen = max(since, lookedAt)
    let check = look.map { seen + price.patience(doubt, $0.energy) } ?? .infinity
    if check <= now, let look {
      step.reasons.append(.checking(id(look.index), after: now - rests))
      beginForNews(look.index, now, isLook: true)
      return true
    }
    step.reasons.append(.standing(radius: radius, tolerance: price.tolerance))
    if missed > 0.05 || hearsay != nil { next = min(next, nextRelease(now)) }
    fixDue = next
    wake(at: min(next, max(check, now + 60)))
    return true
  }

  /// The operation that is the only source of the position at which the device came to rest; `nil`
  /// if a receiver or a second provider has confirmed it.
  private func hearsay(at rests: Double) -> Int? {
    var only: Int?
    for index in states.indices where states[index].lastFixAt > rests - SchedulerRules.fresh {
      if only != nil || states[index].receiver != nil { return nil }
      only = index
    }
    return only
  }

  /// When the first blocked provider may be tried again.
  func nextRelease(_ now: Double) -> Double {
    states.lazy.filter { $0.isAvailable && $0.blockedUntil > now }.map(\.blockedUntil).min()
      ?? .infinity
  }

  private mutating func waitForProviders(_ now: Double) {
    sleepAll()
    let release = nextRelease(now)
    let retry = max(
      now + 10, min(release == .infinity ? now + 300 : release, now + SchedulerRules.longestPeriod))
    step.reasons.append(.nothingWorks(retry: retry - now))
    fixDue = retry
    wake(at: retry)
  }

  private mutating func leaveOn(_ index: Int, _ next: EnergyPlan, _ now: Double) {
    sleepAll(but: index)
    turnOn(index, next.mode, next.period, now)
    let wakes = knownHostWake == nil ? hostWake / next.period : 0
    let power = states[index].provider.model.isAssumed ? nil : next.power - wakes
    step.reasons.append(.leftOn(id(index), next.mode, period: next.period, power: power))
    let silent =
      endures(index, now)
      ? min(now + SchedulerRules.longestPeriod, nextRelease(now)) : silentAt(index, now)
    wake(at: max(now + 1, min(silent, nextReport(now))))
  }

  private mutating func sample(
    _ index: Int, _ next: EnergyPlan, _ price: ErrorPrice?, _ limit: Double, _ now: Double
  ) {
    let limit = max(limit, next.radius / SchedulerRules.improvement)
    let radius = estimate.radius(at: now) ?? .infinity
    if !isAwaited, let anchor = estimate.anchor {
      var due = anchor.time + estimate.span(until: limit) - states[index].timeToFix(now)
      let isCoarse = next.radius >= 0.9 * (price?.tolerance ?? 0)
      if isCoarse {
        due = max(due, anchor.time + max(next.period, 15))
      }
      // A cell that has not changed shows that the device is still there.
      let isHeld =
        estimate.area.map { $0.radius < limit } ?? false
        || estimate.standsFor > SchedulerRules.longestPeriod
      due = min(
        due, anchor.time + (isHeld ? SchedulerRules.longestRest : SchedulerRules.longestPeriod))
      let timeToFix = states[index].timeToFix(now)
      if let price {
        // From one position of this plan to the next, whenever the clients were served before it.
        let next = max(paced(due, timeToFix, after: anchor.time), now) + timeToFix
        let radius = estimate.radius(at: next) ?? .infinity
        plan?.follow(Pace(every: next - anchor.time, until: radius, price))
      }
      due = paced(due, timeToFix, after: servedAt)
      if due > now + 0.5 {
        sleepAll()
        step.reasons.append(.waiting(seconds: due - now, radius: radius, limit: limit))
        // A blocked provider that would meet the requests may be tried again earlier.
        let release = isCoarse && next.verdict != .met ? nextRelease(now) : .infinity
        fixDue = min(due, release)
        return wake(at: min(fixDue, nextReport(now)))
      }
    }
    step.reasons.append(.due(id(index), radius: radius, limit: limit))
    beginForNews(index, now)
  }

  /// Begins once the provider may tell something that it has not told just now.
  private mutating func beginForNews(_ index: Int, _ now: Double, isLook: Bool = false) {
    let due = states[index].newsAt
    guard now < due - SchedulerRules.instant else { return begin(index, now, isLook: isLook) }
    sleepAll()
    fixDue = due
    wake(at: due)
  }

  /// Limits a time to serve all clients at once: after all want a position, before any lacks one.
  ///
  /// - Parameters:
  ///   - due: seconds of the boot clock.
  ///   - timeToFix: seconds from the start to the position.
  ///   - served: when all had their last position, in seconds of the boot clock.
  /// - Returns: seconds of the boot clock.
  private func paced(_ due: Double, _ timeToFix: Double, after served: Double) -> Double {
    var (shortest, longest) = (Double.infinity, Double.infinity)
    for request in asking {
      shortest = min(shortest, request.interval)
      longest = min(longest, request.longestPeriod)
    }
    var due = due
    if shortest > 1 { due = max(due, served + shortest - timeToFix) }
    if longest < SchedulerRules.longestPeriod { due = min(due, served + longest - timeToFix) }
    return due
  }

  /// Whether a receiver gives a fix every second, so that nothing is to be extrapolated in between.
  var isFollowed: Bool {
    states.contains { $0.mode != nil && $0.firstFixAt != nil && $0.period <= 1 }
  }

  /// When the extrapolated position differs enough from the last reported one.
  private func nextReport(_ now: Double) -> Double {
    guard let price, let reported, !isFollowed else { return .infinity }
    let step = SchedulerRules.reporting * price.tolerance
    let fallsBack = estimate.fallsBackAt.map { $0 + 0.5 } ?? .infinity
    guard fallsBack > now else { return .infinity }
    if estimate.speed > 0, let until = estimate.steadyUntil, until > now {
      let next = min(until, max(reported.time + step / estimate.speed, now + 1))
      if next < fallsBack, estimate.speed * (next - reported.time) > 2 / 3 * step { return next }
    }
    let area = estimate.area?.coordinate ?? reported.coordinate
    return reported.coordinate.distance(to: area) < step ? .infinity : fallsBack
  }
}
