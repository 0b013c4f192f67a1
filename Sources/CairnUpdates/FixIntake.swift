internal import CairnGeodesy
public import CairnTypes

/// The one door through which fixes of all providers enter: validates, repairs and orders them
/// before any client sees them.
///
/// A fix leaves it exactly once: passed on, counted under one reason, or held for at most a few fixes
/// until a second one tells whether it was a jump or a glitch. The boot clock decides; UTC only tells
/// fixes that arrived in a bunch from a jump.
///
/// Many functions here could change it and do not: those work on the intake where it lies, others on a
/// copy of its 900 bytes, for every fix.
public struct FixIntake: Sendable {
  /// What the intake needs to know of the provider of a fix.
  public struct ProviderTraits: Hashable, Sendable {
    /// Metres: what stands in for an accuracy of zero, which some receivers send.
    public var accuracyFloor: Double
    /// Metres at an HDOP of one, to estimate an accuracy that the provider did not give; `nil`
    /// when nothing is known, and then such fixes are rejected.
    public var typicalAccuracy: Double?
    /// Metres per second below which the provider's course is noise.
    public var validCourseSpeed: Double
    /// How long after a fix of it those of coarser providers are left out: positions that come from one
    /// and the other in turn jump.
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

  /// Metres per second: the fastest of the activities of all running clients.
  public var speedGate = ActivityType.other.speedGate
  /// What became of the fixes so far.
  public private(set) var counts = RejectionCounts()
  /// What of the fixes that were not rejected for themselves could not be true.
  public private(set) var repairs = RepairCounts()
  /// The last fix passed on; `nil` only before the first one and after `reset`.
  public var last: Location? { newest.value }
  /// The fix that was held until the last one confirmed it; `nil` before the first such fix.
  public private(set) var released: Location?
  private var newest = KeptFix()
  /// How long `newest` keeps coarser providers out.
  private var freshness = Duration.zero
  /// A fix that came too far to be believed alone.
  private var held = KeptFix()

  /// Nothing seen, any speed up to an aircraft's.
  public init() {}

  /// What to pass on.
  public enum Verdict: Hashable, Sendable {
    /// Nothing.
    case none
    /// Nothing: it tells where the device was.
    case history
    /// The fix.
    case fix
    /// `released`, then the fix.
    case releasedAndFix

    /// Whether the fix is passed on.
    public var passesFix: Bool { self == .fix || self == .releasedAndFix }
  }

  /// Judges one fix. Allocates nothing.
  ///
  /// - Parameters:
  ///   - fix: as the provider made it; repaired where that is honest.
  ///   - traits: of that provider.
  ///   - now: the boot clock.
  /// - Returns: which fixes to pass on, each later than all before.
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

  /// The same for callers that do not mind the array.
  ///
  /// - Parameters:
  ///   - fix: as the provider made it.
  ///   - traits: of that provider.
  ///   - now: the boot clock.
  /// - Returns: 0, 1 or 2 fixes, each later than all before.
  public mutating func accept(
    _ fix: Location, traits: ProviderTraits, at now: MonotonicTime
  ) -> [Location] {
    var fix = fix
    let verdict = judge(&fix, traits: traits, at: now)
    let passed = [verdict == .releasedAndFix ? released : nil, verdict.passesFix ? fix : nil]
    return passed.compactMap { $0 }
  }

  /// Forgets the last and the held fix and all counts; keeps the speed gate.
  public mutating func reset() {
    newest.forget()
    released = nil
    held.forget()
    counts = RejectionCounts()
    repairs = RepairCounts()
  }

  /// What no repair can mend.
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

  /// Whether a fix has waited for too long to be a position of now. What others find takes its time, and a recording
  /// waits for its reader.
  private func isHistory(_ fix: Location, at now: MonotonicTime) -> Bool {
    fix.source.technology == .gnss && now - fix.time > Defaults.oldestUpdate
      && !fix.source.flags.contains(.replayed)
  }

  /// Whether a fresh provider counts for more than the one that the fix is of.
  private mutating func isOverruled(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard let last, now - last.time <= freshness else { return false }
    guard fix.horizontalAccuracy <= last.horizontalAccuracy * Defaults.takeOverShare else {
      return true
    }
    let moved = (last.speed ?? 0) * (fix.time - last.time).inSeconds
    return fix.distance(to: last)
      > last.horizontalAccuracy + moved + fix.horizontalAccuracy * Defaults.takeOverReach
  }

  /// Passes a fix on, or holds it when its jump needs a second witness.
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
    // Two agree against the past: the device is there. A witness that comes late still proves where
    // the device is now, or slow providers would never get past a jump; only the held fix is stale.
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

  /// Whether a fix lies within both accuracies of the last one by a rough upper bound, as most do: no
  /// trigonometry, and no copy of the last fix.
  private mutating func isNear(_ fix: Location) -> Bool {
    guard let coordinate = newest.coordinate, let accuracy = newest.horizontalAccuracy else {
      return true
    }
    return coordinate.distanceBound(to: fix.coordinate) <= accuracy + fix.horizontalAccuracy
  }

  /// Whether the way between two fixes, less both accuracies, could be travelled in the time.
  ///
  /// The activity's gate alone would let a 200 m glitch at 1 Hz pass for an aircraft; where both
  /// fixes carry a measured speed, that bounds the way more tightly.
  private mutating func isPlausible(from a: Location, to b: Location) -> Bool {
    let way = a.distance(to: b) - a.horizontalAccuracy - b.horizontalAccuracy
    guard way > 0 else { return true }
    var bound = speedGate
    if let v = a.speed, let w = b.speed {
      bound = min(bound, max(v, w) + Defaults.reportedSpeedSlack)
    }
    return way <= bound * travelTime(from: a, to: b)
  }

  /// Seconds between two fixes: by arrival, or by the receiver's own clock where that is longer.
  ///
  /// What waited in a port while the process was stalled, or is replayed, arrives in a bunch, and
  /// would look like a series of jumps. After a longer gap arrival is exact enough.
  private func travelTime(from a: Location, to b: Location) -> Double {
    let arrival = b.time - a.time
    guard a.source.provider == b.source.provider, let start = a.timestamp, let end = b.timestamp
    else { return arrival.inSeconds }
    let measured = end - start
    return (measured <= Defaults.longestBunch ? max(arrival, measured) : arrival).inSeconds
  }
}
