internal import CairnTypes

/// Tells how long an epoch waited unread, using the receiver's own clock.
///
/// While a process, machine or network stalls, epochs wait in the buffer of a terminal (4 KiB or
/// more) or a connection (megabytes), then arrive at once. Within a stream, the boot clock at
/// arrival minus the receiver's clock is nearly constant. The smallest recent difference is the
/// reference; an epoch that exceeds it has waited for the excess.
///
/// A receiver's clock may also be set back: at midnight without a known date, when it learns of
/// leap seconds, after a restart. Epochs then arrive as regularly as before, and the reference
/// follows at once. A reference that is too small is dropped after five seconds in which the delay
/// did not shrink, as a backlog's would; so recordings may be played at any speed.
///
/// One value per stream. The assemblers' output feeds it; it reads no clock.
public struct ArrivalClock: Hashable, Sendable {
  /// Normal variation of arrival in nanoseconds: the receiver's computing, the line, the reader.
  private static let tolerance: Int64 = 500_000_000
  /// Nanoseconds by which a backlog's delay shrinks at least, to count as progress.
  private static let progress: Int64 = 100_000_000
  /// Nanoseconds without progress after which the receiver's clock is taken to have changed.
  private static let patience: Int64 = 5_000_000_000
  /// The most nanoseconds that one epoch adds to those: a pause is no evidence.
  private static let longestEvidence: Int64 = 2_000_000_000
  /// Longest normal delay of an epoch to the host in nanoseconds, besides the clock's error.
  private static let slowest: Int64 = 2_000_000_000
  /// Nanoseconds; an older epoch is from a recording, or from a receiver without UTC.
  private static let longestBacklog: Int64 = 3_600_000_000_000
  /// Clock rates may differ by 1/1,024, which is more than any oscillator's error.
  private static let driftShift: Int64 = 10

  /// The host's UTC clock, until the first epoch with UTC has been compared with it.
  private var host: DateResolver.HostClock?
  /// The largest error of the host's clock, in nanoseconds.
  private var hostError: Int64
  /// The clocks' difference in nanoseconds for an epoch that does not wait; `nil` before the first.
  private var reference: Int64?
  /// Arrival of the last epoch, in nanoseconds; `lag` is its arrival minus its clock.
  private var arrival: Int64 = 0
  private var lag: Int64 = 0
  /// Nanoseconds between the last two arrivals; before the second epoch, every gap is regular.
  private var gap = Int64.max / 2
  /// The smallest `lag` since epochs are late, `.max` while they are not; `stuck` is how many
  /// nanoseconds it has been the smallest.
  private var least = Int64.max
  private var stuck: Int64 = 0

  /// Creates the clock of a new stream.
  ///
  /// - Parameters:
  ///   - host: the host's clock, only if it is kept right: shows whether a connection's first
  ///     epochs are a backlog. `nil` takes them as new.
  ///   - accuracy: the largest error of that clock.
  public init(host: DateResolver.HostClock? = nil, accuracy: Duration = .zero) {
    self.host = host
    hostError = accuracy.wholeNanoseconds
  }

  /// Takes one epoch and returns how long it waited.
  ///
  /// - Parameters:
  ///   - clock: nanoseconds of the receiver's clock: UTC, or its own count while it has no UTC.
  ///   - isUTC: whether `clock` is UTC.
  ///   - time: when the epoch's first byte was read.
  /// - Returns: nanoseconds that the epoch waited unread; 0 if it did not.
  mutating func delay(of clock: Int64, isUTC: Bool, at time: MonotonicTime) -> Int64 {
    // Nonsensical values may overflow; they are then merely misjudged.
    let before = (arrival: arrival, lag: lag, gap: gap)
    arrival = time.nanoseconds
    lag = arrival &- clock
    guard var reference else {
      reference = lag
      return isUTC ? compareWithHost() : 0
    }
    gap = arrival &- before.arrival
    reference &+= gap >> Self.driftShift
    let rise = lag &- before.lag
    if rise > Self.tolerance, rise > gap || gap &- before.gap <= Self.tolerance {
      // The clock went back while time went on, or lost time although no epoch was delayed.
      let step = rise &- max(0, gap &- before.gap)
      reference &+= step
      if least != .max { least &+= step }
    }
    self.reference = min(reference, lag)
    if isUTC, host != nil { return compareWithHost() }
    return delay()
  }

  private mutating func delay() -> Int64 {
    let delay = lag &- (reference ?? lag)
    guard delay > Self.tolerance else {
      least = .max
      return 0
    }
    if lag < least &- Self.progress {
      least = lag
      stuck = 0
      return delay
    }
    stuck &+= min(gap, Self.longestEvidence)
    guard stuck >= Self.patience else { return delay }
    reference = lag
    least = .max
    return 0
  }

  /// Out of line because it runs once per stream.
  @inline(never)
  private mutating func compareWithHost() -> Int64 {
    if let host {
      self.host = nil
      let expected = host.time.nanoseconds &- host.utc.nanosecondsSince1970
      let late = lag &- expected &- hostError
      if late > Self.slowest, late <= Self.longestBacklog { reference = expected }
    }
    return delay()
  }
}
