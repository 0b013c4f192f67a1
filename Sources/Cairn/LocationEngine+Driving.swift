internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

/// What the providers are told, one call after the other.
extension LocationEngine {
  /// Brings one provider to what is wanted of it, which may change meanwhile.
  func drive(_ slot: ProviderSlot) async {
    if slot.isDriven {
      // Who drives it sees to the new wish as well.
      return await withCheckedContinuation { slot.waitingForDriver.append($0) }
    }
    slot.isDriven = true
    defer { slot.endDriving() }
    while slot.desired != slot.applied {
      let target = slot.desired
      switch (slot.applied, target) {
      case (nil, let job?):
        slot.applied = target
        if !slot.health.lacksHardware { slot.meter.enter(.acquiring, at: loop.now()) }
        watchStart(of: slot)
        do {
          try await slot.provider.start(job.demand, sink: sink(for: slot))
          noteStarted(slot)
        } catch {
          noteStarted(slot)
          report(
            LocationError(error.code, severity: .degraded, provider: slot.id, cause: error.cause),
            from: slot)
        }
      case (let old?, let job?) where old.operation == job.operation:
        await slot.provider.update(job.demand)
        slot.applied = target
      case (.some, _?):
        await slot.provider.stop()
        slot.applied = nil
      case (.some, nil):
        slot.restState = nil
        await slot.provider.stop()
        slot.applied = nil
        slot.meter.enter(slot.restState ?? .off, at: loop.now())
        if slot.health.isUsable { slot.health = .off }
        showRest(of: slot)
        announceAvailability()
      case (nil, nil):
        break
      }
    }
  }

  /// Keeps the engine: the provider lets go of its sink when it is stopped, and `stop` stops all.
  private func sink(for slot: ProviderSlot) -> ProviderSink {
    let confined = LoopConfined(slot)
    return ProviderSink(
      fixes: { [self] fix in
        guard loop.isCurrent else { return perform { $0.receive(fix, from: confined.value) } }
        // The engine's executor is the loop.
        unsafe loop.assume(self, fix, confined.value) { $0.receive($1, from: $2) }
      },
      others: { [self] event in
        guard loop.isCurrent else { return perform { $0.receive(event, from: confined.value) } }
        unsafe loop.assume(self, event, confined.value) { $0.receive($1, from: $2) }
      })
  }
}
