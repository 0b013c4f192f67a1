public import CairnTypes

// How the receiver is put to sleep and woken.

extension ReceiverDriver {
  /// The receiver's power state, or the one that it is falling asleep into; `nil` for a receiver
  /// that never sleeps.
  public var powerState: PowerState? { memory.power?.destination }

  /// Whether it can save power between fixes by itself: a u-blox since generation 7, not over USB,
  /// whose host keeps it awake. A NEO-6M may restart if it is told to before it has a good fix.
  public var canCycle: Bool {
    guard setup.traits != nil, setup.permission != .never, setup.port != .usb,
      let identity = memory.identity
    else { return false }
    return identity.dialect == .uBloxKeys
      || identity.dialect.isUBX && (identity.ubxProtocolVersion ?? 0) >= 1400
  }

  /// Whether it can be put to sleep and woken, by its supply or by a known command.
  public var canSleep: Bool {
    guard let traits = setup.traits else { return false }
    let isListening = setup.permission != .never
    let dialect = isListening ? memory.identity?.dialect ?? .none : .none
    for method in SleepMethod.allCases where traits.state(by: method, dialect) != nil {
      return true
    }
    return false
  }

  func sleep(for gap: Duration?, at now: MonotonicTime) {
    guard !refusesSleep, case .goesTo = memory.power?.sleep(for: gap, at: now, &actions) else {
      return
    }
    phase = .resting
    takePowerEvents(at: now)
  }

  func wake(at now: MonotonicTime) {
    memory.power?.wake(at: now, &actions)
    takePowerEvents(at: now)
  }

  /// Advances the sleep.
  func rest(at now: MonotonicTime) {
    memory.power?.fire(at: now, &actions)
    takePowerEvents(at: now)
  }

  func takePowerEvents(at now: MonotonicTime) {
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
