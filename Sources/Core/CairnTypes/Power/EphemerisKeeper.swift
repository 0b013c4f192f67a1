/// Tracks the age of a receiver's ephemerides, which decides how fast the receiver starts.
///
/// A receiver woken only for its fixes never listens long enough to receive new ephemerides, and
/// every start silently becomes a warm one: half a minute instead of one second. The keeper says
/// when to hold it awake. Ephemerides that are not reported count as not received.
public struct EphemerisKeeper: Equatable, Sendable {
  private let validity: Duration
  private let download: Duration
  /// Share of the validity after which the receiver is held awake.
  private static let refresh = 0.75

  /// Time from which the present ephemerides count; `nil` when there are none.
  private var receivedAt: MonotonicTime?
  /// Start of the present uninterrupted tracking.
  private var trackingSince: MonotonicTime?
  /// Whether time, position and almanac are known.
  private var hasMemory = false
  private var assistedAt: MonotonicTime?

  /// - Parameters:
  ///   - validity: how long ephemerides can be used; at least one second.
  ///   - download: how long ephemerides take to receive.
  public init(validity: Duration, download: Duration) {
    self.validity = max(validity, .seconds(1))
    self.download = max(download, .zero)
  }

  /// Notes that the receiver computes fixes.
  ///
  /// - Parameter now: time of the fix.
  public mutating func noteTracking(at now: MonotonicTime) {
    hasMemory = true
    let since = trackingSince ?? now
    trackingSince = since
    if now - since >= download { receivedAt = now }
  }

  /// Notes that the receiver is searching, which interrupts what it was receiving.
  public mutating func noteLost() { trackingSince = nil }

  /// Notes that the receiver goes to sleep.
  ///
  /// - Parameter keepsMemory: whether the receiver keeps time, position and ephemerides.
  public mutating func noteSleep(keepsMemory: Bool) {
    trackingSince = nil
    if !keepsMemory {
      receivedAt = nil
      assistedAt = nil
      hasMemory = false
    }
  }

  /// Notes that the receiver accepted assistance with time, position and the orbits of the day.
  public mutating func noteAssistance(at now: MonotonicTime) {
    assistedAt = now
    hasMemory = true
  }

  /// Returns the start that a wake at `time` can expect from what has been kept so far.
  public func expectedStart(at time: MonotonicTime) -> StartType {
    if let receivedAt, time - receivedAt < validity { return .hot }
    if let assistedAt, time - assistedAt < validity { return .aided }
    return hasMemory ? .warm : .cold
  }

  /// When ephemerides must be received again: the first wake after it holds the receiver awake.
  ///
  /// `nil` while there are none; every stay must then be long enough.
  public var nextHold: MonotonicTime? {
    receivedAt.map { $0 + validity * Self.refresh }
  }

  /// Returns how long a stay that begins at `time` must last after its first fix to leave fresh
  /// ephemerides; `nil` while the present ones suffice.
  public func hold(at time: MonotonicTime) -> Duration? {
    guard let nextHold, time < nextHold else { return download }
    return nil
  }

  /// Time from which the ephemerides count; `nil` when there are none.
  public var ephemeridesReceivedAt: MonotonicTime? { receivedAt }
}
