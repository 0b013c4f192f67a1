public import CairnTypes

/// Delays between attempts: 1, 2, 4 … 60 s; starts over after a minute of health.
public struct Backoff: Hashable, Sendable {
  private static let limit = Duration.seconds(60)
  private static let healthyAfter = Duration.seconds(60)

  private var next = Duration.seconds(1)
  private var healthySince: MonotonicTime?

  /// Creates a back-off that starts at one second.
  public init() {}

  /// Notes a failure and returns the delay before the next attempt.
  public mutating func failed(at now: MonotonicTime) -> Duration {
    if let healthySince, now - healthySince >= Self.healthyAfter { next = .seconds(1) }
    healthySince = nil
    defer { next = min(next * 2, Self.limit) }
    return next
  }

  /// Notes that the attempt succeeded.
  public mutating func succeeded(at now: MonotonicTime) {
    if healthySince == nil { healthySince = now }
  }
}
