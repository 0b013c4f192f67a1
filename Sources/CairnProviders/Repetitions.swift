internal import CairnLinux
internal import CairnTypes

/// Limits how often is told what a receiver can change with every message, so that none fills a log or keeps every
/// client busy.
struct Repetitions {
  /// From one report of health to the next.
  private static let reportInterval = Duration.seconds(1)
  /// From one fault to the same one.
  private static let faultInterval = Duration.seconds(10)

  /// Runs while a report waits for its turn.
  var reportTimer: TimerID?
  private var report: MonotonicTime?
  private var antennaFault: MonotonicTime?
  private var interference: MonotonicTime?
  private var load: MonotonicTime?

  /// Returns when a report may be sent, and takes it for sent if that is now.
  mutating func nextReport(after now: MonotonicTime) -> MonotonicTime {
    if let report, now - report < Self.reportInterval { return report + Self.reportInterval }
    report = now
    return now
  }

  /// Whether an antenna's fault is told, which then counts as told.
  mutating func permitAntennaFault(at now: MonotonicTime) -> Bool {
    Self.permit(&antennaFault, at: now)
  }

  /// Whether interference is told, which then counts as told.
  mutating func permitInterference(at now: MonotonicTime) -> Bool {
    Self.permit(&interference, at: now)
  }

  /// Whether a full port is told, which then counts as told.
  mutating func permitLoad(at now: MonotonicTime) -> Bool { Self.permit(&load, at: now) }

  private static func permit(_ last: inout MonotonicTime?, at now: MonotonicTime) -> Bool {
    if let last, now - last < faultInterval { return false }
    last = now
    return true
  }
}
