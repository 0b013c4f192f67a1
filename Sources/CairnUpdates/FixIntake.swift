internal import CairnGeodesy
public import CairnTypes

/// The one door through which fixes of all providers enter: validates, repairs and orders them
/// before any client sees them.
///
/// A fix leaves it exactly once: passed on, counted under one reason, or held for at most a few fixes
/// until a second one tells whether it was a jump or a glitch. The boot clock decides; UTC only tells
/// fixes that arrived in a bunch from a jump.
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
  /// The last fix passed on; `nil` only before the first one and after `reset`.
  public private(set) var last: Location?
  /// A fix that came too far to be believed alone.
  private var held: Location?

  /// Nothing seen, any speed up to an aircraft's.
  public init() {}

  /// Judges one fix.
  ///
  /// Allocates nothing as long as `passed` has room for two.
  ///
  /// - Parameters:
  ///   - fix: as the provider made it.
  ///   - traits: of that provider.
  ///   - now: the boot clock.
  ///   - passed: gets 0, 1 or 2 fixes appended, each later than all before.
  public mutating func accept(
    _ fix: Location, traits: ProviderTraits, at now: MonotonicTime, into passed: inout [Location]
  ) {
    if let reason = defect(of: fix, at: now) {
      counts[reason] += 1
      return
    }
    var repaired = fix
    guard repaired.repairAccuracy(traits) else {
      counts[.noAccuracy] += 1
      return
    }
    repaired.repairMotion(validCourseSpeed: traits.validCourseSpeed)
    order(repaired, into: &passed)
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
    var passed: [Location] = []
    accept(fix, traits: traits, at: now, into: &passed)
    return passed
  }

  /// Forgets the last and the held fix and all counts; keeps the speed gate.
  public mutating func reset() {
    last = nil
    held = nil
    counts = RejectionCounts()
  }

  /// What no repair can mend.
  private func defect(of fix: Location, at now: MonotonicTime) -> Rejection? {
    if fix.source.fix == .none || fix.source.fix == .timeOnly { return .noFix }
    guard fix.coordinate.isValid else { return .invalidCoordinate }
    if fix.coordinate.latitude == 0, fix.coordinate.longitude == 0, fix.source.fix == .unknown {
      return .noFix
    }
    if fix.time - now > Defaults.futureTolerance { return .inFuture }
    if let last, fix.time <= last.time { return Self.lateness(of: fix, after: last) }
    if let held, fix.time == held.time { return Self.lateness(of: fix, after: held) }
    return nil
  }

  private static func lateness(of fix: Location, after other: Location) -> Rejection {
    fix.time == other.time && fix.source.provider == other.source.provider
      ? .duplicate : .outOfOrder
  }

  /// Passes a fix on, or holds it when its jump needs a second witness.
  private mutating func order(_ fix: Location, into passed: inout [Location]) {
    guard let last, !isPlausible(from: last, to: fix) else {
      dropHeld()
      pass(fix, into: &passed)
      return
    }
    guard let held, held.time < fix.time, isPlausible(from: held, to: fix) else {
      dropHeld()
      self.held = fix
      return
    }
    // Two agree against the past: the device is there. A witness that comes late still proves where
    // the device is now, or slow providers would never get past a jump; only the held fix is stale.
    if fix.time - held.time <= Defaults.witnessWindow {
      self.held = nil
      pass(held, into: &passed)
    } else {
      dropHeld()
    }
    pass(fix, into: &passed)
  }

  private mutating func pass(_ fix: Location, into passed: inout [Location]) {
    counts.accepted += 1
    last = fix
    passed.append(fix)
  }

  private mutating func dropHeld() {
    guard held != nil else { return }
    counts[.implausibleJump] += 1
    held = nil
  }

  /// Whether the way between two fixes, less both accuracies, could be travelled in the time.
  ///
  /// The activity's gate alone would let a 200 m glitch at 1 Hz pass for an aircraft; where both
  /// fixes carry a measured speed, that bounds the way more tightly.
  private func isPlausible(from a: Location, to b: Location) -> Bool {
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
