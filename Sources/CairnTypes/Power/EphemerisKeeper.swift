/// Knows how old a receiver's ephemerides are, and so how fast it starts.
///
/// A receiver that is woken only for its fixes never listens long enough to receive new ephemerides, and
/// every start silently becomes a warm one: half a minute in place of one second. This says when it must
/// be held awake. What is not reported counts as not received.
public struct EphemerisKeeper: Equatable, Sendable {
  private let validity: Duration
  private let download: Duration
  /// Age as a share of the validity from which the receiver is held awake.
  private static let refresh = 0.75

  /// Since when the present ephemerides count; `nil` when there are none.
  private var receivedAt: MonotonicTime?
  /// Since when the receiver tracks without a break.
  private var trackingSince: MonotonicTime?
  /// Time, position and almanac are there.
  private var hasMemory = false
  private var assistedAt: MonotonicTime?

  /// - Parameters:
  ///   - validity: how long ephemerides serve; a second at least.
  ///   - download: how long they take to receive.
  public init(validity: Duration, download: Duration) {
    self.validity = max(validity, .seconds(1))
    self.download = max(download, .zero)
  }

  /// The receiver computes fixes now.
  ///
  /// - Parameters:
  ///   - now: the fix's.
  ///   - ephemerisReported: whether a satellite report says that the satellites in use have an
  ///     ephemeris; `nil` without such a report. Only continuous time counts then.
  public mutating func noteTracking(at now: MonotonicTime, ephemerisReported: Bool? = nil) {
    hasMemory = true
    let since = trackingSince ?? now
    trackingSince = since
    let isWhole = now - since >= download
    // A report tells that there are some, never since when: it shortens no wait, but it can prevent the
    // belief that they were received.
    if isWhole, ephemerisReported ?? true { receivedAt = now }
  }

  /// The receiver searches: what it was receiving is broken off.
  public mutating func noteLost() { trackingSince = nil }

  /// The receiver goes to sleep.
  ///
  /// - Parameter keepsMemory: whether it keeps time, position and ephemerides.
  public mutating func noteSleep(keepsMemory: Bool) {
    trackingSince = nil
    if !keepsMemory {
      receivedAt = nil
      assistedAt = nil
      hasMemory = false
    }
  }

  /// Assistance with time, position and orbits of the day was accepted.
  public mutating func noteAssistance(at now: MonotonicTime) {
    assistedAt = now
    hasMemory = true
  }

  /// The start that a wake at that time can expect, by what was kept until now.
  public func expectedStart(at time: MonotonicTime) -> StartType {
    if let receivedAt, time - receivedAt < validity { return .hot }
    if let assistedAt, time - assistedAt < validity { return .aided }
    return hasMemory ? .warm : .cold
  }

  /// When ephemerides must be received again: the receiver is held awake from the first wake after it.
  ///
  /// `nil` while there are none, when every stay must be long enough.
  public var nextHold: MonotonicTime? {
    receivedAt.map { $0 + validity * Self.refresh }
  }

  /// How long a stay that begins at that time must last from the first fix to leave fresh ephemerides;
  /// `nil` when the present ones serve.
  public func hold(at time: MonotonicTime) -> Duration? {
    guard let nextHold, time < nextHold else { return download }
    return nil
  }

  /// Since when the ephemerides count; `nil` when there are none.
  public var ephemeridesReceivedAt: MonotonicTime? { receivedAt }
}
