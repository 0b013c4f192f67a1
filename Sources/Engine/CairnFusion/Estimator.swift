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
  var steps = PositionSteps()
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
  /// Whether the device is known to be elsewhere than this track says.
  var isPassed = false
  /// Whether only radios have given positions since the track began.
  var isByRadio = false
  /// Metres, 68 %: what the satellite fixes have stated that the position is made of, on the average.
  var stated = 0.0
  /// Metres, 68 %: what a satellite fix has stated that alone has decided the position, for as long as
  /// the fixes after it share its error.
  var decided = 0.0
  /// Metres of way since the track began.
  var way = 0.0
  /// How often in a row a position lay to the same side of a standing device as the one before it, and
  /// how far off the last was, in metres.
  private var contradictions = (count: 0, off: GroundVector.zero)
  /// Metres squared by axis: error that the covariance does not hold, because it looks like motion.
  var hidden = 0.0
  /// Squared Mahalanobis distance of the last position.
  var distance = 0.0
  /// Position reported for a device that stands, metres in the frame.
  var shown: GroundVector?

  var position: GroundVector { GroundVector(east: east.position, north: north.position) }
  var velocity: GroundVector { GroundVector(east: east.velocity, north: north.velocity) }

  /// Takes one observation that is not earlier than the last.
  ///
  /// - Parameters:
  ///   - o: the observation.
  ///   - prior: where the device should be, for fixes after gaps and of other providers.
  ///   - isCertain: whether a radio's fix that is far off that has to be confirmed.
  ///   - isRepeated: whether a radio's fix is the one before once more, like that of the same cell.
  /// - Returns: the outcome.
  mutating func take(
    _ o: Observation, knowing prior: Estimate? = nil, isCertain: Bool = false,
    isRepeated: Bool = false
  ) -> FusionDecision {
    let decision = takePlace(o, prior, isCertain, isRepeated)
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
    steps.shift(by: origin)
    shown = shown.map { $0 - origin }
  }

  private mutating func takePlace(
    _ o: Observation, _ prior: Estimate?, _ isCertain: Bool, _ isRepeated: Bool
  ) -> FusionDecision {
    guard isStarted else { return start(o) }
    if o.kind == .radio, isCoarser(o) { return .coarser }
    let gap = (o.time - used).inSeconds
    if o.kind == .radio || isByRadio || isPassed {
      let cause: FusionDecision.Cause = o.kind == .radio || prior == nil ? .radio : .gap
      return merge(o, prior, isCertain, isRepeated, after: cause)
    }
    if gap > FusionLimits.trackLife, isOutOfReach(o, after: gap) {
      predict(to: o.time)
      return refused.note(frame.vector(to: o.coordinate), o, isStill: false)
        ? start(o, after: .refusals) : .outlier
    }
    predict(to: o.time)
    recentre()
    if gap > FusionLimits.trackLife {
      if leavesTrack(o, after: gap) { return merge(o, prior, isCertain, false, after: .gap) }
      // It stood; in the gap it may have left and come to rest elsewhere.
      let way = FusionLimits.unseenSpeed * (gap - FusionLimits.trackLife)
      east.positionVariance += way * way
      north.positionVariance += way * way
    }
    let decision = takeSatellite(o)
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
    return way > FusionLimits.gate.squareRoot() * (variance.squareRoot() + o.deviation.length)
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
    learn(z, o, n)
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
      let isStill = rest.isStill && o.speed != nil
      return refused.note(z, o, isStill: isStill, isConfirmed: isConfirmed)
        ? start(o, after: .refusals) : .outlier
    }
    refused.forget()
    if isContradicted(o, off, n) {
      east.positionVariance += off.east * off.east
      north.positionVariance += off.north * off.north
      distance = squaredDistance(off, n)
    }
    if o.speed == nil {
      note(rest.note(o, at: z), at: o.time)
    }
    steps.note(z, o, isStill: rest.isStill)
    update(z, n, stated: o.radius, weight: distance)
    let (e2, n2) = (o.deviation.east * o.deviation.east, o.deviation.north * o.deviation.north)
    let target = o.speed != nil || rest.isStill ? 0 : scale.hidden * (e2 + n2) / 2
    hidden += FusionLimits.scaleLearning * (target - hidden)
    used = o.time
    usedSatellite = o.time
    isByRadio = false
    count += 1
    return rest.isStill ? .held : .updated
  }

  /// Whether the track has led somewhere since it began: reflections do not go along.
  private var isConfirmed: Bool { way >= FusionLimits.confirmingWay }

  /// Whether a device that stands where its track began, as Doppler says, is seen elsewhere again and
  /// again. The errors of a start may be far larger than stated, and fade slowly.
  private mutating func isContradicted(
    _ o: Observation, _ off: GroundVector, _ noise: (AxisNoise, AxisNoise)
  ) -> Bool {
    guard rest.isStill, o.speed != nil, !isConfirmed else {
      contradictions.count = 0
      return false
    }
    let last = contradictions.off
    // Errors that are new each time do not lie to one side.
    let isLasting =
      off.east * off.east / noise.0.white + off.north * off.north / noise.1.white
      > FusionLimits.gate
    let isSame =
      distance > FusionLimits.contradiction && isLasting
      && off.east * last.east + off.north * last.north > 0
    contradictions = (isSame ? contradictions.count + 1 : 0, off)
    return contradictions.count >= FusionLimits.contradictions
  }

  /// Learns from a position about the errors, and applies it to past fixes.
  private mutating func learn(
    _ z: GroundVector, _ o: Observation, _ noise: (AxisNoise, AxisNoise)
  ) {
    var share = repeatedShare(noise)
    var step: Double?
    if rest.isStill {
      share *= distance <= FusionLimits.quantile68 ? 0 : FusionLimits.shareAtRest
      // Without Doppler, an error that lasts may be a departure.
      step = (o.speed == nil ? nil : steps.stepAtRest(to: z, at: o.time)).map { step in
        (step.east * step.east / noise.0.white + step.north * step.north / noise.1.white) / 2
      }
    }
    let growth = scale.learn(distance, share: share, step: step)
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
    // The track's own variance holds at least the square of what it has in common with the error.
    let (east, north) = (e.correlated + east.positionBias, n.correlated + north.positionBias)
    let whole = self.east.innovationVariance(e) + self.north.innovationVariance(n)
    return min(1, (east * east + north * north) / whole)
  }

  /// Weights a position by Student's t distribution: a distant one counts less.
  private mutating func update(
    _ z: GroundVector, _ noise: (AxisNoise, AxisNoise), stated radius: Double, weight d: Double
  ) {
    let freedom = FusionLimits.freedom
    let excess = max(0, (freedom + d) / (freedom + 2) - 1)
    var (e, n) = noise
    e.white += excess * e.variance
    n.white += excess * n.variance
    let before = east.positionVariance + north.positionVariance
    east.update(position: z.east, e, movesVelocity: !rest.isStill)
    north.update(position: z.north, n, movesVelocity: !rest.isStill)
    let share = 1 - (east.positionVariance + north.positionVariance) / before
    let kept = decided * cairn_exp(-(time - used).inSeconds / FusionLimits.alikeFor)
    decided = max(kept, share > FusionLimits.deciding ? share * radius : 0)
    self.stated += share * (radius - self.stated)
  }

  /// Handles a change between standing and moving.
  mutating func note(_ hasChanged: Bool, at time: MonotonicTime) {
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

  /// Starts at a fix, and goes to where it and what was known before agree best.
  ///
  /// Fixes at short intervals share an error, and errors do not average out entirely. The way of a
  /// device that moves is foretold worse than its variance says.
  private mutating func merge(
    _ o: Observation, _ prior: Estimate?, _ isCertain: Bool, _ isRepeated: Bool,
    after cause: FusionDecision.Cause
  ) -> FusionDecision {
    let (radius, time, gap) = (o.radius, o.time.inSeconds, (o.time - used).inSeconds)
    guard let prior, let place = prior.coordinate(at: time), let expected = prior.radius(at: time)
    else { return start(o, after: cause) }
    let off = LocalFrame(origin: o.coordinate).vector(to: place)
    let isFar = off.length > 3 * cairn_hypot(radius, expected)
    if o.kind == .radio, isCertain, off.length >= 3 * (radius + expected) { return .outlier }
    let decision = start(o, after: cause)
    if isRepeated, expected <= radius {
      // It says again what is in the estimate already.
      settle(at: off, radius: expected)
      return decision
    }
    // A coarser place than the new one, which the device has left, adds nothing.
    if isFar || o.kind == .radio && !isCertain && expected >= radius { return decision }
    let alike = max(1, FusionLimits.alikeFor / max(1, gap))
    let caution = prior.stands ? 1 : FusionLimits.courseCaution
    let variance = caution * expected * expected
    let share = variance / (variance + radius * radius * alike)
    let known = caution.squareRoot() * expected
    settle(
      at: off * (1 - share),
      radius: max(
        known * (1 - share).squareRoot(), min(known, FusionLimits.mergedRadius * radius)))
    stated = min(radius, expected / FusionLimits.restFloor)
    return decision
  }
}
