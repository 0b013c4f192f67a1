internal import CairnTypes
internal import CairnUBX

/// Bytes that are sent together.
struct Burst: Equatable, Sendable {
  var bytes: [UInt8]
  /// Speed in baud; `nil` for the line's speed when the bytes leave.
  var baudRate: UInt32?
}

/// An answer that is sent later.
struct Late: Equatable, Sendable {
  var due: Duration
  var burst: Burst
}

extension SimulatedReceiver {
  /// Advances to `elapsed`; output on the way is added to `outbox`.
  mutating func pass(to elapsed: Duration) {
    while let due = nextEvent, due <= elapsed {
      now = max(now, due)
      step()
    }
    now = max(now, elapsed)
  }

  /// Takes the host's bytes; answers are added to `outbox`.
  mutating func take(_ bytes: Span<UInt8>, at elapsed: Duration) {
    pass(to: elapsed)
    guard !bytes.isEmpty, !faults.isDeaf(at: now) else { return }
    switch phase {
    case .off, .starting: break
    case .asleep(let sleep, _): if sleep.wakesOnReception { wake() }
    case .running: hear(bytes)
    }
  }

  mutating func takeBursts() -> [Burst] {
    defer { outbox = [] }
    return outbox
  }

  mutating func takeBytes() -> [UInt8] {
    guard let first = outbox.first else { return [] }
    defer { outbox = [] }
    return outbox.count == 1 ? first.bytes : outbox.flatMap(\.bytes)
  }

  /// Performs the one event that is due first.
  private mutating func step() {
    if let fault = faults.takeDue(at: now) { return happen(fault) }
    if let answer = late.first, answer.due <= now {
      late.removeFirst()
      return offer(answer.burst)
    }
    switch phase {
    case .off: break
    case .asleep: wake()
    case .starting: run()
    case .running:
      updatePowerState()
      if let pause = pauseDue, pause <= now {
        pauseOperation()
      } else if isNavigating && nextEpoch <= now {
        epoch()
      }
    }
  }

  private mutating func epoch() {
    let solution = solve(at: nextEpoch)
    lastSolution = solution
    epochCount += 1
    nextEpoch += powerState == .cyclic ? max(period, plan.positionPeriod) : period
    if plan.sendsNMEA { sendSentences(solution) }
    if plan.sendsUBX { sendMessages(solution) }
  }

  // MARK: - On/off operation

  /// When the receiver next falls asleep in on/off operation; `nil` while it does not.
  var pauseDue: Duration? {
    guard plan.powerMode == .onOff, phase == .running, let trackingSince else { return nil }
    return trackingSince + plan.onTime
  }

  private mutating func pauseOperation() {
    fallAsleep(Sleep(duration: max(.seconds(1), plan.positionPeriod)), isInactive: true)
  }

  // MARK: - Faults

  private mutating func happen(_ fault: FaultSchedule.Event) {
    switch fault {
    case .reset:
      guard phase != .off else { return }
      noteTracking()
      boot(at: now, after: traits.wakeTime)
    case .brownOut:
      guard phase != .off else { return }
      loseBatteryBacked()
      boot(at: now, after: traits.wakeTime)
      overriddenBaudRate = traits.baudRate
      // The reported configuration has this speed as well.
      let rate = ConfigurationStore.Change(
        key: Key.baudRate(configuration.port), value: UInt64(traits.baudRate))
      if hasLineSpeed, talksUBX { store.store([rate], in: .ram) }
      configurationChanged()
    case .garbage(let count):
      guard phase != .off else { return }
      var random = SeededGenerator(seed: configuration.seed ^ UInt64(count))
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      outbox.append(Burst(bytes: bytes))
    }
  }
}
