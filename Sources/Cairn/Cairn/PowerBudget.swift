internal import CairnTypes

/// Keeps what is drawn for one client within its budget, on average since it was set.
struct PowerBudget {
  /// Seconds in which what was saved may be used up.
  private static let horizon = 3600.0
  /// Seconds of the budget that can be saved, at most.
  private static let longest = 86_400.0
  /// How often the allowance is worked out anew.
  static let interval = Duration.seconds(600)

  /// Milliwatts.
  let budget: Double
  private let since: MonotonicTime
  private let before: Energy

  /// - Parameters:
  ///   - budget: milliwatts.
  ///   - drawn: the energy drawn for the client so far.
  ///   - now: when the budget begins.
  init(_ budget: Double, drawn: Energy, at now: MonotonicTime) {
    self.budget = budget
    before = drawn
    since = now
  }

  /// Returns the milliwatts that may be drawn for the client now.
  func allowance(drawn: Energy, at now: MonotonicTime) -> Double {
    let spent = (drawn - before).joules * 1000
    let saved = min(budget * (now - since).inSeconds - spent, budget * Self.longest)
    return max(0, budget + saved / Self.horizon)
  }
}
