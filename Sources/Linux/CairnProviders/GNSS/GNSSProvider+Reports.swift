internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// Reports about the receiver, and when they are sent.

extension GNSSProvider {
  func sendReportIfDue() {
    if loop.now() - reportedAt >= Self.reportInterval { sendReport() }
  }

  /// Sends what may change with every message: at once, or when the last report is old enough, so
  /// that the last state is always reported.
  func sendReportSoon() {
    guard reportTimer == nil else { return }
    let due = reportedAt + Self.reportInterval
    guard loop.now() < due else { return sendReport() }
    reportTimer = loop.schedule(at: due) { [weak self] in
      self?.assumeIsolated { provider in
        provider.reportTimer = nil
        provider.sendReportSoon()
      }
    }
  }

  func sendReport() {
    reportedAt = loop.now()
    if let session { report.note(session) }
    report.corrections = corrections?.report
    report.pulses = pulses?.report
    sink?.send(.receiver(report))
  }
}
