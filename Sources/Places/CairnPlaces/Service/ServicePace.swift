internal import CairnTypes

/// When an application may ask a service: once a second, and not while the service wants to be left alone.
struct ServicePace {
  /// Between two requests.
  static let interval = Duration.seconds(1)
  /// The longest that a question waits for its turn.
  static let patience = Duration.seconds(10)
  /// How long a service is left alone that does not say how long.
  static let pause = Duration.seconds(60)

  /// When the next request may begin.
  private var next: MonotonicTime?
  private var pausedUntil: MonotonicTime?

  /// Takes the next turn.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: how long to wait for it.
  /// - Throws: `.rateLimited` while the service is left alone, and if too many questions wait.
  mutating func take(at now: MonotonicTime) throws(PlaceServiceError) -> Duration {
    if let end = pausedUntil, now < end { throw .rateLimited(retry: end - now) }
    let turn = max(next ?? now, now)
    guard turn - now <= Self.patience else { throw .rateLimited(retry: turn - now) }
    next = turn + Self.interval
    return turn - now
  }

  /// Leaves the service alone.
  mutating func pause(for time: Duration, at now: MonotonicTime) { pausedUntil = now + time }
}
