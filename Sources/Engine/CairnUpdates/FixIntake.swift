public import CairnFusion
public import CairnTypes

/// Validates and repairs the fixes of all providers, and combines them into one track, before any
/// client sees a position.
///
/// Each fix gives a position or is counted under one reason. All functions are `mutating`: the
/// compiler calls those in place, but others on a copy.
public struct FixIntake: Sendable {
  /// Properties of a fix's provider that the intake needs.
  public struct ProviderTraits: Hashable, Sendable {
    /// Metres: replaces an accuracy of zero, which some receivers send.
    public var accuracyFloor: Double
    /// Metres at an HDOP of one, used to estimate a missing accuracy; `nil` if unknown, in which
    /// case such fixes are rejected.
    public var typicalAccuracy: Double?
    /// Metres per second below which the provider's course is noise.
    public var validCourseSpeed: Double

    /// See the properties.
    public init(
      accuracyFloor: Double, typicalAccuracy: Double? = nil,
      validCourseSpeed: Double = Defaults.validCourseSpeed
    ) {
      self.accuracyFloor = accuracyFloor
      self.typicalAccuracy = typicalAccuracy
      self.validCourseSpeed = validCourseSpeed
    }
  }

  /// Outcome of one fix in the intake.
  public struct Verdict: Hashable, Sendable {
    /// Whether the fix only shows where the device was before.
    public internal(set) var isHistory = false
    /// Whether a client that wants no filter gets the fix.
    public internal(set) var passesFix = false
    /// Why the fix gave no position of its own; `nil` if it did.
    public internal(set) var rejection: Rejection?
    /// The filter's decision; `nil` if the filter did not get the fix.
    public internal(set) var decision: FusionDecision?
    /// Whether there is a new position, later than all measured before.
    public internal(set) var givesPosition = false
  }

  /// Metres per second: the highest gate among the activities of all running clients.
  public var speedGate: Double {
    get { engine.highestSpeed }
    set { engine.highestSpeed = newValue }
  }
  /// Where the device is; see `FusionEngine`, as for the following functions.
  package var estimate: Estimate { mutating get { engine.estimate } }
  /// Whether positions may go back in time where the filter finds that the clock was wrong, as in a
  /// recording; false for a device, whose boot clock never steps.
  public var mayGoBack = false
  /// How many fixes were used, and how many were not.
  public private(set) var counts = RejectionCounts()
  /// Implausible values of fixes that were not rejected because of them.
  public private(set) var repairs = RepairCounts()
  /// The last position; `nil` before the first one.
  public var last: Location? { newest.value }
  private var newest = KeptFix()
  /// The time of the last position that was measured.
  private var measured = MonotonicTime(nanoseconds: .min)
  /// The time of the last fix that passed without a filter.
  private var passed = MonotonicTime(nanoseconds: .min)
  private var engine = FusionEngine()
  /// The application's own filter, if it has one.
  private var filter: OwnFilter?

  /// Creates an intake that has seen no fix and allows the speed of an aircraft.
  public init() { speedGate = ActivityType.other.speedGate }

  #if !hasFeature(Embedded)
  /// Creates an intake that has seen no fix and allows the speed of an aircraft.
  ///
  /// - Parameter filter: makes the positions instead of Cairn's own filter; `nil` for that one.
  public init(filter: (any LocationFilter)?) {
    self.init()
    self.filter = filter
  }
  #endif

  /// Takes one fix. Allocates nothing.
  ///
  /// - Parameters:
  ///   - fix: as the provider sent it; repaired if that is honest.
  ///   - traits: the properties of its provider.
  ///   - now: the boot clock.
  /// - Returns: the outcome of the fix; a new position is in `last`.
  public mutating func take(
    _ fix: inout Location, traits: ProviderTraits, at now: MonotonicTime
  ) -> Verdict {
    var verdict = Verdict()
    if let reason = defect(of: fix, at: now) {
      counts[reason] += 1
      verdict.rejection = reason
      verdict.isHistory = reason == .tooOld
      return verdict
    }
    fix.repairValues(validCourseSpeed: traits.validCourseSpeed, counting: &repairs)
    var position = fix
    guard fix.repairAccuracy(traits, counting: &repairs) else {
      counts[.noAccuracy] += 1
      verdict.rejection = .noAccuracy
      return verdict
    }
    let earlier = passed
    passed = max(earlier, fix.time)
    let decision = decide(&position, by: fix, at: now)
    verdict.decision = decision
    let isOnNewClock = mayGoBack && decision == .started(.clock)
    if isOnNewClock { (passed, measured) = (fix.time, MonotonicTime(nanoseconds: .min)) }
    verdict.passesFix = isOnNewClock || fix.time > earlier
    verdict.rejection = Rejection(decision)
    verdict.givesPosition = decision.givesPosition
    if decision.givesPosition, position.time <= measured {
      (verdict.givesPosition, verdict.rejection) = (false, .outOfOrder)
    }
    if let reason = verdict.rejection {
      counts[reason] += 1
    } else {
      counts.accepted += 1
      if position.source.fix != .estimated { measured = position.time }
    }
    if verdict.givesPosition { newest.keep(position) }
    return verdict
  }

  package mutating func turn(isMoving: Bool?, since start: MonotonicTime, at now: MonotonicTime) {
    engine.turn(isMoving: isMoving, since: start, at: now)
  }

  package mutating func expect(speed: Double) { engine.expect(speed: speed) }

  package mutating func takeCue(_ provider: ProviderID, at now: MonotonicTime) {
    engine.takeCue(provider, at: now)
  }

  package mutating func endCues(of provider: ProviderID, at now: MonotonicTime) {
    engine.endCues(of: provider, at: now)
  }

  /// Makes the position to which the course has led long after the last fix; `nil` if none is known.
  package mutating func continued(at now: MonotonicTime) -> Location? {
    engine.continued(at: now)
  }

  /// Takes a barometer's reading; see `FusionEngine.take(pressureHeight:at:)`. An application's own
  /// filter does not get it.
  public mutating func take(pressureHeight height: Double, at time: MonotonicTime) {
    engine.take(pressureHeight: height, at: time)
  }

  /// Takes a reading of a vehicle's odometer and gyroscope; see `FusionEngine.take(_:at:)`. An
  /// application's own filter does not get it.
  public mutating func take(_ reading: Odometry, at time: MonotonicTime) {
    engine.take(reading, at: time)
  }

  /// Lets the filter make a position of a fix that somebody measured.
  private mutating func decide(
    _ position: inout Location, by fix: Location, at now: MonotonicTime
  ) -> FusionDecision {
    if fix.source.fix == .estimated {
      position = fix
      return .estimated
    }
    let decision = engine.take(&position, at: now)
    return filter == nil ? decision : replaced(&position, by: fix, at: now)
  }

  /// Lets the application's filter make a position.
  private mutating func replaced(
    _ position: inout Location, by fix: Location, at now: MonotonicTime
  ) -> FusionDecision {
    guard fix.time == passed else { return .tooLate }
    guard let own = filter?.position(from: fix, at: now), own.coordinate.isValid else {
      return .lost
    }
    if let time = newest.time, own.time <= time { return .tooLate }
    position = own
    return .updated
  }

  /// When the next extrapolated position is due; `nil` while the device stands or is lost.
  public var nextExtrapolation: MonotonicTime? {
    mutating get {
      filter == nil ? engine.nextExtrapolation.map { $0 + FusionEngine.coastingDelay } : nil
    }
  }

  /// Makes the position that is due at `nextExtrapolation`, with a time before that.
  ///
  /// - Returns: where the course has led, an `.estimated` position; `nil` if it is not known.
  public mutating func extrapolate() -> Location? {
    guard filter == nil, let position = engine.extrapolate() else { return nil }
    newest.keep(position)
    return position
  }

  /// Makes all positions that are due, and returns the newest, unless it is old as well: a receiver
  /// that slept on purpose leaves no gap to bridge.
  package mutating func extrapolate(until now: MonotonicTime) -> Location? {
    var newest: Location?
    while let due = nextExtrapolation, due <= now, let position = extrapolate() {
      newest = position
    }
    guard let newest, now - newest.time < FusionEngine.coastingDelay + FusionEngine.coastingPeriod
    else { return nil }
    return newest
  }

  /// Notes that a provider is gone; see `FusionEngine.noteLoss(of:)`.
  public mutating func noteLoss(of provider: ProviderID) { engine.noteLoss(of: provider) }

  /// State of the filter after the last fix.
  public var diagnostics: FusionDiagnostics { mutating get { engine.diagnostics } }

  /// The reason why a fix cannot be repaired; `nil` if there is none.
  @inline(__always)
  private mutating func defect(of fix: Location, at now: MonotonicTime) -> Rejection? {
    if fix.source.fix == .none || fix.source.fix == .timeOnly { return .noFix }
    guard fix.coordinate.isValid else { return .invalidCoordinate }
    if fix.coordinate.latitude == 0, fix.coordinate.longitude == 0, !fix.source.fix.isThreeD,
      fix.source.fix != .fixedPosition
    {
      return .noFix
    }
    if fix.time > now, fix.time - now > Defaults.futureTolerance { return .inFuture }
    return isHistory(fix, at: now) ? .tooOld : nil
  }

  /// Whether a fix has waited too long to be a present position. Only for receivers: other
  /// providers take their time, and a recording waits for its reader.
  private func isHistory(_ fix: Location, at now: MonotonicTime) -> Bool {
    fix.source.technology == .gnss && now - fix.time > Defaults.oldestUpdate
      && !fix.source.flags.contains(.replayed)
  }
}

extension Rejection {
  /// Why a fix gave no position of its own; `nil` if it did.
  fileprivate init?(_ decision: FusionDecision) {
    switch decision {
    case .started, .updated, .held, .estimated: return nil
    case .outlier, .lost: self = .implausibleJump
    case .coarser: self = .coarserSource
    case .inserted, .tooLate: self = .outOfOrder
    case .duplicate: self = .duplicate
    case .inFuture: self = .inFuture
    case .unusable: self = .noAccuracy
    @unknown default: return nil
    }
  }
}
