internal import CairnFusion
internal import CairnGeodesy
public import CairnTypes

extension ProviderScheduler {
  /// Starts one attempt; a look only asks whether the device is where it is believed to be.
  mutating func begin(_ index: Int, _ now: Double, isLook: Bool = false) {
    if isLook { lookedAt = now } else { triedAt = now }
    sleepAll(but: index)
    if states[index].receiver == nil {
      measure(index, now)
    } else {
      states[index].lastTriedAt = now
      turnOn(index, .tracking, 1, now)
    }
    let deadline = now + states[index].timeout(now)
    attempt = Attempt(index: index, deadline: deadline)
    wake(at: deadline)
  }

  /// Starts a measurement.
  mutating func measure(_ index: Int, _ now: Double) {
    states[index].startedAt = now
    states[index].lastTriedAt = now
    let deadline = MonotonicTime(seconds: now + states[index].timeout(now))
    order(index, .measure(.init(deadline: deadline, accuracy: finest?.accuracy ?? .best)))
  }

  mutating func turnOn(
    _ index: Int, _ mode: EnergyPlan.Mode, _ period: Double, _ now: Double
  ) {
    if states[index].mode == nil { states[index].turnOn(now) }
    states[index].period = period
    order(index, .track(tracking(index, isCyclic: mode == .cyclic)))
  }

  /// Decides whether a receiver that was started for one fix and has given it stays on a little.
  mutating func settle(_ index: Int, _ receiver: ReceiverEnergy, _ now: Double) {
    let state = states[index]
    let age = now - (state.firstFixAt ?? now)
    let ephemeris = state.provider.ephemeris
    let ephemerisAge = now - state.ephemerisAt
    let radius = estimate.radius(at: now) ?? .infinity
    if isMomentary {
      stayOn(.awaited(id(index)), now)
    } else if !ephemeris.isSupplied, state.starts >= SchedulerRules.startsWorthAnEphemeris,
      ephemerisAge > SchedulerRules.renewal * ephemeris.validity,
      age < receiver.ephemerisDownload + 1
    {
      stayOn(.renewingEphemeris(id(index), age: ephemerisAge), now)
    } else if let price, radius > SchedulerRules.settling * price.tolerance,
      age < receiver.settling
    {
      stayOn(.settling(id(index), radius: radius, tolerance: price.tolerance), now)
    } else {
      attempt = nil
      served = id(index)
    }
  }

  /// Lets a receiver that has given its one fix sleep, unless it was just chosen again.
  mutating func sleepIfServed() {
    guard let index = served.flatMap({ index($0) }), attempt?.index != index,
      plan?.plan.mode.isContinuous != true
    else { return }
    sleep(index)
  }

  private mutating func stayOn(_ reason: SchedulerReason, _ now: Double) {
    isDecided = true
    step.reasons.append(reason)
    attempt?.deadline = now + 10
    wake(at: now + 10)
  }

  /// Restarts the timeout of a receiver that was switched on and is only now ready to search.
  mutating func beginSearch(_ id: ProviderID, _ now: Double) {
    guard let index = index(id), states[index].mode != nil, states[index].firstFixAt == nil else {
      return
    }
    states[index].startedAt = now
    if attempt?.index == index { attempt?.deadline = now + states[index].timeout(now) }
  }

  /// Whether a receiver stays on although it finds nothing: for a client that wants the best, or if
  /// it cannot sleep and no other provider is ready, so that nothing would be saved.
  func endures(_ index: Int, _ now: Double) -> Bool {
    if price == nil { return true }
    if states[index].provider.model.canSleep { return false }
    return !states.indices.contains { $0 != index && states[$0].isReady(now) }
  }

  /// When a receiver that is on is given up unless it gets a fix before.
  func silentAt(_ index: Int, _ now: Double) -> Double {
    let state = states[index]
    return max(state.startedAt, state.lastFixAt)
      + (state.firstFixAt == nil ? state.timeout(now) : SchedulerRules.silence)
  }

  // MARK: - Failing

  mutating func receiveNothing(_ id: ProviderID, _ now: Double) {
    guard let index = index(id) else { return }
    if states[index].receiver == nil { states[index].work = .off }
    // If even an operation that nearly always succeeds finds nothing, nothing else will.
    if states[index].belief.fixProbability > 0.9 {
      for other in states.indices where other != index { states[other].belief.fail() }
    }
    fail(index, after: now - states[index].lastTriedAt, block: 15, now)
    if attempt?.index == index { attempt = nil }
  }

  /// Whether the provider's signals decide whether its search continues.
  public func isSearching(_ id: ProviderID) -> Bool {
    attempt.map { self.id($0.index) == id && states[$0.index].firstFixAt == nil } ?? false
  }

  mutating func judge(_ id: ProviderID, _ strongest: Double, _ now: Double) {
    guard isSearching(id), let attempt, strongest < SchedulerRules.hopelessSignal else {
      return
    }
    let state = states[attempt.index]
    let patience = SchedulerRules.searchBeforeJudging * (state.isWarm(now) ? 3 : 1)
    guard now - state.startedAt >= patience else { return }
    step.reasons.append(.hopeless(id, strongest: strongest))
    giveUp(attempt, now)
  }

  /// Blocks a failed provider for a while, so that the plan turns to the next one where that pays.
  private mutating func giveUp(_ attempt: Attempt, _ now: Double) {
    let index = attempt.index
    let spent = now - states[index].startedAt
    if states[index].receiver == nil || states[index].firstFixAt == nil {
      fail(index, after: spent, block: spent, now)
    }
    if states[index].receiver == nil { order(index, .off) } else { sleep(index) }
    self.attempt = nil
  }

  private mutating func fail(_ index: Int, after spent: Double, block: Double, _ now: Double) {
    states[index].fail(now, block: block)
    step.reasons.append(
      .gaveUp(id(index), after: spent, blocked: states[index].blockedUntil - now))
  }

  mutating func wake(_ now: Double) {
    if let attempt, now >= attempt.deadline - SchedulerRules.instant { return giveUp(attempt, now) }
    for index in states.indices where attempt?.index != index {
      // A measurement beside an attempt has never been answered.
      guard let deadline = states[index].measuresUntil, now >= deadline - SchedulerRules.instant
      else { continue }
      fail(index, after: now - states[index].startedAt, block: 15, now)
      order(index, .off)
    }
    if attempt == nil, let index = states.firstIndex(where: { $0.mode != nil }),
      !endures(index, now), silentAt(index, now) <= now
    {
      let silence = now - max(states[index].startedAt, states[index].lastFixAt)
      fail(index, after: silence, block: silence, now)
      sleep(index)
    }
    if let reported, let price, !isFollowed, let here = estimate.coordinate(at: now),
      reported.coordinate.distance(to: here)
        > SchedulerRules.reporting * 2 / 3 * price.tolerance
    {
      continueCourse(now)
    }
  }
}
