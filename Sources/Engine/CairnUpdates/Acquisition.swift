public import CairnTypes

/// Applies the rules of a one-shot request: the best position within a limited time.
///
/// Pass it fixes and call `fire` at `nextDeadline`; it answers exactly once.
public struct Acquisition: Sendable {
  /// How a request ends.
  public enum Outcome: Hashable, Sendable {
    /// The requested position, or the best one found.
    case location(Location)
    /// `timeout`, with the best fix so far.
    case failure(LocationError)
  }

  /// The newest fix since the start that is, within a tenth, as accurate as the best one.
  public private(set) var best: Location?
  /// The answer, once there is one. Set by `init` if the known fix suffices without hardware.
  public private(set) var outcome: Outcome?
  private let request: LocationRequest
  private let start: MonotonicTime
  /// A recent known fix that does not meet the target, used if nothing better comes.
  private var fallback: Location?
  /// The accuracy in metres at the last improvement by a tenth, and its time.
  private var milestone: (accuracy: Double, at: MonotonicTime)?

  /// - Parameters:
  ///   - request: the requested accuracy and limits.
  ///   - now: the boot clock; time-outs count from here.
  ///   - cached: the last known fix, of any age.
  public init(_ request: LocationRequest, at now: MonotonicTime, cached: Location?) {
    self.request = request
    start = now
    if let cached { _ = recall(cached, at: now) }
  }

  /// Takes a last known fix that arrives after the start, because it was read late or because the
  /// client was not allowed to have it before.
  ///
  /// - Parameters:
  ///   - cached: the last known fix, of any age.
  ///   - now: the boot clock.
  /// - Returns: the answer, if that fix suffices.
  public mutating func recall(_ cached: Location, at now: MonotonicTime) -> Outcome? {
    var known = cached
    guard outcome == nil, best == nil, request.maximumAge > .zero,
      known.age(at: now) <= request.maximumAge
    else { return nil }
    known.source.flags.insert(.cached)
    fallback = known
    return meetsTarget(known) ? end(.location(known)) : nil
  }

  /// When to call `fire`; `nil` once there is an answer.
  public var nextDeadline: MonotonicTime? {
    guard outcome == nil else { return nil }
    return min(timeout, settled ?? timeout)
  }

  /// Processes one fix.
  ///
  /// - Parameters:
  ///   - fix: a valid fix of any provider.
  ///   - now: the boot clock.
  /// - Returns: the answer, once; `nil` while the request goes on and after it ended.
  public mutating func receive(_ fix: Location, at now: MonotonicTime) -> Outcome? {
    guard outcome == nil else { return nil }
    guard fix.time >= start - max(.zero, request.maximumAge) else { return fire(at: now) }
    if fix.horizontalAccuracy
      <= (milestone?.accuracy ?? .infinity) * Defaults.improvedShare
    {
      milestone = (fix.horizontalAccuracy, now)
    }
    let bound = milestone?.accuracy ?? .infinity
    if !(fix.horizontalAccuracy * Defaults.improvedShare > bound) { best = fix }
    if meetsTarget(fix) { return end(.location(fix)) }
    return fire(at: now)
  }

  /// Processes the passing of time.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: the answer, once; `nil` while the request goes on and after it ended.
  public mutating func fire(at now: MonotonicTime) -> Outcome? {
    guard outcome == nil else { return nil }
    if let settled, settled <= timeout, now >= settled, let best { return end(.location(best)) }
    guard now >= timeout else { return nil }
    let known = best ?? fallback
    if request.allowsBestEffort, let known { return end(.location(known)) }
    return end(.failure(LocationError(.timeout, bestSoFar: known)))
  }

  private var timeout: MonotonicTime { start + request.timeout }
  private var settled: MonotonicTime? { milestone.map { $0.at + request.settle } }

  /// Accuracy classes without metres are judged by convergence alone.
  private func meetsTarget(_ fix: Location) -> Bool {
    request.desiredAccuracy.metres.map { fix.horizontalAccuracy <= $0 } ?? false
  }

  private mutating func end(_ outcome: Outcome) -> Outcome {
    self.outcome = outcome
    return outcome
  }
}

extension LocationError {
  /// Adds the reason for the missing fix to a `timeout`.
  package func withReason(of obstacle: LocationError?) -> LocationError {
    guard code == .timeout, let obstacle else { return self }
    var error = self
    error.provider = obstacle.provider
    error.cause = obstacle.cause
    error.reason = obstacle.reason ?? (obstacle.cause == nil ? obstacle.code.explanation : nil)
    return error
  }
}
