internal import CairnTypes

// How the receiver is put to sleep and woken.

extension ReceiverDriver {
  mutating func sleep(for gap: Duration?, at now: MonotonicTime) {
    guard !refusesSleep, case .goesTo = memory.power?.sleep(for: gap, at: now, &actions) else {
      return
    }
    phase = .resting
    takePowerEvents(at: now)
  }

  mutating func wake(at now: MonotonicTime) {
    memory.power?.wake(at: now, &actions)
    takePowerEvents(at: now)
  }

  /// Advances the sleep.
  mutating func rest(at now: MonotonicTime) {
    memory.power?.fire(at: now, &actions)
    takePowerEvents(at: now)
  }

  mutating func takePowerEvents(at now: MonotonicTime) {
    while let event = memory.power?.takeEvent() {
      switch event {
      case .asleep(let state): events.append(.asleep(state))
      case .refusedToSleep:
        refusesSleep = true
        // A receiver that may have stopped anyway is being woken first.
        guard let power = memory.power, power.state != .waking else { continue }
        events.append(.awake(power.keeper.expectedStart(at: now)))
        run(at: now)
      case .awake(let wake, let start):
        memory.baudRate = wake.baudRate
        events.append(.awake(start))
        errands.noteStart(start, at: now)
        if wake.lostConfiguration { configure(at: now) } else { run(at: now) }
      case .unresponsive: recover(.unresponsive, at: now)
      }
    }
  }
}
