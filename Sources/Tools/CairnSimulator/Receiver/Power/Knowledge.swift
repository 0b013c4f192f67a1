/// Satellite data, time and place that a receiver keeps in battery-backed memory.
struct Knowledge: Hashable, Sendable {
  /// When the present ephemerides were received; `nil` without ephemerides.
  var ephemerides: Duration?
  /// Whether the approximate position is known.
  var position = false
  /// Whether the clock runs.
  var time = false
  /// Whether the host supplied data that the receiver did not have.
  var isAided = false

  /// Returns the kind of start that a search beginning at `now` has.
  func start(at now: Duration, lifetime: Duration) -> ReceiverStart {
    guard time && position else { return .cold }
    if isAided { return .aided }
    guard let ephemerides, now - ephemerides < lifetime else { return .warm }
    return .hot
  }
}

extension ReceiverTraits.StartTimes {
  func timeToFirstFix(_ start: ReceiverStart) -> Duration {
    switch start {
    case .cold, .warm: cold
    case .aided: aided
    case .hot: hot
    }
  }
}
