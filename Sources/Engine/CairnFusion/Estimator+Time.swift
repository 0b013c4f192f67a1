internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

extension Estimator {
  /// Starts a new track at an observation.
  mutating func start(_ o: Observation, after reason: FusionDecision.Cause = .first)
    -> FusionDecision
  {
    let isRadio = o.kind == .radio
    let (e, n) = (o.deviation.east, o.deviation.north)
    var noise =
      isRadio
      ? (AxisNoise(correlated: 0, white: e * e), AxisNoise(correlated: 0, white: n * n))
      : self.noise(of: o)
    if reason == .refusals, !isRadio {
      // The newest of the refused positions may itself be off.
      noise.0.widen(to: refused.doubt)
      noise.1.widen(to: refused.doubt)
    }
    let moved = reason == .refusals ? refused.velocity(o) : nil
    let isNew = reason == .first || reason == .gap
    let unknown = FusionLimits.unknownVelocity * FusionLimits.unknownVelocity
    var (v, variance) = (moved ?? .zero, unknown)
    if let measured = o.velocity {
      let stated = o.velocityDeviation * o.velocityDeviation * 4
      let r = max(1, o.statesVelocity ? stated : steps.dopplerVariance(1))
      // After a gap, the velocity before it tells nothing.
      let off = isNew ? 0 : (measured - velocity).length
      let isBelieved = off * off < FusionLimits.gate * (unknown + r)
      (v, variance) = isBelieved ? (measured, r) : (.zero, 4 * unknown)
    }
    frame = LocalFrame(origin: o.coordinate)
    shown = nil
    east = AxisFilter(position: 0, noise: noise.0, velocity: v.east, velocityVariance: variance)
    north = AxisFilter(position: 0, noise: noise.1, velocity: v.north, velocityVariance: variance)
    trend.forget()
    steps.restart()
    if reason != .refusals { way = 0 }
    time = o.time
    used = o.time
    seen = o.time
    if !isRadio { usedSatellite = o.time }
    (isByRadio, isPassed) = (isRadio, false)
    (stated, decided) = (o.radius, 0)
    isFirst = isNew || reason == .radio && isFirst
    rest = RestDetector(startsStill: moved == nil, sensesMotion: rest.sensesMotion)
    if let speed = o.speed {
      if isNew { _ = speeds.isPlausible(o) }
      if rest.note(speed: speed, o) {
        east.stop()
        north.stop()
      }
    } else if !isRadio, rest.note(o, at: .zero) {
      east.stop()
      north.stop()
    }
    // A first fix that the second contradicts has no more right than that.
    count = reason == .refusals ? 1 : 0
    refused.forget()
    velocitiesRefused = 0
    measuredVelocity = o.time
    distance = 0
    hidden = 0
    isStarted = true
    return .started(reason)
  }

  /// Moves a track that has just begun to a place in its frame that is known to a radius.
  mutating func settle(at place: GroundVector, radius: Double) {
    let deviation = radius / FusionLimits.radius68
    east.settle(at: place.east, variance: deviation * deviation)
    north.settle(at: place.north, variance: deviation * deviation)
  }

  mutating func predict(to time: MonotonicTime) {
    let dt = (time - self.time).inSeconds
    self.time = time
    guard dt > 0 else { return }
    let q = rest.isStill ? 0 : FusionLimits.acceleration
    let way = velocity.length * dt
    self.way += way
    let memory = cairn_exp(-dt / FusionLimits.correlationTime - way / FusionLimits.correlationWay)
    let bent =
      rest.isStill ? (GroundVector.zero, GroundVector.zero) : trend.advance(dt, from: velocity)
    east.predict(dt, acceleration: q, memory: memory)
    north.predict(dt, acceleration: q, memory: memory)
    bend(bent)
    guard rest.isStill else { return }
    let wander = dt * FusionLimits.restWander * FusionLimits.restWander
    east.positionVariance += wander
    north.positionVariance += wander
  }

  /// Adds what the trend changes in velocity and position.
  private mutating func bend(_ change: (velocity: GroundVector, position: GroundVector)) {
    east.velocity += change.velocity.east
    north.velocity += change.velocity.north
    east.position += change.position.east
    north.position += change.position.north
  }

  /// Moves the origin of the frame to the position, once that is far from it.
  mutating func recentre() {
    guard position.length > frame.reach else { return }
    frame = LocalFrame(origin: frame.place(at: position))
    shift(by: position)
    east.position = 0
    north.position = 0
  }

  /// Metres, 68 %.
  ///
  /// Most errors of satellite positions are smaller than their variance suggests. That of a radio is
  /// one draw for as long as the same transmitters are heard, and of a single fix no more is known than
  /// what it states.
  var radius: Double {
    let variance = hidden + (east.positionVariance + north.positionVariance) / 2
    let isAlone = isByRadio || count == 0
    let factor = isAlone ? FusionLimits.radius68 : FusionLimits.radius68HeavyTails
    let radius = factor * variance.squareRoot()
    return rest.isStill ? max(radius, leastRadius) : radius
  }

  /// Metres, 68 %: while the device stands, the error that satellite fixes have in common is not known
  /// to be smaller, unless errors turn out to be new each time; nor is that of one that decides alone.
  var leastRadius: Double {
    let repeated = min(1, 2 * max(0, 1 - scale.white)).squareRoot()
    return isByRadio ? 0 : max(0.01, decided, FusionLimits.restFloor * stated * repeated)
  }

  /// One standard deviation by direction.
  var ellipse: ErrorEllipse {
    ErrorEllipse(
      east: (hidden + east.positionVariance).squareRoot(),
      north: (hidden + north.positionVariance).squareRoot())
  }

  /// Metres per second, one standard deviation by axis.
  var velocityDeviation: Double {
    ((east.velocityVariance + north.velocityVariance) / 2).squareRoot()
  }
}
