internal import CairnTypes

/// Work of a provider whose costs are not known, from which they follow once they are.
struct UnpricedWork: Sendable {
  /// Time in each state that has ended, each state once.
  private var spells: [(state: PowerState, time: Duration)] = []
  private var measurements = 0
  /// The energy that is assumed of measurements, and of states by earlier assumptions.
  private(set) var assumed = Energy.zero
  private var state = PowerState.off
  private var since: MonotonicTime

  /// Creates the work of a provider that has done nothing.
  init(at now: MonotonicTime) { since = now }

  /// Whether anything was done that costs.
  var hasDrawn: Bool {
    measurements > 0 || state != .off || spells.contains { $0.state != .off }
  }

  mutating func enter(_ next: PowerState, at now: MonotonicTime) {
    guard next != state else { return }
    pass(to: now)
    state = next
  }

  /// Lets time pass in the present state.
  mutating func pass(to now: MonotonicTime) {
    guard now > since else { return }
    defer { since = now }
    for index in spells.indices where spells[index].state.isLike(state) {
      return spells[index].time += now - since
    }
    spells.append((state, now - since))
  }

  mutating func noteMeasurement(_ assumed: Energy) {
    measurements += 1
    assume(assumed)
  }

  mutating func assume(_ energy: Energy) { assumed += energy }

  /// Returns what the work up to the last `pass` has cost.
  func cost(by model: EnergyModel) -> Energy {
    switch model {
    case .operation(let operation):
      return Energy(millijoules: operation.energy * Double(measurements))
    case .receiver(let receiver):
      let costs = ReceiverCosts(receiver, off: receiver.off ?? 0)
      var sum = Energy.zero
      for spell in spells {
        sum += Energy(milliwatts: costs.power(in: spell.state), over: spell.time)
      }
      return sum
    }
  }
}

extension PowerState {
  /// Whether both draw the same: the period of a cyclic state does not matter.
  fileprivate func isLike(_ other: PowerState) -> Bool {
    self == other || isCyclic && other.isCyclic
  }
}
