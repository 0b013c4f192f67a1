internal import CairnFusion
internal import CairnGeodesy
internal import CairnTypes

extension ProviderScheduler {
  mutating func receive(_ id: ProviderID, _ fix: SchedulerFix, _ now: Double) {
    guard let index = index(id), fix.isUsable else { return }
    servedAt = now
    isAwaited = false
    reported = estimate.coordinate(at: now).map { ($0, now) }
    let receiver = states[index].receiver
    if receiver == nil { states[index].work = .off }
    compare(index, fix, now)
    states[index].learn(radius: fix.horizontalAccuracy * states[index].boast.squareRoot(), now)
    if earlier.standsFor > SchedulerRules.longRest, estimate.standsFor == 0 {
      for index in states.indices { states[index].expectMoving() }
    }
    if let receiver {
      if attempt?.index == index { settle(index, receiver, now) }
      return
    }
    let isExpected = (attempt?.index ?? index) == index
    if attempt?.index == index { attempt = nil }
    guard isExpected, !asking.isEmpty else { return }
    if estimate.isDoubted, !earlier.isDoubted {
      askAgain(index, fix, now)
    } else if estimate.anchor?.time == earlier.anchor?.time {
      // The same scan once more, or a position that the estimate has refused: asked again at once, it
      // would be the answer again.
      states[index].newsAt = now + SchedulerRules.again
    }
  }

  /// Learns from a fix whether the place before it was wrong, and of an operation's, whether that
  /// claims too much, where the place was known better.
  private mutating func compare(_ index: Int, _ fix: SchedulerFix, _ now: Double) {
    guard !estimate.isDoubted, let here = earlier.coordinate(at: now),
      let radius = earlier.radius(at: now)
    else { return }
    let distance = here.distance(to: fix.coordinate)
    let expected = radius * radius + fix.horizontalAccuracy * fix.horizontalAccuracy
    let isFar = distance * distance > 9 * expected
    doubt = isFar ? SchedulerRules.wrong : doubt * SchedulerRules.confirmed
    guard states[index].receiver == nil, radius < 0.5 * fix.horizontalAccuracy else { return }
    let ratio = min(9, distance * distance * RadialError.exponent / expected)
    let boast = states[index].boast
    states[index].boast = max(1, boast + SchedulerRules.distrust * (ratio - boast))
  }

  /// Measures again what the estimate has refused, because an access point may have been moved.
  private mutating func askAgain(_ index: Int, _ fix: SchedulerFix, _ now: Double) {
    let distance = estimate.coordinate(at: now)?.distance(to: fix.coordinate) ?? 0
    isDecided = true
    step.reasons.append(
      .suspicious(
        id(index), distance: distance,
        limit: 3 * (fix.horizontalAccuracy + (estimate.radius(at: now) ?? 0))))
    begin(index, now)
  }
}
