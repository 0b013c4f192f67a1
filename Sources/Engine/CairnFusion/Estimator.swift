internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// One track: position and velocity by axis, in the order of measurement time.
///
/// A value without references, so that a copy is a checkpoint.
struct Estimator {
  var isStarted = false
  var frame = LocalFrame(origin: Coordinate(latitude: 0, longitude: 0))
  var time = MonotonicTime(nanoseconds: .min)
  var east = AxisFilter(position: 0, noise: .unit, velocity: 0, velocityVariance: 1)
  var north = AxisFilter(position: 0, noise: .unit, velocity: 0, velocityVariance: 1)
  var height = HeightFilter()
  var trend = Trend()
  var rest = RestDetector()
  var scale = AccuracyScale()
  /// Metres per second that the device cannot exceed.
  var highestSpeed = FusionLimits.highestSpeed
  /// Positions in a row that the gate has refused.
  var refused = Refused()
  var speeds = SpeedGate()
  /// Velocities in a row that the gate has refused.
  var velocitiesRefused = 0
  /// When Doppler was last used.
  var measuredVelocity = MonotonicTime(nanoseconds: .min)
  /// Positions used since the start.
  var count = 0
  /// Times of the last position used, and of the last one from satellites.
  var used = MonotonicTime(nanoseconds: .min)
  var usedSatellite = MonotonicTime(nanoseconds: .min)
  /// When the last satellite fix arrived, used or refused, or when the track began.
  var seen = MonotonicTime(nanoseconds: .min)
  /// Whether there was no track before this one from which a velocity could be known.
  var isFirst = true
  /// Whether only radios have given positions since the track began.
  var isByRadio = false
  /// Metres squared by axis: error that the covariance does not hold, because it looks like motion.
  var hidden = 0.0
  /// Squared Mahalanobis distance of the last position.
  var distance = 0.0
  /// Position reported for a device that stands, metres in the frame.
  var shown: GroundVector?

  var position: GroundVector { GroundVector(east: east.position, north: north.position) }
  var velocity: GroundVector { GroundVector(east: east.velocity, north: north.velocity) }

  /// Takes one observation that is not earlier than the last.
  mutating func take(_ o: Observation) -> FusionDecision {
    let decision = takePlace(o)
    switch decision {
    case .started, .updated, .held:
      show()
      if let height = o.height { self.height.take(height, at: o.time) }
    default: break
    }
    return decision
  }

  /// Decides at which position the device is reported.
  private mutating func show() {
    guard rest.isStill else { return shown = nil }
    let band = FusionLimits.deadBand * min(1, radius / FusionLimits.deadBandRadius) * radius
    if let shown, (shown - position).length < band { return }
    shown = position
  }

  /// Moves the origin of the frame.
  mutating func shift(by origin: GroundVector) {
    rest.shift(by: origin)
    refused.shift(by: origin)
    shown = shown.map { $0 - origin }
  }

  private mutating func takePlace(_ o: Observation) -> FusionDecision {
    guard isStarted else { return start(o) }
    if o.kind == .radio, isCoarser(o) { return .coarser }
    let gap = (o.time - used).inSeconds
    if gap > FusionLimits.trackLife, isOutOfReach(o, after: gap) {
      predict(to: o.time)
      return refused.note(frame.vector(to: o.coordinate), o, isStill: false)
        ? start(o, after: .refusals) : .outlier
    }
    predict(to: o.time)
    recentre()
    if gap > FusionLimits.trackLife {
      if leavesTrack(o, after: gap) { return start(o, after: .gap) }
      // It stood; in the gap it may have left and come to rest elsewhere.
      let way = FusionLimits.unseenSpeed * (gap - FusionLimits.trackLife)
      east.positionVariance += way * way
      north.positionVariance += way * way
    }
    let decision = o.kind == .radio ? takeRadio(o) : takeSatellite(o)
    guard east.isPositiveDefinite, north.isPositiveDefinite else {
      return start(o, after: .repair)
    }
    return decision
  }

  /// Whether a fix after a gap arrives so late that the track is no longer of use.
  private func leavesTrack(_ o: Observation, after gap: Double) -> Bool {
    guard rest.isStill, gap <= FusionLimits.restLife else { return true }
    if let speed = o.speed, speed > FusionLimits.moving { return true }
    // A single fix that lies elsewhere does not show whether it is wrong or the device has left.
    let way = (frame.vector(to: o.coordinate) - position).length
    let reach = FusionLimits.unseenSpeed * (gap - FusionLimits.trackLife)
    let variance = (east.positionVariance + north.positionVariance) / 2 + reach * reach
    let doubt = o.deviation.length * (o.kind == .radio ? FusionLimits.radioCaution : 1)
    return way > FusionLimits.gate.squareRoot() * (variance.squareRoot() + doubt)
  }

  /// Whether the device cannot have moved so far within the gap; further fixes must then confirm
  /// this one.
  private func isOutOfReach(_ o: Observation, after gap: Double) -> Bool {
    (frame.vector(to: o.coordinate) - position).length
      > highestSpeed * gap + 3 * (o.deviation.length + radius)
  }

  // MARK: Satellites

  private mutating func takeSatellite(_ o: Observation) -> FusionDecision {
    defer { seen = o.time }
    let z = frame.vector(to: o.coordinate)
    let speed = speeds.isPlausible(o) ? o.speed : nil
    if let speed { takeVelocity(o, speed) }
    let n = noise(of: o)
    let off = z - position
    distance = squaredDistance(off, n)
    follow(scale.learn(distance, share: repeatedShare(n)))
    if distance > FusionLimits.changedError {
      // More than can be new in one fix: the error that repeats itself has changed.
      let kept = FusionLimits.changedError / distance
      east.loosenBias(kept)
      north.loosenBias(kept)
      distance = squaredDistance(off, n)
    }
    // The gate is never narrower than the stated accuracy: errors have heavy tails.
    let floor = FusionLimits.gateFloor * FusionLimits.gateFloor
    let (e, m) = (o.deviation.east, o.deviation.north)
    let gated = min(
      distance,
      off.east * off.east / (east.positionVariance + e * e + floor)
        + off.north * off.north / (north.positionVariance + m * m + floor))
    guard gated <= FusionLimits.gate else {
      if count == 0 { return start(o, after: .first) }
      return refused.note(z, o, isStill: rest.isStill && o.speed != nil)
        ? start(o, after: .refusals) : .outlier
    }
    refused.forget()
    if o.speed == nil {
      note(rest.note(o, at: z), at: o.time)
    }
    update(z, n, weight: distance)
    let (e2, n2) = (o.deviation.east * o.deviation.east, o.deviation.north * o.deviation.north)
    let target = o.speed != nil || rest.isStill ? 0 : scale.hidden * (e2 + n2) / 2
    hidden += FusionLimits.scaleLearning * (target - hidden)
    used = o.time
    usedSatellite = o.time
    isByRadio = false
    count += 1
    return rest.isStill ? .held : .updated
  }

  /// Applies to past fixes what this one has shown about the errors.
  private mutating func follow(_ growth: (repeated: Double, white: Double)) {
    east.scaleBias(growth.repeated)
    north.scaleBias(growth.repeated)
    guard rest.isStill else { return }
    east.scaleWhite(growth.white)
    north.scaleWhite(growth.white)
  }

  private func squaredDistance(_ off: GroundVector, _ noise: (AxisNoise, AxisNoise)) -> Double {
    off.east * off.east / east.innovationVariance(noise.0)
      + off.north * off.north / north.innovationVariance(noise.1)
  }

  /// Returns the error of an observation along both axes.
  func noise(of o: Observation) -> (AxisNoise, AxisNoise) {
    (scale.noise(o.deviation.east), scale.noise(o.deviation.north))
  }

  /// The part of the innovation's variance that comes from errors which repeat themselves, 0...1.
  private func repeatedShare(_ noise: (AxisNoise, AxisNoise)) -> Double {
    let (e, n) = noise
    let fresh =
      e.correlated * (e.correlated + 2 * east.positionBias)
      + n.correlated * (n.correlated + 2 * north.positionBias)
    let whole = east.innovationVariance(e) + north.innovationVariance(n)
    return max(0, min(1, fresh / whole))
  }

  /// Weights a position by Student's t distribution: a distant one counts less.
  private mutating func update(_ z: GroundVector, _ noise: (AxisNoise, AxisNoise), weight d: Double)
  {
    let freedom = FusionLimits.freedom
    let excess = max(0, (freedom + d) / (freedom + 2) - 1)
    var (e, n) = noise
    e.white += excess * e.variance
    n.white += excess * n.variance
    east.update(position: z.east, e, movesVelocity: !rest.isStill)
    north.update(position: z.north, n, movesVelocity: !rest.isStill)
  }

  private mutating func takeVelocity(_ o: Observation, _ speed: Double) {
    note(rest.note(speed: speed, o), at: o.time)
    guard !rest.isStill else {
      // A device that creeps still moves.
      let way = max(0, speed - FusionLimits.quiet) * FusionLimits.creepTime
      east.positionVariance += way * way
      north.positionVariance += way * way
      return
    }
    guard let v = o.velocity else { return }
    let deviation = o.velocityDeviation * FusionLimits.velocityCaution
    let r = deviation * deviation
    let off = v - velocity
    // After a gap, a manoeuvre may be larger than the filter's accelerations suggest.
    let gap = max(0, (o.time - measuredVelocity).inSeconds - 1) * FusionLimits.usualManoeuvre
    let allowed = r + gap * gap
    let d =
      off.east * off.east / (east.velocityVariance + allowed) + off.north * off.north
      / (north.velocityVariance + allowed)
    if d > FusionLimits.gate {
      velocitiesRefused += 1
      guard velocitiesRefused > 2 else { return }
      east.velocityVariance += off.east * off.east
      north.velocityVariance += off.north * off.north
    }
    velocitiesRefused = 0
    measuredVelocity = o.time
    east.update(velocity: v.east, variance: r)
    north.update(velocity: v.north, variance: r)
    trend.note(v, at: o.time)
  }

  /// Handles a change between standing and moving.
  private mutating func note(_ hasChanged: Bool, at time: MonotonicTime) {
    guard hasChanged else { return }
    trend.forget()
    // If fixes are rare, the device may have stopped or left soon after the last one.
    let unseen = max(FusionLimits.creepTime, (time - seen).inSeconds)
    guard !rest.isStill else {
      // Between two fixes it has covered part of the distance that its earlier velocity would have
      // taken it.
      let way = velocity * unseen
      east.stop()
      north.stop()
      east.positionVariance += way.east * way.east / 4
      north.positionVariance += way.north * way.north / 4
      return
    }
    let deviation = min(rest.motionDeviation ?? .infinity, FusionLimits.unknownVelocity)
    let v = deviation * deviation
    east.velocityVariance = v
    north.velocityVariance = v
    if let motion = rest.motion {
      east.velocity = motion.east
      north.velocity = motion.north
      let way = motion * unseen
      east.positionVariance += way.east * way.east
      north.positionVariance += way.north * way.north
    }
    if let departure = rest.departure {
      // The device left before the fixes showed it, so the average has lagged behind.
      let way = departure - position
      east.positionVariance += way.east * way.east
      north.positionVariance += way.north * way.north
    }
  }

  // MARK: Radios

  /// Whether satellites have given a better position recently.
  private func isCoarser(_ o: Observation) -> Bool {
    guard usedSatellite.nanoseconds != .min,
      (o.time - usedSatellite).inSeconds <= FusionLimits.coasting
    else { return false }
    var ahead = self
    ahead.predict(to: o.time)
    let own = (ahead.east.positionVariance + ahead.north.positionVariance).squareRoot()
    return own <= o.deviation.length * FusionLimits.radioCaution
  }

  /// Takes a radio's fix. Its error stays the same while the radio hears the same transmitters, so
  /// a second fix adds nothing: the better of fix and track is used.
  private mutating func takeRadio(_ o: Observation) -> FusionDecision {
    if isByRadio { return start(o, after: .radio) }
    let deviation = o.deviation * FusionLimits.radioCaution
    let z = frame.vector(to: o.coordinate)
    let n = (
      AxisNoise(correlated: 0, white: deviation.east * deviation.east),
      AxisNoise(correlated: 0, white: deviation.north * deviation.north)
    )
    distance = squaredDistance(z - position, n)
    guard distance <= FusionLimits.gate else {
      return refused.note(z, o, isStill: false) ? start(o, after: .refusals) : .outlier
    }
    refused.forget()
    if east.positionVariance + north.positionVariance > n.0.white + n.1.white {
      return start(o, after: .radio)
    }
    east.update(position: z.east, n.0, movesVelocity: !rest.isStill)
    north.update(position: z.north, n.1, movesVelocity: !rest.isStill)
    used = o.time
    return .updated
  }
}
