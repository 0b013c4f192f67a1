internal import CairnGeodesy
public import CairnTypes

/// Validates, repairs and orders the fixes of all providers before any client sees them.
///
/// Each fix is passed on, counted under one reason, or held for at most a few fixes until a second
/// one shows whether it was a jump or a glitch. The boot clock decides; UTC only distinguishes
/// fixes that arrived in a bunch from a jump.
///
/// Many functions here are `mutating` without need: the compiler lets those work in place, but
/// gives others a copy of the intake's 900 bytes for each fix.
public struct FixIntake: Sendable {
  /// What the intake needs to know about a fix's provider.
  public struct ProviderTraits: Hashable, Sendable {
    /// Metres: replaces an accuracy of zero, which some receivers send.
    public var accuracyFloor: Double
    /// Metres at an HDOP of one, used to estimate a missing accuracy; `nil` if unknown, in which
    /// case such fixes are rejected.
    public var typicalAccuracy: Double?
    /// Metres per second below which the provider's course is noise.
    public var validCourseSpeed: Double
    /// How long after one of its fixes those of coarser providers are rejected, because positions
    /// that alternate between two providers jump.
    public var freshness = Defaults.sourceFreshness

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

  /// Metres per second: the highest gate among the activities of all running clients.
  public var speedGate = ActivityType.other.speedGate
  /// How many fixes were accepted and rejected.
  public private(set) var counts = RejectionCounts()
  /// Implausible values of fixes that were not rejected for themselves.
  public private(set) var repairs = RepairCounts()
  /// The last fix passed on; `nil` before the first one and after `reset`.
  public var last: Location? { newest.value }
  /// The held fix that the last one confirmed; `nil` before the first such fix.
  public private(set) var released: Location?
  private var newest = KeptFix()
  /// How long after `newest` coarser providers are rejected.
  private var freshness = Duration.zero
  /// A fix that is too far away to be trusted without a second one.
  private var held = KeptFix()

  /// Creates an intake that has seen no fix and allows the speed of an aircraft.
  public init() {}

  /// Which fixes to pass on.
  public enum Verdict: Hashable, Sendable {
    /// No fix.
    case none
    /// No fix, because it only tells where the device was.
    case history
    /// The judged fix.
    case fix
    /// `released`, then the judged fix.
    case releasedAndFix

    /// Whether the fix is passed on.
    public var passesFix: Bool { self == .fix || self == .releasedAndFix }
  }

  /// Judges one fix. Allocates nothing.
  ///
  /// - Parameters:
  ///   - fix: as the provider sent it; repaired where that is honest.
  ///   - traits: those of its provider.
  ///   - now: the boot clock.
  /// - Returns: which fixes to pass on, each later than all earlier ones.
  public mutating func judge(
    _ fix: inout Location, traits: ProviderTraits, at now: MonotonicTime
  ) -> Verdict {
    if let reason = defect(of: fix, at: now) {
      counts[reason] += 1
      return reason == .tooOld ? .history : .none
    }
    guard fix.repairAccuracy(traits, counting: &repairs) else {
      counts[.noAccuracy] += 1
      return .none
    }
    if newest.provider != fix.source.provider, isOverruled(fix, at: now) {
      counts[.coarserSource] += 1
      return .none
    }
    fix.repairValues(validCourseSpeed: traits.validCourseSpeed, counting: &repairs)
    let verdict = order(fix)
    if verdict.passesFix { freshness = traits.freshness }
    return verdict
  }

  /// Judges one fix and returns an array of fixes to pass on.
  ///
  /// - Parameters:
  ///   - fix: as the provider sent it.
  ///   - traits: those of its provider.
  ///   - now: the boot clock.
  /// - Returns: 0, 1 or 2 fixes, each later than all earlier ones.
  public mutating func accept(
    _ fix: Location, traits: ProviderTraits, at now: MonotonicTime
  ) -> [Location] {
    var fix = fix
    let verdict = judge(&fix, traits: traits, at: now)
    let passed = [verdict == .releasedAndFix ? released : nil, verdict.passesFix ? fix : nil]
    return passed.compactMap { $0 }
  }

  /// Forgets the last fix, the held fix and all counts; keeps the speed gate.
  public mutating func reset() {
    newest.forget()
    released = nil
    held.forget()
    counts = RejectionCounts()
    repairs = RepairCounts()
  }

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
    if let time = newest.time, fix.time <= time {
      return fix.time == time && fix.source.provider == newest.provider
        ? .duplicate : .outOfOrder
    }
    if held.time == fix.time {
      return fix.source.provider == held.provider ? .duplicate : .outOfOrder
    }
    return isHistory(fix, at: now) ? .tooOld : nil
  }

  /// Whether a fix has waited too long to be a present position. Only for receivers: other
  /// providers take their time, and a recording waits for its reader.
  private func isHistory(_ fix: Location, at now: MonotonicTime) -> Bool {
    fix.source.technology == .gnss && now - fix.time > Defaults.oldestUpdate
      && !fix.source.flags.contains(.replayed)
  }

  /// Whether a fresh provider takes precedence over that of the fix.
  private mutating func isOverruled(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard let last, now - last.time <= freshness else { return false }
    guard fix.horizontalAccuracy <= last.horizontalAccuracy * Defaults.takeOverShare else {
      return true
    }
    let moved = (last.speed ?? 0) * (fix.time - last.time).inSeconds
    return fix.distance(to: last)
      > last.horizontalAccuracy + moved + fix.horizontalAccuracy * Defaults.takeOverReach
  }

  /// Passes a fix on, or holds it if its jump needs a second one to confirm it.
  @inline(__always)
  private mutating func order(_ fix: Location) -> Verdict {
    guard isNear(fix) else { return orderFar(fix) }
    if held.isThere { dropHeld() }
    return pass(fix)
  }

  private mutating func orderFar(_ fix: Location) -> Verdict {
    guard let last, !isPlausible(from: last, to: fix) else {
      dropHeld()
      return pass(fix)
    }
    guard let witness = held.value, witness.time < fix.time, isPlausible(from: witness, to: fix)
    else {
      dropHeld()
      held.keep(fix)
      return .none
    }
    // Two fixes agree against the past: the device is there. A late second fix still proves the
    // present position, or slow providers would never get past a jump; only the held fix is stale.
    guard fix.time - witness.time <= Defaults.witnessWindow else {
      dropHeld()
      return pass(fix)
    }
    held.forget()
    released = witness
    _ = pass(witness)
    _ = pass(fix)
    return .releasedAndFix
  }

  private mutating func pass(_ fix: Location) -> Verdict {
    counts.accepted += 1
    newest.keep(fix)
    return .fix
  }

  private mutating func dropHeld() {
    guard held.isThere else { return }
    counts[.implausibleJump] += 1
    held.forget()
  }

  /// Whether a fix lies within both accuracies of the last one by a rough upper bound, as most do.
  /// Needs no trigonometry and no copy of the last fix.
  private mutating func isNear(_ fix: Location) -> Bool {
    guard let coordinate = newest.coordinate, let accuracy = newest.horizontalAccuracy else {
      return true
    }
    return coordinate.distanceBound(to: fix.coordinate) <= accuracy + fix.horizontalAccuracy
  }

  /// Whether the device could have moved between two fixes, less both accuracies, in the time.
  ///
  /// The activity's gate alone would accept a 200 m glitch at 1 Hz as an aircraft; if both fixes
  /// carry a measured speed, that is a tighter bound.
  private mutating func isPlausible(from a: Location, to b: Location) -> Bool {
    let way = a.distance(to: b) - a.horizontalAccuracy - b.horizontalAccuracy
    guard way > 0 else { return true }
    var bound = speedGate
    if let v = a.speed, let w = b.speed {
      bound = min(bound, max(v, w) + Defaults.reportedSpeedSlack)
    }
    return way <= bound * travelTime(from: a, to: b)
  }

  /// Seconds between two fixes: by arrival, or by the receiver's clock if that is longer.
  ///
  /// Fixes that waited in a port while the process was stalled, or that are replayed, arrive in a
  /// bunch and would look like a series of jumps. After a longer gap, arrival is exact enough.
  private func travelTime(from a: Location, to b: Location) -> Double {
    let arrival = b.time - a.time
    guard a.source.provider == b.source.provider, let start = a.timestamp, let end = b.timestamp
    else { return arrival.inSeconds }
    let measured = end - start
    return (measured <= Defaults.longestBunch ? max(arrival, measured) : arrival).inSeconds
  }
}
