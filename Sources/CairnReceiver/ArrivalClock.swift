internal import CairnTypes

/// Tells how long an epoch waited unread, by the receiver's own clock.
///
/// While a process, a machine or a network stands still, epochs wait in the buffer of a terminal (4 KiB and
/// more) or of a connection (megabytes), and then arrive at once. Within one stream the boot clock at arrival
/// less the receiver's clock is nearly constant. The smallest difference of late is the reference; an epoch
/// that exceeds it has waited for the rest.
///
/// A receiver's clock may also be set back: at midnight where no date is known, when it learns of leap seconds,
/// after a restart. Then epochs go on arriving as regularly as before, and the reference follows at once. If it
/// is ever too small, it is given up after five seconds in which the delay did not shrink, as that of a backlog
/// does; so a recording may be played at any speed.
///
/// One value for each stream. Fed by the assemblers' output; reads no clock.
public struct ArrivalClock: Hashable, Sendable {
  /// Nanoseconds by which the arrival of epochs differs: the receiver's computing, the line, the reader's rest.
  private static let tolerance: Int64 = 500_000_000
  /// Nanoseconds: a backlog's delay shrinks, and by more than this.
  private static let progress: Int64 = 100_000_000
  /// Nanoseconds without such progress after which the receiver's clock is another one than it was.
  private static let patience: Int64 = 5_000_000_000
  /// Nanoseconds that one epoch may add to those: a pause is no evidence.
  private static let longestEvidence: Int64 = 2_000_000_000
  /// Nanoseconds that an epoch may take from its instant to the host, beside the error of the host's clock.
  private static let slowest: Int64 = 2_000_000_000
  /// Nanoseconds: what is older by the host's clock is a recording, or of a receiver that does not know UTC yet.
  private static let longestBacklog: Int64 = 3_600_000_000_000
  /// A difference between the rates of both clocks of 1/1,024 is followed: more than any oscillator has.
  private static let driftShift: Int64 = 10

  /// UTC by the host's clock, until the first epoch with UTC was compared with it.
  private var host: DateResolver.HostClock?
  /// Nanoseconds by which the host's clock may be off.
  private var hostError: Int64
  /// Nanoseconds between the clocks for an epoch that does not wait; `nil` before the first.
  private var reference: Int64?
  /// Of the last epoch, nanoseconds.
  private var arrival: Int64 = 0
  private var lag: Int64 = 0
  /// Nanoseconds between the arrivals of the last two epochs; before the second, every gap is regular.
  private var gap = Int64.max / 2
  /// The smallest `lag` since epochs are late, `.max` while they are not, and for how many nanoseconds it has been
  /// the smallest.
  private var least = Int64.max
  private var stuck: Int64 = 0

  /// A clock for a stream of which nothing has arrived.
  ///
  /// - Parameters:
  ///   - host: the host's clock, only if something keeps it right: tells whether the first epochs of a
  ///     connection are a backlog. `nil` takes them for new.
  ///   - accuracy: by how much that clock may be off.
  public init(host: DateResolver.HostClock? = nil, accuracy: Duration = .zero) {
    self.host = host
    hostError = accuracy.wholeNanoseconds
  }

  /// Takes one epoch.
  ///
  /// - Parameters:
  ///   - clock: nanoseconds by the receiver: UTC, or what it counts while it does not know UTC.
  ///   - isUTC: which of both.
  ///   - time: when the epoch's first byte was read.
  /// - Returns: nanoseconds that it waited before; 0 when it did not.
  mutating func delay(of clock: Int64, isUTC: Bool, at time: MonotonicTime) -> Int64 {
    // Nonsense may overflow, and is then only judged wrongly.
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
      // The clock went back although time went on, or it lost time although no epoch was kept waiting.
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

  /// Out of line: once for each stream.
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
