internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

extension Estimator {
  /// Takes a speed by Doppler, and its direction, if that is given.
  mutating func takeVelocity(_ o: Observation, _ speed: Double) {
    note(rest.note(speed: speed, o), at: o.time)
    guard !rest.isStill else {
      // A device that creeps still moves.
      let way = max(0, speed - FusionLimits.quiet) * FusionLimits.creepTime
      east.positionVariance += way * way
      north.positionVariance += way * way
      return
    }
    let dt = (o.time - measuredVelocity).inSeconds
    let r = dopplerVariance(of: o, after: dt)
    // After a gap, a manoeuvre may be larger than the filter's accelerations suggest.
    let gap = max(0, dt - 1) * FusionLimits.usualManoeuvre
    let allowed = r + gap * gap
    guard let v = o.velocity else { return take(speed: speed, r, allowed, at: o.time) }
    let off = v - velocity
    guard
      admits(
        off,
        distance: off.east * off.east / (east.velocityVariance + allowed)
          + off.north * off.north / (north.velocityVariance + allowed))
    else { return }
    measuredVelocity = o.time
    east.update(velocity: v.east, variance: r)
    north.update(velocity: v.north, variance: r)
    trend.note(v, at: o.time)
  }

  /// Takes a speed without a direction, which is that of the track if the track has one.
  ///
  /// It says nothing of the direction, and the covariance of one axis has no room for that: it stays as
  /// large as it was.
  private mutating func take(
    speed: Double, _ r: Double, _ allowed: Double, at time: MonotonicTime
  ) {
    let own = velocity.length
    guard own > FusionLimits.directed * velocityDeviation else { return }
    let along = velocity * (1 / own)
    let variance =
      along.east * along.east * east.velocityVariance
      + along.north * along.north * north.velocityVariance
    let off = along * (speed - own)
    guard admits(off, distance: off.squaredLength / (variance + allowed)) else { return }
    measuredVelocity = time
    east.lean(by: off.east / (variance + r))
    north.lean(by: off.north / (variance + r))
  }

  /// Whether a velocity that is so far off is believed: two that are not may be wrong, the third is right.
  private mutating func admits(_ off: GroundVector, distance: Double) -> Bool {
    if distance > FusionLimits.gate {
      velocitiesRefused += 1
      guard velocitiesRefused > 2 else { return false }
      east.velocityVariance += off.east * off.east
      north.velocityVariance += off.north * off.north
    }
    velocitiesRefused = 0
    return true
  }

  /// Returns the variance of a velocity by Doppler along one axis, some seconds after the last one.
  private func dopplerVariance(of o: Observation, after dt: Double) -> Double {
    guard !o.statesVelocity else {
      let deviation = o.velocityDeviation * FusionLimits.velocityCaution
      return deviation * deviation
    }
    return max(o.velocityDeviation * o.velocityDeviation, steps.dopplerVariance(dt))
  }
}
