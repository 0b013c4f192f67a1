internal import CCairnMath
public import CairnTypes

extension ProviderScheduler {
  /// Whether to withhold a fix from clients: either it is so implausible that its provider will be
  /// asked again, or the device stands at a better known position.
  ///
  /// - Parameters:
  ///   - fix: the result of an operation; fixes of receivers are always delivered.
  ///   - id: the provider.
  ///   - time: now.
  /// - Returns: whether no client should get the fix.
  public func withholds(_ fix: SchedulerFix, of id: ProviderID, at time: MonotonicTime) -> Bool {
    guard let index = index(id), states[index].receiver == nil, fix.isUsable else { return false }
    var copy = self
    let now = time.inSeconds
    copy.compare(index, fix, now)
    var fix = fix
    fix.horizontalAccuracy *= copy.states[index].boast.squareRoot()
    return asksAgain(index, fix, now) || tellsNothing(fix, now)
  }

  /// Whether a fix only confirms a better known position at rest; never if a client waits for one.
  private func tellsNothing(_ fix: SchedulerFix, _ now: Double) -> Bool {
    guard !isMoving, !isAwaited, !isMomentary, let radius = track.radius(at: now) else {
      return false
    }
    return fix.horizontalAccuracy >= 1.5 * radius
  }

  private func asksAgain(_ index: Int, _ fix: SchedulerFix, _ now: Double) -> Bool {
    isSuspicious(fix, now) && now - suspectedAt >= 30 && (attempt?.index ?? index) == index
      && !asking.isEmpty
  }

  mutating func receive(_ id: ProviderID, _ fix: SchedulerFix, _ now: Double) {
    guard let index = index(id), fix.isUsable else { return }
    var fix = fix
    servedAt = now
    isAwaited = false
    let receiver = states[index].receiver
    if receiver == nil {
      states[index].work = .off
      compare(index, fix, now)
    }
    fix.horizontalAccuracy *= states[index].boast.squareRoot()
    states[index].learn(radius: fix.horizontalAccuracy, now)
    if let receiver {
      takeIn(fix, now)
      if attempt?.index == index { settle(index, receiver, now) }
      return
    }
    let isDoubted = asksAgain(index, fix, now)
    if attempt?.index == index { attempt = nil }
    if isDoubted { return askAgain(index, fix, now) }
    suspectedAt = -.infinity
    // Where no detector tells it, even a coarse fix shows that the device is still there.
    if track.watchesRest || track.radius(at: now).map({ fix.horizontalAccuracy < 1.5 * $0 }) ?? true
    {
      takeIn(fix, now)
    } else if !isSuspicious(fix, now) {
      doubt *= SchedulerRules.confirmed
    }
    if states[index].cuedAt.isFinite {
      track.stay(in: (fix.coordinate, fix.horizontalAccuracy), now: now)
    }
  }

  private mutating func takeIn(_ fix: SchedulerFix, _ now: Double) {
    let distance = track.coordinate(at: now)?.displacement(to: fix.coordinate).length ?? 0
    let expected = cairn_hypot(track.radius(at: now) ?? 0, fix.horizontalAccuracy)
    let stood = track.standsFor
    track.accept(fix, at: now)
    if stood > SchedulerRules.longRest, track.standsFor == 0 {
      for index in states.indices { states[index].expectMoving() }
    }
    doubt *= SchedulerRules.confirmed
    if distance > 3 * expected {
      // A fix so far off cannot be merged: one of the two was wrong, and this one is newer.
      track.replace(with: fix, at: now)
      doubt = SchedulerRules.wrong
    }
    report(now, isExtrapolated: false)
  }

  /// Compares the accuracy that a provider claims with a better known position.
  private mutating func compare(_ index: Int, _ fix: SchedulerFix, _ now: Double) {
    guard let here = track.coordinate(at: now), let radius = track.radius(at: now),
      radius < 0.5 * fix.horizontalAccuracy
    else { return }
    let distance = here.displacement(to: fix.coordinate).length
    let expected = radius * radius + fix.horizontalAccuracy * fix.horizontalAccuracy
    let ratio = min(9, distance * distance * RadialError.exponent / expected)
    let boast = states[index].boast
    states[index].boast = max(1, boast + SchedulerRules.distrust * (ratio - boast))
  }

  // MARK: - Outliers

  /// Metres from the estimated position beyond which no position is plausible.
  private func plausible(_ fix: SchedulerFix, _ now: Double) -> Double {
    3 * (fix.horizontalAccuracy + (track.radius(at: now) ?? .infinity))
  }

  private func isSuspicious(_ fix: SchedulerFix, _ now: Double) -> Bool {
    guard let here = track.coordinate(at: now) else { return false }
    return here.displacement(to: fix.coordinate).length >= plausible(fix, now)
  }

  /// Measures again, because an access point may have been moved.
  private mutating func askAgain(_ index: Int, _ fix: SchedulerFix, _ now: Double) {
    let distance = track.coordinate(at: now)?.displacement(to: fix.coordinate).length ?? 0
    isDecided = true
    suspectedAt = now
    step.reasons.append(
      .suspicious(id(index), distance: distance, limit: plausible(fix, now)))
    begin(index, now)
  }
}
