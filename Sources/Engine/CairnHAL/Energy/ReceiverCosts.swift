public import CairnTypes

/// Energy and time that one change of state costs.
public struct StateChange: Equatable, Sendable {
  /// Millijoules beyond what the states draw.
  public var energy: Double
  /// Time from the command to the new state.
  public var latency: Duration

  /// See the properties.
  public init(energy: Double = 0, latency: Duration = .zero) {
    self.energy = energy
    self.latency = latency
  }
}

/// The power of each state of a satellite receiver, and the cost of each change of state.
public struct ReceiverCosts: Equatable, Sendable {
  /// The power of searching and tracking, and how long a search takes.
  public var energy: ReceiverEnergy
  /// Milliwatts without supply: the leakage of the switch.
  public var off: Double
  /// Milliwatts of each sleep state; `nil` if unknown, in which case `energy.backup` applies.
  public var hardwareBackup, softwareBackup, standby: Double?
  /// The cost of switching its supply on.
  public var switchingOn: StateChange
  /// The cost of waking it.
  public var waking: StateChange
  /// The cost of sending it to sleep.
  public var fallingAsleep: StateChange

  /// Creates the costs of a receiver that changes its state at once and for nothing.
  ///
  /// - Parameters:
  ///   - energy: the power of searching and tracking.
  ///   - off: milliwatts without supply.
  public init(_ energy: ReceiverEnergy, off: Double = 0) {
    self.energy = energy
    self.off = off
    switchingOn = StateChange()
    waking = StateChange()
    fallingAsleep = StateChange()
  }

  /// Creates the costs from a profile; `nil` if the profile lacks the power of searching or
  /// tracking, or the time of a cold start.
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

  /// Returns the milliwatts drawn in a state.
  public func power(in state: PowerState) -> Double {
    switch state {
    case .off: off
    case .backup(.hardware): hardwareBackup ?? energy.backup
    case .backup(.software): softwareBackup ?? energy.backup
    case .standby: standby ?? energy.backup
    case .waking, .acquiring: energy.acquiring
    case .tracking: energy.tracking
    case .cyclic: energy.cyclicPower ?? energy.tracking
    }
  }

  /// Returns the cost of leaving a sleep state.
  func change(from state: PowerState) -> StateChange {
    state.keepsMemory && state != .backup(.hardware) ? waking : switchingOn
  }
}
