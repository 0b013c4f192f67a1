internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// The acceleration of the last seconds, which goes on for a while: who brakes usually stops.
struct Trend {
  /// Metres per second squared.
  private(set) var acceleration = GroundVector.zero
  private var last: (velocity: GroundVector, time: MonotonicTime)?

  /// Notes a velocity that Doppler has confirmed.
  mutating func note(_ velocity: GroundVector, at time: MonotonicTime) {
    if let last {
      let dt = (time - last.time).inSeconds
      if dt > 0, dt <= 5 {
        let weight = dt / (dt + 1)
        acceleration =
          acceleration + ((velocity - last.velocity) * (1 / dt) - acceleration) * weight
      } else if dt > 5 {
        acceleration = .zero
      }
    }
    last = (velocity, time)
  }

  /// Moves on in time; the acceleration fades.
  ///
  /// - Parameters:
  ///   - dt: seconds, above 0.
  ///   - velocity: metres per second, at the start.
  /// - Returns: by how much velocity and position differ at the end from an unchanged velocity. A
  ///   device that brakes stops, and does not go back.
  mutating func advance(_ dt: Double, from velocity: GroundVector) -> (
    velocity: GroundVector, position: GroundVector
  ) {
    let speed = velocity.length
    let along =
      (acceleration.east * velocity.east + acceleration.north * velocity.north) / max(speed, 1e-6)
    // Braking usually goes on until the device stands.
    let tau = along < 0 ? FusionLimits.brakingTime : FusionLimits.trendTime
    var time = dt
    var stops = false
    if along < 0, speed < -along * tau {
      let stop = -tau * cairn_log(1 + speed / (along * tau))
      if stop < dt { (time, stops) = (stop, true) }
    }
    let rest = cairn_exp(-time / tau)
    let gained = acceleration * (tau * (1 - rest))
    let way = acceleration * (tau * (time - tau * (1 - rest)))
    acceleration = stops ? .zero : acceleration * rest
    guard stops else { return (gained, way) }
    return (velocity * -1, way - velocity * (dt - time))
  }

  mutating func forget() { self = Trend() }
}
