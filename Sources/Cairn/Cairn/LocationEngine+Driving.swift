internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// Commands to providers, one call after the other, and the way in for their events.

extension LocationEngine {
  /// Brings a provider to the wanted work, which may change meanwhile.
  func drive(_ slot: ProviderSlot) async {
    if slot.isDriven {
      // The task that already drives it also handles the new work.
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

  /// Starts to drive a provider whose work differs from the wanted work.
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

  /// Switches a provider off and disconnects it.
  func release(_ slot: ProviderSlot) async {
    slot.desired = .off
    await drive(slot)
    // One that is off between measurements has not been told so: it may have something to put away.
    if !slot.isReceiver {
      slot.isDriven = true
      try? await slot.provider.perform(.off)
      slot.endDriving()
    }
    await slot.provider.connect(nil)
  }

  /// Connects a provider's events to the engine, until `release`.
  private func connect(_ slot: ProviderSlot) async {
    let confined = Carried(slot)
    await slot.provider.connect(
      ProviderSink(
        fixes: { [self] fix in
          guard loop.isCurrent else { return perform { $0.receive(fix, from: confined.value) } }
          // The loop is the engine's executor.
          unsafe loop.assume(self, fix, confined.value) { $0.receive($1, from: $2) }
        },
        others: { [self] event in
          guard loop.isCurrent else { return perform { $0.receive(event, from: confined.value) } }
          unsafe loop.assume(self, event, confined.value) { $0.receive($1, from: $2) }
        }))
  }
}
