public import CairnHAL
internal import CairnLinux
internal import CairnReceiver
public import CairnTypes

// What the provider is told to do.

extension GNSSProvider {
  public func perform(_ work: ProviderWork) async throws(LocationError) {
    let before = self.work
    switch (before, work) {
    case (.off, .off): break
    case (_, .off): await end()
    case (.off, _):
      self.work = work
      begin()
    default:
      self.work = work
      session?.quantum = quantum
      session?.setDemand(receiverDemand, resting: resting)
    }
  }

  /// Starts to look for a receiver.
  private func begin() {
    if let caster, corrections == nil {
      // `off` makes it release the closure.
      corrections = CorrectionSupply(caster, loop: loop) { [self] in
        assumeIsolated { $0.correctionsChanged() }
      }
    }
    sink?.send(.lifecycle(.starting))
    readState()
    // `off` releases the closure.
    supplies.onFailure = { [self] error, words in
      assumeIsolated { $0.supplyFailed(error, words) }
    }
    do throws(DeviceError) {
      // `off` makes the finder release it.
      try finder.start { [self] in assumeIsolated { $0.candidatesChanged() } }
    } catch {
      report(LocationError(.noProvider, provider: descriptor.id, cause: error))
    }
    open()
  }

  /// What the receiver should do; `nil` if it rests, or is only identified.
  var receiverDemand: ReceiverDemand? {
    guard control != .identify, let tracking = work.tracking else { return nil }
    return ReceiverDemand(tracking, takesCorrections: caster != nil)
  }

  /// How long the receiver should rest; `nil` while it does not.
  private var resting: Duration? {
    guard case .rest(let end) = work else { return nil }
    return max(.zero, end - loop.now())
  }

  var quantum: Duration { Self.quantum(for: work.tracking?.accuracy ?? .reduced) }

  private func end() async {
    cancelRetry()
    if let reportTimer { loop.cancel(reportTimer) }
    reportTimer = nil
    finder.stop()
    await letReceiverRest()
    sink?.send(.power(session?.powerState ?? .off))
    closeSession()
    set(.supply, supplies.switchAllOff()?.explanation)
    supplies.onFailure = { _, _ in }
    await supplies.settle()
    await finishState()
    corrections?.stop()
    corrections = nil
    reportedRefusal = nil
    work = .off
    reported = nil
    backoff = Backoff()
  }
}
