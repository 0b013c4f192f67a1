internal import CairnGeodesy
public import CairnTypes

/// The standard service's rules for one client: which of the accepted fixes it gets, and when it
/// hears that there are none.
///
/// Feed it fixes in the order `FixIntake` passes them and wake it at `nextDeadline`. Ages, filters
/// and timers use the boot clock alone. What is asked for every fix may change it, so that it is asked
/// where it lies: see `FixIntake`.
public struct StandardUpdates: Sendable {
  /// Something for the client.
  public enum Output: Hashable, Sendable {
    /// Never empty, oldest first.
    case locations([Location])
    /// `denied` on start, `locationUnknown` while running.
    case failure(LocationError)
    /// The device stands: nothing comes, and nothing is asked for, until it moves.
    case paused
    /// It has moved: fixes come again.
    case resumed
  }

  /// Takes effect at the next fix and the next deadline, without a gap in delivery. A change may make
  /// something due at once: see `takeDue`.
  public var configuration: LocationConfiguration
  /// How often a position is planned to come: silence until then is none.
  public var plannedInterval = Duration.zero
  /// A denied or restricted client stops at once; the caller then tells it why. Granting again does
  /// not start by itself.
  public var authorization: Authorization {
    didSet { if authorization.isRefusal { stop() } }
  }
  /// Between `start` and `stop` or a refusal.
  public private(set) var isRunning = false
  /// Whether the device stands and the service waits until it moves.
  public internal(set) var isPaused = false
  /// What became of this client's fixes: delivered (`accepted`) and withheld for good reason. Fixes
  /// that a filter or interval leaves out are not counted.
  public private(set) var counts = RejectionCounts()

  /// Whether the last fix may have brought `nextDeadline` nearer.
  public private(set) var deadlineMayBeNearer = false

  private let reducer = AccuracyReducer()
  /// What is held back, oldest first, and since when.
  var batch: [Location] = []
  var batchSince: MonotonicTime?
  var stillness = Stillness()
  var hasMovedWhilePaused = false
  /// Whether fixes alone have shown that the device stands.
  var standsByFixes = false
  /// When a fix was last looked at for that.
  var stillnessNotedAt = MonotonicTime(nanoseconds: .min)
  /// Whether a sensor says that the device moves; `nil` without one.
  var isMoving: Bool?
  /// As the client got it.
  private var delivered = KeptFix()
  /// The latest fix good enough for the client, in full accuracy.
  private var current = KeptFix()
  /// A heartbeat counts from here: the last delivery, or the last beat's own deadline.
  private var beat: MonotonicTime?
  /// No fix is unusual when this much later there still is none.
  private var silentSince: MonotonicTime?
  /// When the location was last reported unknown.
  private var reported: MonotonicTime?
  /// When the provider said that it had lost the position.
  private var lost: MonotonicTime?
  /// When a client with reduced accuracy was told of its present place.
  private var reducedAt: MonotonicTime?

  /// Not running.
  public init(configuration: LocationConfiguration, authorization: Authorization) {
    self.configuration = configuration
    self.authorization = authorization
  }

  /// Begins; nothing happens when already running.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - cached: the last known fix, of any age.
  /// - Returns: the known fix, flagged `.cached`, if it is young enough; or that the client may not.
  public mutating func start(at now: MonotonicTime, cached: Location?) -> [Output] {
    guard !isRunning else { return [] }
    if authorization.isRefusal { return [.failure(LocationError(.denied))] }
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
    let limit = configuration.maximumCachedAge
    guard var known = cached, limit > .zero, known.age(at: now) <= limit, mayHave(known)
    else { return [] }
    known.source.flags.insert(.cached)
    deliver(&known, at: now)
    return [.locations([known])]
  }

  /// Ends; nothing is delivered afterwards. A second call does nothing.
  public mutating func stop() {
    isRunning = false
    isPaused = false
    dropBatch()
    silentSince = nil
    beat = nil
  }

  /// Decides on one fix.
  ///
  /// Allocates nothing.
  ///
  /// - Parameters:
  ///   - fix: from `FixIntake`; coarsened where it is delivered to a client that may have no better.
  ///   - now: the boot clock.
  /// - Returns: whether to deliver it now; `takeDue` may have more to say.
  public mutating func receive(_ fix: inout Location, at now: MonotonicTime) -> Bool {
    guard admits(fix, at: now) else { return false }
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
    // A later fix only moves a deadline away, unless the silence before it had moved it.
    deadlineMayBeNearer = isFirst || beat == nil || reported != nil
    current.keep(fix)
    silentSince = now
    reported = nil
    lost = nil
    if mayPause { noteWhileRunning(fix, at: now) }
    return isDue(fix, isFirst: isFirst, at: now)
  }

  /// Looks at the time: heartbeat and unknown location.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: what has become due; empty when woken early.
  public mutating func fire(at now: MonotonicTime) -> [Output] {
    var outputs = takeDue(at: now)
    if let deadline = heartbeatDeadline, now >= deadline, var fix = heartbeatFix(at: now) {
      deliver(&fix, at: now)
      outputs.append(.locations([fix]))
      // Counting from the deadline keeps the rhythm; a wake-up far too late begins a new one.
      beat = deadline > now - (configuration.heartbeat ?? .zero) ? deadline : now
    }
    if let deadline = unknownDeadline, now >= deadline {
      outputs.append(.failure(LocationError(.locationUnknown)))
      reported = now
    }
    return outputs
  }

  /// When to call `fire`; `nil` while nothing is to come.
  public var nextDeadline: MonotonicTime? {
    mutating get {
      earliest(earliest(heartbeatDeadline, unknownDeadline), earliest(batchDeadline, pauseDeadline))
    }
  }

  /// Silence counts from now on.
  ///
  /// - Parameter now: the boot clock.
  public mutating func waitAnew(from now: MonotonicTime) {
    silentSince = now
    reported = nil
    lost = nil
    beat = nil
  }

  /// The serving provider has lost its position: if no other fix comes, the client hears of it
  /// within `unknownAfter`, however long its interval.
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
    // The cached fix says little about now: the first live one follows it in any case.
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
    mutating get { authorization.accuracy == .reducedAccuracy }
  }

  /// Whether a client with reduced accuracy may be told of a fix: of another place a few times an hour only,
  /// or where the device is between them would follow from when they change.
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

  /// Whether fixes are to come.
  private var isExpectant: Bool {
    mutating get { isRunning && !isPaused && authorization.allows(.standard) }
  }

  private var heartbeatDeadline: MonotonicTime? {
    mutating get {
      guard isExpectant, let beat, let period = configuration.heartbeat, period > .zero
      else {
        return nil
      }
      return beat + max(period, configuration.minimumInterval ?? .zero)
    }
  }

  /// The current fix with its own time, flagged when it is not news.
  private mutating func heartbeatFix(at now: MonotonicTime) -> Location? {
    guard var fix = current.value ?? delivered.value, mayHave(fix) else { return nil }
    if isReduced, !mayShow(fix, at: now), let shown = delivered.value { fix = shown }
    let isRepeated = delivered.time.map { fix.time <= $0 } ?? false
    if isRepeated || fix.age(at: now) > Defaults.heartbeatFreshness {
      fix.source.flags.insert(.cached)
    }
    return fix
  }

  /// An opportunistic client asked for nothing, so silence is no news to it.
  private var unknownDeadline: MonotonicTime? {
    mutating get {
      guard isExpectant, !configuration.isOpportunistic,
        configuration.unknownAfter > .zero,
        let silentSince
      else { return nil }
      if let reported { return reported + max(Defaults.unknownRepeat, configuration.unknownAfter) }
      // Who asked for a fix every ten minutes has not lost it after thirty seconds.
      let patience =
        !current.isThere
        ? configuration.unknownAfter
        : max(configuration.unknownAfter, max(configuration.interval ?? .zero, plannedInterval) * 2)
      let deadline = silentSince + patience
      guard let lost else { return deadline }
      return min(deadline, lost + min(configuration.unknownAfter, Defaults.unknownRepeat))
    }
  }
}

extension Authorization {
  /// Decided against the client, as opposed to not decided yet.
  fileprivate var isRefusal: Bool { status != .notDetermined && refusal(of: .standard) != nil }
}
