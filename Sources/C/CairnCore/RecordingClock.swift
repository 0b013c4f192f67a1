internal import CairnTypes

/// The time of a recording, which is read faster than it was made.
///
/// It runs with the boot clock and jumps to each fix that lies ahead of it, so that fixes are as far
/// apart as they were when they were recorded.
struct RecordingClock {
  /// How far it is ahead of the boot clock.
  private(set) var lead = Duration.zero
  /// The last fix: when it was, by this clock and by UTC.
  private var last: (time: MonotonicTime, utc: Timestamp?)?

  /// Between fixes of which one has no UTC, or that are not in order.
  private static let usual = Duration.seconds(1)
  /// Two fixes that are farther apart are of different recordings.
  private static let longest = Duration.seconds(86_400)

  /// Returns when a fix was, and advances the clock to it.
  mutating func time(of fix: Location, at now: MonotonicTime) -> MonotonicTime {
    var time = now
    if let last { time = last.time + gap(from: last.utc, to: fix.timestamp) }
    last = (time, fix.timestamp)
    if time > now { lead += time - now }
    return time
  }

  private func gap(from earlier: Timestamp?, to later: Timestamp?) -> Duration {
    guard let earlier, let later else { return Self.usual }
    let (difference, overflow) = later.nanosecondsSince1970.subtractingReportingOverflow(
      earlier.nanosecondsSince1970)
    guard !overflow else { return Self.usual }
    let gap = Duration.nanoseconds(difference)
    return gap > .zero && gap < Self.longest ? gap : Self.usual
  }
}
