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
      if work.isActive {
        if before == .off, !slot.health.lacksHardware {
          slot.meter.enter(.acquiring, at: loop.now())
        }
        watchCall(of: slot)
      }
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
      guard work == .off else { continue }
      slot.meter.enter(slot.restState ?? .off, at: loop.now())
      if slot.health.isUsable { slot.health.lifecycle = .off }
      showRest(of: slot)
      announceAvailability()
    }
  }

  /// Starts to drive a provider whose work differs from the wanted work.
  func driveSoon(_ slot: ProviderSlot) {
    guard slot.desired != slot.applied || !slot.isConnected, !slot.isDriven else { return }
    slot.driver = Task { await drive(slot) }
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

// A provider may hang when it begins its work; another one then takes its place.

extension LocationEngine {
  /// The time after which a call is given up.
  private static let callLimit = Duration.seconds(10)
  /// How long a provider that answered late is not used again.
  private static let callPause = Duration.seconds(60)

  func watchCall(of slot: ProviderSlot) {
    slot.callTimer = loop.schedule(at: loop.now() + Self.callLimit) { [self, id = slot.id] in
      assumeIsolated { $0.giveUpCall(of: id) }
    }
  }

  /// Notes that the provider has answered its call, in time or not.
  func noteAnswer(of slot: ProviderSlot) {
    if let timer = slot.callTimer {
      loop.cancel(timer)
      slot.callTimer = nil
      return
    }
    guard slot.health.issues.contains(where: { $0.kind == .hang }) else { return }
    _ = loop.schedule(at: loop.now() + Self.callPause) { [self, id = slot.id] in
      assumeIsolated { engine in
        if let slot = engine.control[id] { engine.changeHealth(of: slot) { $0.clear(.hang) } }
      }
    }
  }

  private func giveUpCall(of id: ProviderID) {
    guard let slot = control[id], slot.callTimer != nil else { return }
    slot.callTimer = nil
    report(LocationError(.timeout, severity: .degraded, provider: id), from: slot)
    slot.driver?.cancel()
  }
}
