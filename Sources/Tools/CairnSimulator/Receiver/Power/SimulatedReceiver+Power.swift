internal import CairnTypes

extension SimulatedReceiver {
  /// State of a receiver as it appears at its port.
  enum Phase: Equatable, Sendable {
    /// The receiver has no supply.
    case off
    /// Asleep until the given time or until the host wakes it.
    case asleep(Sleep, until: Duration?)
    /// Neither listens nor talks before the given time.
    case starting(until: Duration)
    case running
  }

  /// Whether the supply is on; also true while the receiver sleeps by command.
  public var isSupplied: Bool { phase != .off }

  /// How the last search for satellites began.
  public var lastStart: ReceiverStart { searchKind }

  // MARK: - Supplies

  /// Switches the supply. Without it, only a backup supply keeps clock and battery-backed memory.
  ///
  /// - Parameters:
  ///   - isOn: whether the supply is on from now on.
  ///   - elapsed: time since the simulation's start.
  public mutating func setSupply(isOn: Bool, at elapsed: Duration) {
    pass(to: elapsed)
    guard isOn != isSupplied else { return }
    if isOn {
      boot(at: now, after: traits.wakeTime)
    } else {
      noteTracking()
      loseVolatile()
      phase = .off
      if !configuration.hasBackupSupply { loseBatteryBacked() }
      enter(configuration.hasBackupSupply ? .hardwareBackup : .off)
    }
  }

  // MARK: - Sleep

  /// Falls asleep by command, or between two positions in on/off operation.
  mutating func fallAsleep(_ sleep: Sleep, isInactive: Bool = false) {
    noteTracking()
    loseVolatile()
    phase = .asleep(sleep, until: sleep.duration.map { now + $0 })
    enter(isInactive ? .inactive : .softwareBackup)
  }

  /// Begins to wake up; settings that are not stored are lost.
  mutating func wake() {
    guard case .asleep(let sleep, _) = phase else { return }
    if sleep.losesSettings {
      restoreSettings()
    } else if sleep.losesSpeed {
      settings.baudRate = (savedSettings?.started ?? factorySettings).baudRate
      overriddenBaudRate = nil
      configurationChanged()
    }
    boot(at: now, after: traits.wakeTime, restoring: false)
  }

  // MARK: - Starts

  /// Starts with the stored settings; listens and talks after `delay`.
  mutating func boot(at time: Duration, after delay: Duration, restoring: Bool = true) {
    if restoring { restoreSettings() }
    loseVolatile()
    if delay > .zero {
      phase = .starting(until: time + delay)
      enter(.starting)
    } else {
      run()
    }
  }

  /// Starts to listen and talk; the first epoch is due at once.
  mutating func run() {
    phase = .running
    poweredOn = now
    // If battery-backed memory was lost, flash memory restores it, except for the clock.
    if !memory.position, let storedMemory {
      memory = storedMemory
      memory.time = false
    }
    nextEpoch = now
    greet()
    navigate()
  }

  /// Begins to search for satellites.
  mutating func navigate() {
    isNavigating = true
    lastState = nil
    trackingSince = nil
    searchStart = now
    searchKind = memory.start(at: now, lifetime: traits.start.ephemerisLifetime)
    fixDue = now + (configuration.timeToFirstFix ?? traits.start.timeToFirstFix(searchKind))
    nextEpoch = max(nextEpoch, now)
    updatePowerState()
  }

  /// Stops navigation; the port stays alive.
  mutating func stopNavigation() {
    noteTracking()
    isNavigating = false
    lastState = nil
    trackingSince = nil
    updatePowerState()
  }

  /// Shortens a running search if the host's information allows it.
  mutating func aided() {
    guard isNavigating, phase == .running, now < fixDue, configuration.timeToFirstFix == nil else {
      return
    }
    let kind = memory.start(at: now, lifetime: traits.start.ephemerisLifetime)
    let due = now + traits.start.timeToFirstFix(kind)
    guard due < fixDue else { return }
    fixDue = due
    searchKind = kind
  }

  // MARK: - States

  /// Whether interference, the antenna or an outage prevents reception at `time`.
  func isBlocked(at time: Duration) -> Bool {
    configuration.radio.jamming == .certain || configuration.radio.antenna == .short
      || configuration.radio.antenna == .open
      || configuration.outages.contains { $0.contains(time) }
  }

  mutating func enter(_ state: PowerState) { meter.enter(state, at: now) }

  /// Sets the power state that results from the running receiver's activity.
  mutating func updatePowerState() {
    guard phase == .running else { return }
    guard isNavigating else { return enter(.stopped) }
    guard now >= fixDue, !isBlocked(at: now) else {
      trackingSince = nil
      return enter(.acquiring)
    }
    if trackingSince == nil, searchKind == .cold || searchKind == .warm {
      // Receiving the ephemerides is the reason why such a start takes so long.
      memory.ephemerides = now
    }
    let since = trackingSince ?? now
    trackingSince = since
    let isSettled = now >= since + plan.onTime
    enter(plan.powerMode == .cyclic && isSettled ? .cyclic : .tracking)
    noteTracking()
  }

  /// Stores the data that tracking has yielded so far in memory.
  mutating func noteTracking() {
    guard phase == .running, isNavigating, let trackingSince else { return }
    memory.time = true
    memory.position = true
    memory.isAided = false
    if now - trackingSince >= traits.start.ephemerisDownload { memory.ephemerides = now }
  }

  private mutating func loseVolatile() {
    isNavigating = false
    trackingSince = nil
    lastState = nil
    dialogue = HostDialogue()
    openTransaction = nil
    late = []
    backlog = TransmitBacklog()
    corrections.forgetStation()
  }

  mutating func loseBatteryBacked() {
    memory = Knowledge()
    store.start(keepsBatteryBacked: false)
  }

  /// Returns to the stored settings.
  mutating func restoreSettings() {
    store.start(keepsBatteryBacked: true)
    settings = savedSettings?.started ?? factorySettings
    overriddenBaudRate = nil
    configurationChanged()
    if configuration.systems != store.systems, talksUBX { systemsChanged() }
  }
}
