internal import CairnUBX

/// States of all requirements, and of the memories that should keep them.
struct WishLedger: Sendable {
  /// State of a requirement.
  enum State: Equatable, Sendable {
    /// The receiver had it already, or has it now.
    case unchanged, applied
    case refused(WishRefusal)
  }

  /// The required settings.
  let wishes: [ConfigurationValue]
  private var states: [State]
  private var warnings: [LayerWarning] = []

  init(_ wishes: [ConfigurationValue]) {
    self.wishes = wishes
    states = [State](repeating: .refused(.noAnswer), count: wishes.count)
  }

  subscript(wish: Int) -> State {
    get { states[wish] }
    set { states[wish] = newValue }
  }

  /// Takes note of what became of a part of a wish, which may have several: the worst counts.
  mutating func note(_ wish: Int, _ state: State) {
    switch (states[wish], state) {
    case (.refused(.noAnswer), _), (_, .refused), (.unchanged, .applied): states[wish] = state
    default: break
    }
  }

  func isKept(_ wish: Int) -> Bool { states[wish] == .applied || states[wish] == .unchanged }

  /// The wishes that the receiver has.
  var kept: [Int] { wishes.indices.filter(isKept) }

  /// Whether anything was changed.
  var hasApplied: Bool { states.contains(.applied) }

  /// Memories did not take the configuration; the first reason counts for each.
  mutating func warn(_ layers: ConfigurationLayers, _ reason: WishRefusal) {
    for layer in [ConfigurationLayers.batteryBacked, .flash]
    where layers.contains(layer) && !warnings.contains(where: { $0.layer == layer }) {
      warnings.append(LayerWarning(layer, reason))
    }
  }

  /// The states as a report.
  var report: ConfigurationReport {
    var report = ConfigurationReport()
    for (wish, state) in zip(wishes, states) {
      switch state {
      case .unchanged: report.unchanged &+= 1
      case .applied: report.applied &+= 1
      case .refused(let reason): report.refused.append(RefusedWish(wish, reason))
      }
    }
    report.layerWarnings = warnings
    return report
  }
}
