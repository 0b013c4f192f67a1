internal import CairnUBX

/// What is known of the settings of a receiver, each of which is a wish or a part of one.
struct SettingLedger: Sendable {
  /// What is known of a setting.
  enum State: Equatable, Sendable {
    case open, unchanged, different, applied
    case refused(WishRefusal)
  }

  private var states: [State]
  private let owners: [Int]
  private let targets: [UInt64]

  /// - Parameters:
  ///   - owners: the wish that each setting belongs to.
  ///   - targets: what each shall be.
  init(owners: [Int], targets: [UInt64]) {
    self.owners = owners
    self.targets = targets
    states = [State](repeating: .open, count: owners.count)
  }

  /// Every setting.
  var settings: Range<Int> { states.indices }

  /// The settings in a state.
  func settings(_ state: State) -> [Int] { states.indices.filter { states[$0] == state } }

  /// The settings that the receiver has.
  var kept: [Int] {
    states.indices.filter { states[$0] == .applied || states[$0] == .unchanged }
  }

  /// Whether the receiver has the value.
  func isKept(_ setting: Int) -> Bool {
    states[setting] == .applied || states[setting] == .unchanged
  }

  /// What a setting shall be.
  func target(_ setting: Int) -> UInt64 { targets[setting] }

  /// Why the receiver does not have a setting; `nil` unless it was found not to have it.
  func refusal(_ setting: Int) -> WishRefusal? {
    if case .refused(let reason) = states[setting] { reason } else { nil }
  }

  /// Whether anything has been changed.
  var hasApplied: Bool { states.contains(.applied) }

  /// Whether the receiver has another value.
  func isDifferent(_ setting: Int) -> Bool { states[setting] == .different }

  /// Whether nothing is known of the setting.
  func isOpen(_ setting: Int) -> Bool { states[setting] == .open }

  /// Forgets what is known of settings: another memory is looked at.
  mutating func reopen(_ group: [Int]) {
    for setting in group { states[setting] = .open }
  }

  /// Takes note that the receiver has other values, or none.
  mutating func differ(_ group: [Int]) {
    for setting in group { states[setting] = .different }
  }

  /// Takes note that the receiver has the value now.
  mutating func apply(_ setting: Int) { states[setting] = .applied }

  /// Takes note that the receiver does not have the values, and why.
  mutating func refuse(_ group: [Int], _ reason: WishRefusal) {
    for setting in group { states[setting] = .refused(reason) }
  }

  /// Takes note of what the receiver has before anything is written; `nil` where it has no such setting.
  mutating func compare(_ group: [Int], _ found: [UInt64?]) {
    for (setting, value) in zip(group, found) {
      if let value {
        states[setting] = value == targets[setting] ? .unchanged : .different
      } else {
        states[setting] = .refused(.unsupported)
      }
    }
  }

  /// Takes note of what the receiver has after it was written to.
  ///
  /// - Parameters:
  ///   - group: the settings that were written.
  ///   - found: what the receiver has.
  ///   - reason: why it has another value; `nil` when it said that it took ours.
  mutating func conclude(
    _ group: [Int], _ found: [UInt64?], otherwise reason: WishRefusal?
  ) {
    for (setting, value) in zip(group, found) {
      if value == targets[setting] {
        states[setting] = .applied
      } else {
        states[setting] = .refused(reason ?? .notKept(found: value ?? 0))
      }
    }
  }

  /// The first value that is not as wished; `nil` when all are.
  func firstDifference(_ group: [Int], _ found: [UInt64?]) -> UInt64? {
    for (setting, value) in zip(group, found) where value != targets[setting] {
      return value ?? 0
    }
    return nil
  }

  /// Gives up what has not been proven.
  mutating func abandon() {
    for setting in states.indices where states[setting] == .open || states[setting] == .different {
      states[setting] = .refused(.noAnswer)
    }
  }

  /// What became of the wishes that the settings belong to.
  func report(on wishes: [ConfigurationValue]) -> ConfigurationReport {
    var report = ConfigurationReport()
    for wish in wishes.indices {
      var state: State?
      for setting in owners.indices where owners[setting] == wish {
        state = Self.graver(state, states[setting])
      }
      switch state {
      case .unchanged: report.unchanged &+= 1
      case .applied: report.applied &+= 1
      case .refused(let reason): report.refused.append(RefusedWish(wishes[wish], reason))
      case nil: report.refused.append(RefusedWish(wishes[wish], .unsupported))
      case .open, .different: report.refused.append(RefusedWish(wishes[wish], .noAnswer))
      }
    }
    return report
  }

  /// Of a wish that takes two settings, the state that says more.
  private static func graver(_ first: State?, _ second: State) -> State {
    switch (first, second) {
    case (.refused?, _): first ?? second
    case (_, .refused): second
    case (.applied?, .unchanged): .applied
    default: second
    }
  }
}
