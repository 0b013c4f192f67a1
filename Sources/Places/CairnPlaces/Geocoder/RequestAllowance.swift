public import CairnTypes

/// How often a source may be asked: a few requests at once, and then one in each interval.
public struct RequestAllowance: Hashable, Sendable {
  /// Requests at once.
  public let burst: Int
  /// Time after which one more is allowed.
  public let interval: Duration
  private var spent = 0
  /// When the oldest of the spent requests is allowed again.
  private var refund: MonotonicTime?

  /// - Parameters:
  ///   - burst: requests at once, at least 1.
  ///   - interval: time after which one more is allowed.
  public init(burst: Int, every interval: Duration) {
    self.burst = max(1, burst)
    self.interval = interval
  }

  /// Takes one request; returns false if none is left.
  public mutating func take(at now: MonotonicTime) -> Bool {
    while spent > 0, let next = refund, next <= now {
      spent -= 1
      refund = next + interval
    }
    guard spent < burst else { return false }
    if spent == 0 { refund = now + interval }
    spent += 1
    return true
  }
}
