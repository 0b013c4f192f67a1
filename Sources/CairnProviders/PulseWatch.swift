internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// A receiver's pulses while its port is open, and what they say of the system's clock.
///
/// Isolation: the event loop.
final class PulseWatch {
  private let path: String
  private let loop: EventLoop
  private var feed: (any PulseFeed)?
  private var statistics = PulseStatistics()
  private var lastPulse: MonotonicTime?
  private var failure: DeviceError?

  /// Begins to watch; a source that cannot be opened is told of in the report.
  ///
  /// - Parameters:
  ///   - path: `/dev/ppsN`, or a link to it.
  ///   - loop: the provider's.
  ///   - access: how the source is opened.
  ///   - onNews: called after each pulse, and for each that is missing; not after `stop()`.
  init(
    path: String, loop: EventLoop, access: DeviceAccess, onNews: @escaping () -> Void
  ) {
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

  /// Idempotent.
  func stop() {
    feed?.stop()
    feed = nil
  }

  /// What has been seen so far.
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
