internal import CairnFusion
internal import CairnTypes

extension ProviderScheduler {
  mutating func turn(_ isMoving: Bool, _ now: Double) {
    guard isMoving != self.isMoving else { return }
    self.isMoving = isMoving
    if isMoving {
      if now - movingSince > SchedulerRules.longRest {
        for index in states.indices { states[index].setOut(now) }
      }
      movingSince = now
    } else {
      triedAt = -.infinity
      lookedAt = -.infinity
      doubt = SchedulerRules.wrong
      for index in states.indices { states[index].comeToRest(now) }
      continueCourse(now)
    }
  }

  /// Handles that the device left a cell's area: perhaps there are new signals.
  mutating func takeCue(_ id: ProviderID, _ now: Double) {
    guard let index = index(id) else { return }
    states[index].cuedAt = now
    for other in states.indices where other != index && states[other].failures < 3 {
      states[other].blockedUntil = min(states[other].blockedUntil, now + 30)
    }
    if attempt == nil, spares(index, now) {
      step.reasons.append(.cheaperThanOthers(id))
      measure(index, now)
    }
  }

  /// Forgets that a position of the provider holds until it says otherwise.
  mutating func forgetCues(of id: ProviderID, _ now: Double) {
    guard let index = index(id), states[index].cuedAt.isFinite else { return }
    states[index].cuedAt = -.infinity
  }

  /// Whether knowing the new area makes dearer fixes unnecessary.
  private func spares(_ index: Int, _ now: Double) -> Bool {
    guard let price, states[index].isReady(now) else { return false }
    let others = offers(now).lazy.filter { $0.index != index }.map { price.cost(of: $0, estimate) }
    let radius = states[index].belief.radius * states[index].boast.squareRoot()
    if states[index].isKnown, radius >= price.tolerance { return false }
    return price.miss(radius) * price.rate <= others.min() ?? .infinity
  }

  mutating func change(_ id: ProviderID, _ availability: ProviderAvailability, _ now: Double) {
    // What stays as it was may be told together with what has changed.
    guard let index = index(id), states[index].availability != availability else { return }
    let wasAvailable = states[index].isAvailable
    states[index].availability = availability
    if availability != .available {
      states[index].firstFixAt = nil
      if attempt?.index == index { attempt = nil }
      forgetCues(of: id, now)
    } else if !wasAvailable {
      // While it was missing, its work was only to look for its hardware.
      if states[index].work.tracking != nil { states[index].turnOn(now) }
    }
  }

  /// Lets a missing receiver look for its hardware while it would be used. A missing operation
  /// reports by itself when it is usable; if asked, it would fail at once, again and again.
  /// Forbidden providers do nothing.
  mutating func directUnavailable() {
    guard states.contains(where: { !$0.isAvailable }) else { return }
    let waiting = waiting
    for index in states.indices where !states[index].isAvailable {
      guard states[index].receiver != nil, waiting.contains(id(index)) else {
        release(index)
        continue
      }
      states[index].period = 1
      order(index, .track(tracking(index, isCyclic: false)))
    }
  }
}
