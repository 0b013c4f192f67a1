public import CairnTypes

/// What one change of state takes.
public struct StateChange: Equatable, Sendable {
  /// Millijoules beyond what the states draw.
  public var energy: Double
  /// From the wish to the new state.
  public var latency: Duration

  /// See the properties.
  public init(energy: Double = 0, latency: Duration = .zero) {
    self.energy = energy
    self.latency = latency
  }
}

/// What each state of a satellite receiver draws, and what it takes to change it.
public struct ReceiverCosts: Equatable, Sendable {
  /// What it draws while it searches and tracks, and how long it searches.
  public var energy: ReceiverEnergy
  /// Milliwatts without supply: what the switch leaks.
  public var off: Double
  /// Milliwatts of each sleep; `nil` where nobody says, which counts as the cheapest that is known.
  public var hardwareBackup, softwareBackup, standby: Double?
  /// Its supply is switched on.
  public var switchingOn: StateChange
  /// It is woken.
  public var waking: StateChange
  /// It is sent to sleep.
  public var fallingAsleep: StateChange

  /// A receiver whose changes of state cost nothing and take no time.
  ///
  /// - Parameters:
  ///   - energy: what it draws while it searches and tracks.
  ///   - off: milliwatts without supply.
  public init(_ energy: ReceiverEnergy, off: Double = 0) {
    self.energy = energy
    self.off = off
    switchingOn = StateChange()
    waking = StateChange()
    fallingAsleep = StateChange()
  }

  /// What a profile says; `nil` where it does not say what searching and tracking cost, or how long a
  /// start takes.
  public init?(_ profile: HardwareProfile) {
    guard let energy = ReceiverEnergy(profile) else { return nil }
    let figures = profile.figures
    self.init(energy, off: figures[.offPower]?.value ?? 0)
    hardwareBackup = figures[.hardwareBackupPower]?.value
    softwareBackup = figures[.softwareBackupPower]?.value
    standby = figures[.standbyPower]?.value
    switchingOn = StateChange(
      energy: figures[.startEnergy]?.value ?? 0,
      latency: profile.supply.startUp?.value ?? .milliseconds(500))
    waking = StateChange(
      energy: figures[.wakeEnergy]?.value ?? 0,
      latency: profile.wake?.latency?.value ?? .milliseconds(500))
    fallingAsleep = StateChange(
      energy: figures[.sleepEnergy]?.value ?? 0,
      latency: Duration(clamping: figures[.sleepLatency]?.value ?? 0))
  }

  /// Milliwatts in a state.
  public func power(in state: PowerState) -> Double {
    switch state {
    case .off: off
    case .backup(.hardware): hardwareBackup ?? energy.backup
    case .backup(.software): softwareBackup ?? energy.backup
    case .standby: standby ?? energy.backup
    case .waking, .acquiring: energy.acquiring
    case .tracking: energy.tracking
    case .cyclic: energy.cyclic?.power ?? energy.tracking
    }
  }

  /// What it takes to leave a state in which it sleeps.
  func change(from state: PowerState) -> StateChange {
    state.keepsMemory && state != .backup(.hardware) ? waking : switchingOn
  }
}
