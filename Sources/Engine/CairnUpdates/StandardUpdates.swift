internal import CairnGeodesy
public import CairnTypes

/// Applies the standard service's rules for one client: which accepted fixes it gets, and when it
/// is told that there are none.
///
/// Pass it fixes in the order in which `FixIntake` passes them on, and call `fire` at
/// `nextDeadline`. Ages, filters and timers use only the boot clock. Functions used for every fix are
/// `mutating`, to avoid copies: see `FixIntake`.
public struct StandardUpdates: Sendable {
  /// Output for the client.
  public enum Output: Hashable, Sendable {
    /// One or more fixes, oldest first.
    case locations([Location])
    /// `denied` on start, `locationUnknown` while running.
    case failure(LocationError)
    /// The device stands: until it moves, no fixes come and none are requested.
    case paused
    /// The device has moved: fixes come again.
    case resumed
  }

  /// The client's configuration. A change takes effect at the next fix and the next deadline,
  /// without a gap in delivery, and may create output at once: see `takeDue`.
  public var configuration: LocationConfiguration
  /// The planned interval between positions: silence for that long is no loss.
  public var plannedInterval = Duration.zero
  /// The client's authorization. A denied or restricted client stops at once; the caller then
  /// reports why. A later grant does not restart it.
  public var authorization: Authorization {
    didSet { if authorization.refusal(of: .standard) != nil { stop() } }
  }
  /// Whether the service runs: from `start` until `stop` or a denial.
  public private(set) var isRunning = false
  /// Whether the service is paused until the device moves.
  public internal(set) var isPaused = false
  /// This client's fixes: delivered (`accepted`), and withheld, by reason. Fixes that a filter or
  /// interval holds back are not counted.
  public private(set) var counts = RejectionCounts()

  /// Whether the last fix may have made `nextDeadline` earlier.
  public private(set) var deadlineMayBeNearer = false

  private let reducer = AccuracyReducer()
  /// Fixes held back, oldest first, and since when.
  var batch: [Location] = []
  var batchSince: MonotonicTime?
  var stillness = PauseEvidence()
  var hasMovedWhilePaused = false
  /// Whether fixes alone have shown that the device stands.
  var standsByFixes = false
  /// When a fix was last examined for that.
  var stillnessNotedAt = MonotonicTime(nanoseconds: .min)
  /// The motion sensor's reading; `nil` without one.
  var isMoving: Bool?
  /// The last delivered fix, in the client's accuracy.
  private var delivered = KeptFix()
  /// The latest fix that is good enough for the client, in full accuracy.
  private var current = KeptFix()
  /// Start of the heartbeat period: the last delivery, or the last beat's own deadline.
  private var beat: MonotonicTime?
  /// Start of the time after which the absence of fixes is reported.
  private var silentSince: MonotonicTime?
  /// When the location was last reported unknown.
  private var reported: MonotonicTime?
  /// When the provider reported the loss of its position.
  private var lost: MonotonicTime?
  /// When a client with reduced accuracy was told its present place.
  private var reducedAt: MonotonicTime?

  /// Creates a service that does not run yet.
  public init(configuration: LocationConfiguration, authorization: Authorization) {
    self.configuration = configuration
    self.authorization = authorization
  }

  /// Starts the service; does nothing while running.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - cached: the last known fix, of any age.
  /// - Returns: the known fix, flagged `.cached`, if it is recent enough; a failure if denied.
  public mutating func start(at now: MonotonicTime, cached: Location?) -> [Output] {
    guard !isRunning else { return [] }
    if authorization.refusal(of: .standard) != nil { return [.failure(LocationError(.denied))] }
    isRunning = true
    isPaused = false
    hasMovedWhilePaused = false
    forgetStillness()
    delivered.forget()
    current.forget()
    beat = nil
    reported = nil
    lost = nil
    silentSince = now
    return cached.map { recall($0, at: now) } ?? []
  }

  /// Takes a last known fix that arrives after the start, because it was read late or because the
  /// client was not allowed to have it before.
  ///
  /// - Parameters:
  ///   - cached: the last known fix, of any age.
  ///   - now: the boot clock.
  /// - Returns: that fix, flagged `.cached`, if it is recent enough and the first one.
  public mutating func recall(_ cached: Location, at now: MonotonicTime) -> [Output] {
    var known = cached
    let limit = configuration.maximumCachedAge
    guard isExpectant, !current.isThere, !delivered.isThere, limit > .zero,
      known.age(at: now) <= limit, mayHave(known)
    else { return [] }
    known.source.flags.insert(.cached)
    deliver(&known, at: now)
    return [.locations([known])]
  }

  /// Stops the service; nothing is delivered afterwards. A second call does nothing.
  public mutating func stop() {
    isRunning = false
    isPaused = false
    dropBatch()
    silentSince = nil
    beat = nil
  }

  /// Decides whether to deliver one fix.
  ///
  /// Does not allocate.
  ///
  /// - Parameters:
  ///   - fix: a fix from `FixIntake`; coarsened if it is delivered with reduced accuracy.
  ///   - now: the boot clock.
  /// - Returns: whether to deliver it now; `takeDue` may have more output.
  public mutating func receive(_ fix: inout Location, at now: MonotonicTime) -> Bool {
    guard admits(fix, at: now) else { return false }
    deliver(&fix, at: now)
    guard configuration.maximumDelay > .zero else { return true }
    hold(fix, at: now)
    return false
  }

  /// Decides whether to deliver a position that was not measured but follows from the last fixes.
  ///
  /// It is no sign of a provider that serves: it ends no silence, and a fix made before it may
  /// still be delivered after it.
  ///
  /// - Parameters:
  ///   - fix: the position; coarsened if it is delivered with reduced accuracy.
  ///   - now: the boot clock.
  /// - Returns: whether to deliver it now; `takeDue` may have more output.
  public mutating func continueCourse(to fix: inout Location, at now: MonotonicTime) -> Bool {
    guard isExpectant, current.isThere, let time = delivered.time, fix.time > time, mayHave(fix),
      isDue(fix, isFirst: false, at: now)
    else { return false }
    deliver(&fix, at: now)
    guard configuration.maximumDelay > .zero else { return true }
    hold(fix, at: now)
    return false
  }

  @inline(__always)
  private mutating func admits(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard isRunning, authorization.allows(.standard) else { return false }
    guard !isPaused else {
      noteWhilePaused(fix, at: now)
      return false
    }
    if let newest = current.time ?? delivered.time, fix.time <= newest {
      counts[fix.time == newest ? .duplicate : .outOfOrder] += 1
      return false
    }
    guard mayHave(fix) else {
      counts[.tooInaccurate] += 1
      return false
    }
    let isFirst = !current.isThere
    // A later fix only postpones a deadline, unless the silence before it had changed it.
    deadlineMayBeNearer = isFirst || beat == nil || reported != nil
    current.keep(fix)
    silentSince = now
    reported = nil
    lost = nil
    if mayPause { noteWhileRunning(fix, at: now) }
    return isDue(fix, isFirst: isFirst, at: now)
  }

  /// Processes the passing of time: heartbeat and unknown location.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: the output that is due; empty if woken early.
  public mutating func fire(at now: MonotonicTime) -> [Output] {
    var outputs = takeDue(at: now)
    if let deadline = heartbeatDeadline, now >= deadline, var fix = heartbeatFix(at: now) {
      deliver(&fix, at: now)
      outputs.append(.locations([fix]))
      // Counting from the deadline keeps the rhythm; a very late wake-up starts a new one.
      beat = deadline > now - (configuration.heartbeat ?? .zero) ? deadline : now
    }
    if let deadline = unknownDeadline, now >= deadline {
      outputs.append(.failure(LocationError(.locationUnknown)))
      reported = now
    }
    return outputs
  }

  /// When to call `fire`; `nil` if no output is to come.
  public var nextDeadline: MonotonicTime? {
    earliest(earliest(heartbeatDeadline, unknownDeadline), earliest(batchDeadline, pauseDeadline))
  }

  /// Restarts the measurement of silence.
  ///
  /// - Parameter now: the boot clock.
  public mutating func waitAnew(from now: MonotonicTime) {
    silentSince = now
    reported = nil
    lost = nil
    beat = nil
  }

  /// Notes that the serving provider has lost its position: unless another fix comes, the client is
  /// told within `unknownAfter`, however long its interval.
  public mutating func noteLoss(at now: MonotonicTime) {
    guard isRunning, lost == nil else { return }
    lost = now
  }
}

extension StandardUpdates {
  private mutating func mayHave(_ fix: Location) -> Bool {
    guard authorization.allows(.standard), configuration.requires.isMet(by: fix) else {
      return false
    }
    guard let worst = configuration.worstAcceptableAccuracy else { return true }
    return fix.horizontalAccuracy <= worst
  }

  private mutating func isDue(_ fix: Location, isFirst: Bool, at now: MonotonicTime) -> Bool {
    guard let time = delivered.time else { return true }
    if isReduced, !mayShow(fix, at: now) { return false }
    if let least = configuration.minimumInterval, fix.time - time < least { return false }
    // The cached fix tells little about the present, so the first live one always follows it.
    if isFirst { return true }
    guard let filter = configuration.distanceFilter, filter > 0, let delivered = delivered.value
    else {
      return true
    }
    if let heartbeatDeadline, now >= heartbeatDeadline { return true }
    if isReduced {
      let there = reducer.reduce(fix.coordinate)
      return there != delivered.coordinate && passes(filter, there, from: delivered.coordinate)
    }
    return improves(fix, on: delivered)
      || passes(filter, fix.coordinate, from: delivered.coordinate)
  }

  private mutating func passes(_ filter: Double, _ there: Coordinate, from here: Coordinate) -> Bool
  {
    here.distance(to: there) + Defaults.distanceTolerance >= filter
  }

  private mutating func improves(_ fix: Location, on delivered: Location) -> Bool {
    delivered.horizontalAccuracy > 0
      && fix.horizontalAccuracy * Defaults.improvementFactor <= delivered.horizontalAccuracy
  }

  private var isReduced: Bool {
    authorization.accuracy == .reducedAccuracy
  }

  /// Whether a client with reduced accuracy may get a fix. It gets a new place only a few times an
  /// hour; otherwise the times of changes would reveal where the device is between two places.
  private mutating func mayShow(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard let shown = delivered.value, let reducedAt,
      reducer.reduce(fix.coordinate) != shown.coordinate
    else { return true }
    return now - reducedAt >= Defaults.reducedInterval
  }

  private mutating func deliver(_ fix: inout Location, at now: MonotonicTime) {
    beat = now
    counts.accepted += 1
    if isReduced {
      fix = reducer.reduce(fix)
      if delivered.value?.coordinate != fix.coordinate { reducedAt = now }
    }
    delivered.keep(fix)
  }

  /// Whether fixes are expected.
  private var isExpectant: Bool {
    isRunning && !isPaused && authorization.allows(.standard)
  }

  private var heartbeatDeadline: MonotonicTime? {
    guard isExpectant, let beat, let period = configuration.heartbeat, period > .zero
    else {
      return nil
    }
    return beat + max(period, configuration.minimumInterval ?? .zero)
  }

  /// The latest position: a fix, or where its course has led since.
  private var newest: Location? {
    guard let current = current.value else { return delivered.value }
    guard let time = delivered.time, time > current.time else { return current }
    return delivered.value
  }

  /// The newest position with its own time, flagged if it is not new.
  private mutating func heartbeatFix(at now: MonotonicTime) -> Location? {
    guard var fix = newest, mayHave(fix) else { return nil }
    if isReduced, !mayShow(fix, at: now), let shown = delivered.value { fix = shown }
    let isRepeated = delivered.time.map { fix.time <= $0 } ?? false
    if isRepeated || fix.age(at: now) > Defaults.heartbeatFreshness {
      fix.source.flags.insert(.cached)
    }
    return fix
  }

  /// When to report an unknown location; never for an opportunistic client.
  private var unknownDeadline: MonotonicTime? {
    guard isExpectant, !configuration.isOpportunistic,
      configuration.unknownAfter > .zero,
      let silentSince
    else { return nil }
    if let reported { return reported + max(Defaults.unknownRepeat, configuration.unknownAfter) }
    // A client that asks for a fix every ten minutes has not lost it after thirty seconds.
    let patience =
      !current.isThere
      ? configuration.unknownAfter
      : max(configuration.unknownAfter, max(configuration.interval ?? .zero, plannedInterval) * 2)
    let deadline = silentSince + patience
    guard let lost else { return deadline }
    return min(deadline, lost + min(configuration.unknownAfter, Defaults.unknownRepeat))
  }
}
