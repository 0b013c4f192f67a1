internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// What the providers are told, one call after the other, and where their events come in.

extension LocationEngine {
  /// Brings one provider to the work that is wanted of it, which may change meanwhile.
  func drive(_ slot: ProviderSlot) async {
    if slot.isDriven {
      // Whoever drives it sees to the new work as well.
      return await withCheckedContinuation { slot.waitingForDriver.append($0) }
    }
    slot.isDriven = true
    defer { slot.endDriving() }
    if !slot.isConnected {
      slot.isConnected = true
      await connect(slot)
    }
    while slot.desired != slot.applied {
      let (before, work) = (slot.applied, slot.desired)
      slot.applied = work
      if work.isActive { begin(slot, after: before) }
      if work == .off { slot.restState = nil }
      do throws(LocationError) {
        try await slot.provider.perform(work)
        noteAnswer(of: slot)
      } catch {
        noteAnswer(of: slot)
        if work.measurement != nil { end(slot, with: .failure(error)) }
        report(
          LocationError(
            error.code, severity: .degraded, provider: slot.id, cause: error.cause,
            reason: error.reason), from: slot)
      }
      if work == .off { noteOff(slot) }
    }
  }

  /// Starts to drive a provider that is not yet told what is wanted of it.
  func driveSoon(_ slot: ProviderSlot) {
    guard slot.desired != slot.applied || !slot.isConnected, !slot.isDriven else { return }
    slot.driver = Task { await drive(slot) }
  }

  private func begin(_ slot: ProviderSlot, after before: ProviderWork) {
    if before == .off, !slot.health.lacksHardware { slot.meter.enter(.acquiring, at: loop.now()) }
    watchCall(of: slot)
  }

  private func noteOff(_ slot: ProviderSlot) {
    slot.meter.enter(slot.restState ?? .off, at: loop.now())
    if slot.health.isUsable { slot.health.lifecycle = .off }
    showRest(of: slot)
    announceAvailability()
  }

  /// Ends a provider's work for good.
  func release(_ slot: ProviderSlot) async {
    slot.desired = .off
    await drive(slot)
    await slot.provider.connect(nil)
  }

  /// Lets a provider send its events here, until `release`.
  private func connect(_ slot: ProviderSlot) async {
    let confined = LoopConfined(slot)
    await slot.provider.connect(
      ProviderSink(
        fixes: { [self] fix in
          guard loop.isCurrent else { return perform { $0.receive(fix, from: confined.value) } }
          // The engine's executor is the loop.
          unsafe loop.assume(self, fix, confined.value) { $0.receive($1, from: $2) }
        },
        others: { [self] event in
          guard loop.isCurrent else { return perform { $0.receive(event, from: confined.value) } }
          unsafe loop.assume(self, event, confined.value) { $0.receive($1, from: $2) }
        }))
  }
}
