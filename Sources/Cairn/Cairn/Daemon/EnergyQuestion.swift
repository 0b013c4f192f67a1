internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnWire

extension LocationEngine {
  /// Asks the daemon what was drawn, and for whom.
  ///
  /// - Returns: `nil` without a daemon, or if it does not answer in time.
  func daemonEnergy() async -> EnergyLedger? {
    guard let path = link?.path else { return nil }
    return await withCheckedContinuation { continuation in
      EnergyQuestion(continuation).ask(path, on: loop)
    }
  }
}

/// One question for the daemon's ledger. Isolation: the event loop; alive until the answer.
private final class EnergyQuestion {
  private static let patience = Duration.seconds(1)

  private var continuation: CheckedContinuation<EnergyLedger?, Never>?
  private var watch: DaemonWatch?
  private var timer: TimerID?

  init(_ continuation: CheckedContinuation<EnergyLedger?, Never>) {
    self.continuation = continuation
  }

  func ask(_ path: String, on loop: EventLoop) {
    // `answer` ends both.
    timer = loop.schedule(at: loop.now() + Self.patience) { [self] in answer(nil, loop) }
    var request = WatchRequest()
    request.wantsEnergy = true
    watch = DaemonWatch(at: path, request, loop: loop) { [self] message in
      if let energy = try? WatchedEnergy.decode(message) { answer(EnergyLedger(energy), loop) }
    }
  }

  private func answer(_ ledger: EnergyLedger?, _ loop: EventLoop) {
    guard let continuation else { return }
    self.continuation = nil
    watch?.close()
    watch = nil
    if let timer { loop.cancel(timer) }
    continuation.resume(returning: ledger)
  }
}
