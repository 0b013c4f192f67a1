internal import CairnTypes

extension ProviderScheduler {
  mutating func turn(_ isMoving: Bool, _ now: Double) {
    guard isMoving != self.isMoving else { return decide(now) }
    self.isMoving = isMoving
    if isMoving {
      track.move(since: now - detector.startDelay)
      if now - movingSince > 300 { for index in states.indices { states[index].setOut(now) } }
      movingSince = now
    } else {
      track.rest(since: now - detector.stopDelay, now: now)
      triedAt = -.infinity
      for index in states.indices { states[index].comeToRest(now) }
      report(now, isExtrapolated: true)
    }
    decide(now)
  }

  /// The area of a cell was left: a hint of the speed, and perhaps of what is received.
  mutating func takeCue(_ id: ProviderID, _ now: Double) {
    guard let index = index(id) else { return decide(now) }
    let elapsed = now - states[index].cuedAt
    states[index].cuedAt = now
    if isMoving, elapsed < 600, let anchor = track.anchor, now - anchor.time > 60 {
      track.hint(width: states[index].belief.radius, crossedIn: max(5, elapsed))
    }
    for other in states.indices where other != index && states[other].failures < 3 {
      states[other].blockedUntil = min(states[other].blockedUntil, now + 30)
    }
    track.stay(in: nil, now: now)
    if attempt == nil, plan?.plan.providers.first != id, spares(index, now) {
      states[index].lastTriedAt = now
      step.reasons.append(.cheaperThanOthers(id))
      order(index, .measureOnce)
    }
    decide(now)
  }

  /// Whether knowing the new area makes dearer fixes unnecessary.
  private func spares(_ index: Int, _ now: Double) -> Bool {
    guard let price, states[index].isReady(now) else { return false }
    let others = offers(now).lazy.filter { $0.index != index }.map { price.cost(of: $0, track) }
    let radius = states[index].belief.radius * states[index].boast.squareRoot()
    if states[index].isKnown, radius >= price.tolerance { return false }
    return price.miss(radius) * price.rate <= others.min() ?? .infinity
  }

  mutating func change(_ id: ProviderID, _ isAvailable: Bool, _ now: Double) {
    guard let index = index(id) else { return decide(now) }
    states[index].isAvailable = isAvailable
    if !isAvailable {
      // What is gone takes no command.
      states[index].mode = nil
      states[index].firstFixAt = nil
      if attempt?.index == index { attempt = nil }
    }
    decide(now)
  }
}
