internal import CairnHAL
internal import CairnReceiver
internal import CairnTypes

/// Corrections for the receiver.
extension GNSSProvider {
  /// Starts the corrections for a working receiver, and pauses them while there is none.
  func routeCorrections(to session: ReceiverSession) {
    switch session.receiver.driver.phase {
    case .running where !session.canWrite: break
    case .running: corrections?.serve(session)
    case .idle, .probing, .resting: corrections?.pause()
    // A receiver that is being reconfigured keeps its corrections.
    case .identifying, .configuring: break
    }
  }

  /// Reports the state of the corrections; a failure once, until they come again.
  func correctionsChanged() {
    guard let corrections else { return }
    sendReport()
    guard let failure = corrections.failure else {
      reportedRefusal = nil
      return clear(.corrections)
    }
    let isRefusal = failure.isRefusal
    guard reportedRefusal != isRefusal else { return }
    reportedRefusal = isRefusal
    set(.corrections, "no corrections: \(failure.words)")
    sink?.send(
      .failure(
        LocationError(
          .correctionsUnavailable, severity: isRefusal ? .degraded : .transient,
          provider: descriptor.id, cause: failure.cause)))
  }
}
