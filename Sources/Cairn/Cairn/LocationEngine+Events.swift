internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

// Events of providers, and their consequences.

extension LocationEngine {
  func receive(_ event: ProviderEvent, from slot: ProviderSlot) {
    if case .fix(let fix) = event { return receive(fix, from: slot) }
    if !taps.isEmpty { show(event, of: slot) }
    switch event {
    case .measured(let outcome):
      if slot.applied.measurement != nil { end(slot, with: outcome) }
    case .noFix: noteNothing(of: slot)
    case .lifecycle(let lifecycle):
      changeHealth(of: slot) { $0.lifecycle = lifecycle }
      if case .searching = lifecycle, slot.desired.isActive { schedule(.searching(slot.id)) }
    case .issue(let issue): changeHealth(of: slot) { $0.raise(issue) }
    case .resolved(let kind): changeHealth(of: slot) { $0.clear(kind) }
    case .failure(let error): report(error, from: slot)
    case .power(let state):
      slot.meter.enter(state, at: loop.now())
      slot.restState = state
      showRest(of: slot)
      if state == .acquiring, slot.desired.isActive { schedule(.searching(slot.id)) }
    case .descriptor(let descriptor):
      energy.replaceDescriptor(of: slot, by: descriptor, at: loop.now())
      providersChanged()
    case .satellites(let report): judge(report, of: slot)
    case .observation(let observation): slot.observation = observation
    case .cue:
      bookWake()
      positions.intake.takeCue(slot.id, at: loop.now())
      schedule(.cue(slot.id))
    case .cuesEnded:
      positions.intake.endCues(of: slot.id, at: loop.now())
      schedule(.cuesEnded(slot.id))
    case .fix, .receiver: break
    }
  }

  // MARK: - Positions

  func receive(_ fix: Location, from slot: ProviderSlot) {
    if !taps.isEmpty { show(.fix(fix), of: slot) }
    guard slot.applied != .off || !slot.isReceiver else { return }
    let now = loop.now()
    // The fix of a receiver that is to rest is late, and says nothing of its state.
    if !slot.isReceiver || slot.applied.tracking != nil {
      if slot.isReceiver { serve(slot) }
      slot.meter.noteFix(at: now)
    }
    take(fix, of: slot, at: now)
  }

  /// Handles the end of a measurement.
  func end(_ slot: ProviderSlot, with outcome: MeasurementOutcome) {
    (slot.desired, slot.applied) = (.off, .off)
    slot.meter.noteMeasurement()
    let now = loop.now()
    switch outcome {
    case .positions(let positions):
      guard let best = positions.min(by: { $0.horizontalAccuracy < $1.horizontalAccuracy }) else {
        return schedule(.noFix(slot.id))
      }
      serve(slot)
      for position in positions where position != best { pass(position, of: slot, at: now) }
      take(best, of: slot, at: now)
    case .nothing: schedule(.noFix(slot.id))
    case .failure(let error):
      schedule(.noFix(slot.id))
      report(error, from: slot)
    }
  }

  /// Serves clients with a position and lets the scheduler learn from it.
  private func take(_ fix: Location, of slot: ProviderSlot, at now: MonotonicTime) {
    let isHistory = pass(fix, of: slot, at: now).isHistory
    guard !isHistory, fix.source.fix != .estimated, control.learns(from: slot, at: now)
    else { return }
    learn(fix, of: slot)
  }

  /// Takes a fix, and passes on the position that the filter makes of it.
  @discardableResult
  private func pass(
    _ fix: Location, of slot: ProviderSlot, at now: MonotonicTime
  ) -> FixIntake.Verdict {
    var fix = fix
    let verdict = positions.intake.take(&fix, traits: slot.traits, at: now)
    if verdict.passesFix, positions.hasRawClients {
      tell { $0.takesRawFixes ? $0.receive(fix, at: now) : [] }
    }
    guard verdict.givesPosition, let position = positions.last else { return verdict }
    if position.source.fix == .estimated {
      continueCourse(to: position, at: now)
    } else {
      if slot.descriptor.technology == .gnss {
        for other in control.slots where other !== slot { other.provider.learn(from: position) }
      }
      pass(position, at: now)
    }
    awaitGap()
    return verdict
  }

  private func noteNothing(of slot: ProviderSlot) {
    let now = loop.now()
    slot.meter.noteNothing(at: now)
    // A start that has found nothing yet loses nothing that was known.
    guard slot.isReceiver, shared.plan.energy.mode != .sampled else { return }
    for client in clients { client.noteLoss(at: now) }
    arm()
  }

  // MARK: - Health

  private func serve(_ slot: ProviderSlot) {
    slot.forgetFaults()
    if !slot.isServing { changeHealth(of: slot) { $0.lifecycle = .serving } }
  }

  func changeHealth(of slot: ProviderSlot, _ change: (inout ProviderHealth) -> Void) {
    var health = slot.health
    change(&health)
    if health != slot.health { setHealth(health, of: slot) }
  }

  /// Apart from `changeHealth`, which is compiled anew for each change.
  private func setHealth(_ health: ProviderHealth, of slot: ProviderSlot) {
    let before = slot.health
    slot.health = health
    if health.lacksHardware != before.lacksHardware {
      slot.meter.notePresence(!health.lacksHardware, at: loop.now())
    }
    if health.lacksHardware {
      positions.intake.noteLoss(of: slot.id)
      slot.meter.enter(.off, at: loop.now())
    } else if before.lacksHardware, slot.applied.isActive {
      slot.meter.enter(.acquiring, at: loop.now())
    }
    let isBack = before.lifecycle == .absent && health.lifecycle != .absent
    let serves = health.lifecycle == .serving || health.lifecycle == .off
    if isBack || health.isUsable && serves { slot.forgetFaults() }
    if before.isUsable != health.isUsable || before.obstacle != health.obstacle {
      availabilityChanged()
    } else {
      announceAvailability()
    }
  }

  /// Reports an error; a lost provider is a degradation while another serves, otherwise transient.
  ///
  /// A fault that continues is reported once to each client, until the provider serves again.
  func report(_ error: LocationError, from slot: ProviderSlot) {
    var error = error
    error.provider = error.provider ?? slot.id
    let known = error.code.concernsQuality ? 0 : slot.note(error, toldUpTo: newestClient)
    if error.code == .network {
      let isServed = control.slots.contains { $0 !== slot && $0.isServing && $0.desired.isActive }
      error.severity = isServed ? .degraded : .transient
    } else if error.code == .providerLost {
      changeHealth(of: slot) { $0.lifecycle = .absent }
      error.severity = control.hasProvider ? .degraded : .transient
    } else if error.severity != .transient, !error.code.concernsQuality {
      changeHealth(of: slot) { $0.raise(ProviderIssue(blocking: error)) }
    }
    for client in clients where client.isRunning && client.id > known { client.fail(error) }
    finishRequests()
  }
}
