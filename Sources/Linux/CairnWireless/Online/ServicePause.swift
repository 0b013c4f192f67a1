package import CairnTypes

/// How long a service that has failed is left alone: half a minute, and twice as long after each
/// further failure, up to an hour; an hour at once after a refusal.
package struct ServicePause {
  private static let shortest = Duration.seconds(30)
  private static let longest = Duration.seconds(3600)

  package init() {}

  private var next = shortest
  private var current: (until: MonotonicTime, reason: String)?

  /// Begins after a failure.
  ///
  /// - Parameters:
  ///   - reason: a description of the failure, for a person.
  ///   - isRefusal: whether the same question would fail again.
  ///   - retry: the shortest time that the service asks for.
  ///   - now: the boot clock.
  package mutating func begin(
    _ reason: String, isRefusal: Bool = false, atLeast retry: Duration? = nil,
    at now: MonotonicTime
  ) {
    let length = isRefusal ? Self.longest : max(next, retry ?? .zero)
    current = (now + length, reason)
    next = min(next * 2, Self.longest)
  }

  /// Ends after an answer.
  package mutating func end() { self = ServicePause() }

  /// How long the service is left alone; `nil` if it may be asked.
  package func remaining(at now: MonotonicTime) -> Duration? {
    current.flatMap { now < $0.until ? $0.until - now : nil }
  }

  /// Why the service is not asked; `nil` if it may be.
  package func reason(at now: MonotonicTime) -> String? {
    guard let current, let remaining = remaining(at: now) else { return nil }
    let seconds = Int64(remaining / .seconds(1)) + 1
    return "\(current.reason); it is asked again in \(seconds) s"
  }
}
