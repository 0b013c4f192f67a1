internal import CairnTypes

/// Refuses speeds that would need an impossible acceleration, unless they go on.
struct SpeedGate {
  private var last: (speed: Double, time: MonotonicTime)?
  private var refused = 0

  /// Whether the speed can follow the last plausible one.
  mutating func isPlausible(_ o: Observation) -> Bool {
    guard let speed = o.speed else { return false }
    if let last, refused < 3 {
      let dt = max(1, (o.time - last.time).inSeconds)
      let most = FusionLimits.strongestAcceleration * dt + 4 * o.velocityDeviation
      guard (speed - last.speed).magnitude <= most else {
        refused += 1
        return false
      }
    }
    refused = 0
    last = (speed, o.time)
    return true
  }
}
