internal import CCairnMath
internal import CairnGeodesy
public import CairnTypes

/// Combines the fixes of all providers into one trustworthy position.
///
/// Fixes are taken in the order in which they arrive, and used in the order in which they were
/// measured. Nothing is allocated; time is an argument. Owned by whoever delivers positions.
public struct FusionEngine: Sendable {
  private var estimator = Estimator()
  private var history = History()
  /// All times within are on this clock.
  private var clock = MeasurementClock()
  /// The last fix used, as a template for extrapolated positions, and its time.
  private var pattern: (fix: Location, time: MonotonicTime)?
  /// The time of the last position returned.
  private var given: MonotonicTime?
  /// Whether the provider of the last fix used is gone.
  private var hasLostProvider = false
  /// Heights by barometer, if there is one.
  private var pressure = PressureTrack()
  /// Movement since the last fix by odometer and gyroscope, if there are any.
  private var odometry = OdometryTrack()
  /// The last of several late fixes in a row, and their number.
  private var late = (time: MonotonicTime(nanoseconds: .min), count: 0)

  /// Metres per second that the device cannot exceed, at least 1. A fix farther away must be
  /// confirmed by others, however long the gap before it.
  public var highestSpeed: Double {
    get { estimator.highestSpeed }
    set { estimator.highestSpeed = newValue >= 1 ? newValue : 1 }
  }

  /// The reading of a motion sensor, such as an accelerometer; `nil` without one. With Doppler and the
  /// scatter of positions, it is one of the three detectors of rest.
  public var sensesMotion: Bool? {
    get { estimator.rest.sensesMotion }
    set { estimator.rest.sensesMotion = newValue }
  }

  /// What happens between fixes and across providers.
  private var roaming = Roaming()

  /// Where the device is, as delivery and scheduler know it.
  package var estimate: Estimate { roaming.estimate }

  /// Takes the word of a motion sensor, or of the application.
  ///
  /// - Parameters:
  ///   - isMoving: `nil` where nothing tells, so that the fixes have to.
  ///   - start: when the motion or the rest began.
  ///   - now: the boot clock.
  package mutating func turn(isMoving: Bool?, since start: MonotonicTime, at now: MonotonicTime) {
    sensesMotion = isMoving
    roaming.watchesRest = isMoving == nil
    guard isMoving == false else { return roaming.move(since: start.inSeconds) }
    if roaming.rest(since: start.inSeconds, now: now.inSeconds) { estimator.isPassed = true }
  }

  /// Expects a device that is used at that speed, in metres per second.
  package mutating func expect(speed: Double) { roaming.expect(pace: max(0.5, speed)) }

  /// Notes that a provider would now give another position, like a modem with a new cell.
  package mutating func takeCue(_ provider: ProviderID, at now: MonotonicTime) {
    roaming.takeCue(provider, at: now.inSeconds)
  }

  /// Notes that a provider will not report that any more.
  package mutating func endCues(of provider: ProviderID, at now: MonotonicTime) {
    roaming.endCues(of: provider, at: now.inSeconds)
  }

  /// Returns the `.estimated` position at a time long after the last fix; `nil` if none is known.
  package mutating func continued(at now: MonotonicTime) -> Location? {
    let (time, estimate) = (now.inSeconds, roaming.estimate)
    guard let pattern, let coordinate = estimate.coordinate(at: time),
      let radius = estimate.radius(at: time)
    else { return nil }
    var position = Location(
      coordinate: coordinate, horizontalAccuracy: radius, time: now,
      source: pattern.fix.source.asEstimate)
    position.timestamp = pattern.fix.timestamp.map { $0 + (now - pattern.fix.time) }
    if let velocity = estimate.velocity(at: time), velocity.length > 0 {
      (position.speed, position.course) = (velocity.length, velocity.direction)
    }
    return position
  }

  /// Creates an engine that knows nothing.
  public init() {}

  /// Takes one fix.
  ///
  /// - Parameters:
  ///   - fix: as the provider sent it; becomes the position to deliver if the decision gives one,
  ///     which is an `.estimated` one if it is not measured.
  ///   - now: the boot clock.
  /// - Returns: the outcome of the fix.
  public mutating func take(_ fix: inout Location, at now: MonotonicTime) -> FusionDecision {
    guard fix.time <= now + FusionLimits.futureTolerance else { return .inFuture }
    guard var o = Observation(fix) else { return .unusable }
    o.time = clock.time(of: fix)
    if history.contains(o) { return .duplicate }
    if let newest = history.newest, o.time < newest { return insert(o, newest, &fix) }
    late.count = 0
    return append(o, &fix)
  }

  /// Takes a barometer's reading. Positions with a height then follow it, at the offset that
  /// satellite heights show. Without readings nothing changes.
  ///
  /// - Parameters:
  ///   - height: metres in the standard atmosphere.
  ///   - time: when it was measured; later than the last.
  public mutating func take(pressureHeight height: Double, at time: MonotonicTime) {
    pressure.take(pressureHeight: height, at: time)
  }

  /// Takes a reading of a vehicle's odometer and gyroscope. Without fixes, positions follow the
  /// readings while their uncertainty is below 150 m; with fixes, nothing changes.
  ///
  /// - Parameters:
  ///   - reading: an impossible one is ignored.
  ///   - time: when it was measured; later than the last.
  public mutating func take(_ reading: Odometry, at time: MonotonicTime) {
    odometry.take(reading, at: time + clock.lead)
  }

  /// Notes that a provider is gone. If it gave the last fix, only an odometer continues its course
  /// from now on, and the fixes of radios need not be better.
  public mutating func noteLoss(of provider: ProviderID) {
    guard pattern?.fix.source.provider == provider else { return }
    hasLostProvider = true
    estimator.usedSatellite = MonotonicTime(nanoseconds: .min)
  }

  private mutating func append(_ o: Observation, _ fix: inout Location) -> FusionDecision {
    history.append(o, after: estimator)
    let decision = estimator.take(
      o, knowing: roaming.estimate, isCertain: roaming.isCertain(for: o),
      isRepeated: o.kind == .radio && pattern?.fix.source.provider == o.provider
        && pattern?.fix.coordinate == o.coordinate)
    switch decision {
    case .started, .updated, .held:
      if !(fix.horizontalAccuracy > 0) { fix.source.flags.insert(.accuracyEstimated) }
      pattern = (fix, o.time)
      hasLostProvider = false
      odometry.begin(at: o.time, estimator, doppler: o.speed)
      if let height = o.height { pressure.take(height, at: fix.time) }
    case .outlier where o.kind == .radio:
      roaming.doubt(at: o.time)
      return .lost
    case .outlier:
      let way = odometry.estimate(at: o.time)
      guard way != nil || mayCoast(to: o.time),
        var position = Self.extrapolated(at: o.time, pattern, lead: clock.lead)
      else { return .lost }
      position.time = fix.time
      fix = position
      describe(estimator, in: &fix)
      if let way { Self.move(&fix, by: way) }
      given = o.time
      return decision
    default: return decision
    }
    describe(estimator, in: &fix)
    roaming.follow(o, to: fix, estimator)
    given = o.time
    return decision
  }

  /// Inserts a late fix at its place in time.
  private mutating func insert(
    _ o: Observation, _ newest: MonotonicTime, _ fix: inout Location
  ) -> FusionDecision {
    let sensed = sensesMotion
    if newest - o.time <= FusionLimits.history, let track = history.insert(o) {
      estimator = track
      sensesMotion = sensed
      return .inserted
    }
    late.count = o.time > late.time ? late.count + 1 : 1
    late.time = o.time
    guard late.count >= FusionLimits.lateRun else { return .tooLate }
    // The clock of the newest fix was wrong, not the clocks of all these late ones.
    let (limit, pressure, odometry, roaming) = (highestSpeed, pressure, odometry, roaming)
    self = FusionEngine()
    self.roaming = roaming
    (highestSpeed, sensesMotion, self.pressure) = (limit, sensed, pressure)
    self.odometry = odometry
    _ = append(o, &fix)
    return .started(.clock)
  }

  /// The time of the next extrapolated position, due once `coastingDelay` has passed since then
  /// without a fix.
  ///
  /// `nil` while the device stands (a motion sensor alone suffices), is lost, has been seen only
  /// once without Doppler or odometer, or has lost its provider without an odometer.
  public var nextExtrapolation: MonotonicTime? {
    mutating get { nextDue.map { $0 - clock.lead } }
  }

  // Mutating, like `FixIntake.diagnostics`: a getter that only reads would be called on a copy of
  // the engine.
  private var nextDue: MonotonicTime? {
    mutating get {
      let isGoing =
        !estimator.rest.isStill && sensesMotion != false
        && (estimator.count > 0 || pattern?.fix.speed != nil)
      guard let given, isGoing || odometry.hasMoved else { return nil }
      // A refused fix may be accepted after a late one was inserted before it.
      let next = max(given, estimator.used) + FusionLimits.coastingPeriod
      return isGoing && mayCoast(to: next) || odometry.estimate(at: next) != nil ? next : nil
    }
  }

  /// Whether the filter alone may continue the course so far. Mutating, like `nextDue`.
  private mutating func mayCoast(to time: MonotonicTime) -> Bool {
    !hasLostProvider && (time - estimator.used).inSeconds <= FusionLimits.coasting
  }

  /// Late fixes in a row, each later than the one before, that show a wrong clock in the past.
  public static var lateRun: Int { FusionLimits.lateRun }

  /// How long after the time of an extrapolated position the engine waits for a fix.
  public static var coastingDelay: Duration { FusionLimits.lateness }

  /// Time between two extrapolated positions.
  package static var coastingPeriod: Duration { FusionLimits.coastingPeriod }

  /// Returns the `.estimated` position at `nextExtrapolation`; `nil` if there is none.
  public mutating func extrapolate() -> Location? {
    guard let time = nextDue,
      var position = Self.extrapolated(at: time, pattern, lead: clock.lead)
    else { return nil }
    var track = estimator
    track.predict(to: time)
    describe(track, in: &position)
    if let way = odometry.estimate(at: time) { Self.move(&position, by: way) }
    given = time
    return position
  }

  /// Moves a position to where the odometer and gyroscope have led since the last fix.
  private static func move(_ position: inout Location, by way: OdometryTrack.Estimate) {
    let deviation = way.radius / FusionLimits.radius68
    position.coordinate = way.coordinate
    position.horizontalAccuracy = way.radius
    position.errorEllipse = ErrorEllipse(east: deviation, north: deviation)
    (position.speed, position.course) = (way.speed, way.course)
    (position.speedAccuracy, position.courseAccuracy) = (way.speedDeviation, nil)
  }

  // Static, like `describeHeight`: a method that only reads would be called on a copy of the
  // engine.
  private static func extrapolated(
    at time: MonotonicTime, _ pattern: (fix: Location, time: MonotonicTime)?, lead: Duration
  ) -> Location? {
    guard let pattern else { return nil }
    var position = pattern.fix
    position.timestamp = position.timestamp.map { $0 + (time - pattern.time) }
    position.time = time - lead
    position.source = position.source.asEstimate
    return position
  }

  /// State of the filter after the last fix.
  public var diagnostics: FusionDiagnostics { FusionDiagnostics(estimator) }

  private mutating func describe(_ track: Estimator, in fix: inout Location) {
    Self.describeHeight(track, pressure, in: &fix)
    fix.coordinate = track.frame.place(at: track.position)
    fix.horizontalAccuracy = track.radius
    fix.errorEllipse = track.ellipse
    // One or two positions do not show a speed.
    let hasSpeed =
      fix.speed != nil || !track.isFirst || track.count >= FusionLimits.leastForSpeed
    guard track.rest.isStill else {
      guard hasSpeed else { return Self.forgetMotion(of: &fix) }
      let speed = track.velocity.length
      fix.speed = speed
      fix.speedAccuracy = track.velocityDeviation
      fix.courseAccuracy = nil
      fix.course = speed < FusionLimits.courseSpeed ? nil : track.velocity.direction
      return
    }
    Self.forgetMotion(of: &fix)
    if hasSpeed { fix.speed = 0 }
    guard let shown = track.shown else { return }
    fix.coordinate = track.frame.place(at: shown)
    // The circle is centred on the reported position, and reaches to where the device may have
    // gone.
    let off = ((track.rest.doubt ?? track.position) - shown).length
    fix.horizontalAccuracy = cairn_hypot(fix.horizontalAccuracy, off)
  }

  private static func describeHeight(
    _ track: Estimator, _ pressure: PressureTrack, in fix: inout Location
  ) {
    guard let known = fix.ellipsoidalAltitude ?? fix.altitude,
      (fix.ellipsoidalAltitude != nil) == track.height.isEllipsoidal,
      let axis = track.height.predicted(to: track.time)
    else { return }
    let joined = pressure.height(at: fix.time, isEllipsoidal: track.height.isEllipsoidal)
    let change = (joined?.height ?? axis.position) - known
    fix.altitude = fix.altitude.map { $0 + change }
    fix.ellipsoidalAltitude = fix.ellipsoidalAltitude.map { $0 + change }
    fix.verticalAccuracy = joined?.deviation ?? axis.positionVariance.squareRoot()
    if fix.verticalSpeed != nil { fix.verticalSpeed = axis.velocity }
  }

  private static func forgetMotion(of fix: inout Location) {
    fix.speed = nil
    fix.speedAccuracy = nil
    fix.course = nil
    fix.courseAccuracy = nil
  }
}
