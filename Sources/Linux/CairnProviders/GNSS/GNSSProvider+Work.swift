public import CairnHAL
internal import CairnLinux
internal import CairnReceiver
public import CairnTypes

// Work of the provider.

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
      notePowerOrder()
      watchRest()
    }
  }

  /// Lets the receiver sleep once a rest has ended and no fix was requested: a receiver stays awake
  /// for a rest that is too short to save energy.
  private func watchRest() {
    cancelRestTimer()
    guard case .rest(let end) = work, end != .distantFuture else { return }
    // `off` makes it release the closure.
    restTimer = loop.schedule(at: end + Self.restGrace) { [self] in
      assumeIsolated {
        _ = $0.session?.setDemand(nil)
        $0.notePowerOrder()
      }
    }
  }

  /// Reports a receiver as asleep or waking as soon as it is commanded. Its silence or its answer
  /// confirms that only later, and an event corrects it if the command failed.
  private func notePowerOrder() {
    guard let state = session?.powerState, state.isAsleep || state == .waking else { return }
    sink?.send(.power(state))
  }

  private func cancelRestTimer() {
    if let restTimer { loop.cancel(restTimer) }
    restTimer = nil
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

  /// Reports required of the receiver; `nil` if it rests, or is only identified.
  var receiverDemand: ReportDemand? {
    guard control != .identify, let tracking = work.tracking else { return nil }
    return ReportDemand(tracking, takesCorrections: caster != nil)
  }

  /// How long the receiver should rest; `nil` while it does not rest, or rests longer than
  /// announced.
  private var resting: Duration? {
    guard case .rest(let end) = work, end > loop.now() else { return nil }
    return end - loop.now()
  }

  var quantum: Duration { Self.quantum(for: work.tracking?.accuracy ?? .reduced) }

  private func end() async {
    cancelRetry()
    cancelRestTimer()
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
