/// What a receiver remembers of satellites, time and place, in battery-backed memory.
struct Knowledge: Hashable, Sendable {
  /// When the ephemerides that it has were received.
  var ephemerides: Duration?
  /// Whether it knows roughly where it is.
  var position = false
  /// Whether its clock runs.
  var time = false
  /// Whether the host told something that it did not know itself.
  var isAided = false

  /// How a search begins that starts at `time`.
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
