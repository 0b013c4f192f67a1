internal import CairnTypes

extension SimulatedReceiver {
  /// What a receiver is doing, as far as its port is concerned.
  enum Phase: Equatable, Sendable {
    /// Without supply.
    case off
    /// Until it is woken, by itself at a time or by the host.
    case asleep(Sleep, until: Duration?)
    /// Neither listens nor talks before that time.
    case starting(until: Duration)
    case running
  }

  /// Whether its supply is on; a receiver that sleeps by command is supplied.
  public var isSupplied: Bool { phase != .off }

  /// How the last search for satellites began.
  public var lastStart: ReceiverStart { searchKind }

  // MARK: - Supplies

  /// Switches the supply. Without it only a backup supply keeps the clock and battery-backed memory.
  ///
  /// - Parameters:
  ///   - isOn: whether there shall be one.
  ///   - elapsed: since the simulation's start.
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

  /// Takes away the backup supply, or puts it back.
  ///
  /// - Parameters:
  ///   - isOn: whether there shall be one.
  ///   - elapsed: since the simulation's start.
  public mutating func setBackupSupply(isOn: Bool, at elapsed: Duration) {
    pass(to: elapsed)
    configuration.hasBackupSupply = isOn
    guard phase == .off else { return }
    if !isOn { loseBatteryBacked() }
    enter(isOn ? .hardwareBackup : .off)
  }

  // MARK: - Sleep

  /// Falls asleep by command, or between two positions of on/off operation.
  mutating func fallAsleep(_ sleep: Sleep, isInactive: Bool = false) {
    noteTracking()
    loseVolatile()
    phase = .asleep(sleep, until: sleep.duration.map { now + $0 })
    enter(isInactive ? .inactive : .softwareBackup)
  }

  /// Begins to wake up: what is not stored is gone.
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

  /// Starts with what is stored; listens and talks after `delay`.
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

  /// Listens and talks from now on; the first epoch is due at once.
  mutating func run() {
    phase = .running
    poweredOn = now
    // Without battery-backed memory, what flash memory has of it counts; the clock is lost.
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

  /// The host has told something: a search that goes on may end earlier.
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

  /// Whether satellites can be received now, as far as the sky is concerned.
  func isBlocked(at time: Duration) -> Bool {
    configuration.radio.jamming == .certain || configuration.radio.antenna == .short
      || configuration.radio.antenna == .open
      || configuration.outages.contains { $0.contains(time) }
  }

  mutating func enter(_ state: PowerState) { meter.enter(state, at: now) }

  /// The state that follows from what it is doing while it runs.
  mutating func updatePowerState() {
    guard phase == .running else { return }
    guard isNavigating else { return enter(.stopped) }
    guard now >= fixDue, !isBlocked(at: now) else {
      trackingSince = nil
      return enter(.acquiring)
    }
    if trackingSince == nil, searchKind == .cold || searchKind == .warm {
      // Such a start has taken as long as it did because it received them.
      memory.ephemerides = now
    }
    let since = trackingSince ?? now
    trackingSince = since
    let isSettled = now >= since + plan.onTime
    enter(plan.powerMode == .cyclic && isSettled ? .cyclic : .tracking)
    noteTracking()
  }

  /// What tracking has given so far is remembered.
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

  /// Works with what is stored.
  mutating func restoreSettings() {
    store.start(keepsBatteryBacked: true)
    settings = savedSettings?.started ?? factorySettings
    overriddenBaudRate = nil
    configurationChanged()
    if configuration.systems != store.systems, talksUBX { systemsChanged() }
  }
}
