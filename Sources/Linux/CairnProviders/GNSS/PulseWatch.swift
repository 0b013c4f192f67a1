internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Watches a receiver's pulses while its port is open, and compares them with the system clock.
///
/// Isolation: the event loop.
final class PulseWatch {
  private let path: String
  private let loop: EventLoop
  private let onPulse: ((Pulse) -> Void)?
  private var feed: (any PulseFeed)?
  private var statistics = PulseStatistics()
  private var lastPulse: MonotonicTime?
  private var failure: DeviceError?

  /// Starts to watch; if the source cannot be opened, the report says so.
  ///
  /// - Parameters:
  ///   - path: `/dev/ppsN`, or a link to it.
  ///   - loop: the provider's event loop.
  ///   - access: opens the source.
  ///   - onPulse: receives each pulse.
  ///   - onNews: called after each pulse and each missing pulse; not after `stop()`.
  init(
    path: String, loop: EventLoop, access: DeviceAccess, onPulse: ((Pulse) -> Void)?,
    onNews: @escaping () -> Void
  ) {
    self.onPulse = onPulse
    self.path = path
    self.loop = loop
    do throws(DeviceError) {
      feed = try access.openPulses(path, loop) { [weak self] event in
        self?.note(event)
        onNews()
      }
    } catch {
      failure = error
    }
  }

  /// Stops watching. Idempotent.
  func stop() {
    feed?.stop()
    feed = nil
  }

  /// The statistics so far.
  var report: ReceiverReport.Pulses {
    var report = ReceiverReport.Pulses(source: path)
    report.count = statistics.count
    report.missed = statistics.missed
    report.rejected = statistics.rejected
    report.offset = statistics.offset
    report.jitter = statistics.jitter
    report.age = lastPulse.map { (loop.now() - $0).inSeconds }
    report.failure = failure?.explanation
    return report
  }

  private func note(_ event: PulseSource.Event) {
    switch event {
    case .pulse(let pulse):
      onPulse?(pulse)
      let known = statistics.count
      statistics.note(nanoseconds: pulse.nanoseconds, sequence: pulse.sequence)
      if statistics.count > known { lastPulse = loop.now() }
    case .missing: break
    case .failed(let error):
      failure = error
      stop()
    }
  }
}
