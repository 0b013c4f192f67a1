internal import CairnTypes

extension SimulatedReceiver {
  /// State of a receiver that determines its power.
  public enum PowerState: UInt8, Hashable, Sendable, CaseIterable {
    /// Neither supply nor backup supply.
    case off
    /// Supply off, backup supply on.
    case hardwareBackup
    /// Asleep by command.
    case softwareBackup
    /// Asleep between two positions in on/off operation.
    case inactive
    /// Waking up or resetting; the receiver neither listens nor talks.
    case starting
    /// Port alive, navigation stopped.
    case stopped
    /// Searching for satellites.
    case acquiring
    /// Navigating continuously.
    case tracking
    /// Navigating with pauses.
    case cyclic
  }
}

/// Adds up the time spent in each power state.
struct EnergyMeter: Sendable {
  private var durations = [Duration](
    repeating: .zero, count: SimulatedReceiver.PowerState.allCases.count)
  private(set) var state = SimulatedReceiver.PowerState.off
  private var since = Duration.zero

  mutating func enter(_ next: SimulatedReceiver.PowerState, at time: Duration) {
    durations[Int(state.rawValue)] += max(.zero, time - since)
    since = max(since, time)
    state = next
  }

  func duration(of asked: SimulatedReceiver.PowerState, until time: Duration) -> Duration {
    let past = durations[Int(asked.rawValue)]
    return asked == state ? past + max(.zero, time - since) : past
  }
}

extension ReceiverTraits.PowerDraw {
  /// Returns the power in a state, in milliwatts.
  func power(in state: SimulatedReceiver.PowerState) -> Double {
    switch state {
    case .off: 0
    case .hardwareBackup: volts * hardwareBackup / 1000
    case .softwareBackup, .inactive: volts * softwareBackup / 1000
    case .starting, .stopped: volts * stopped
    case .acquiring: volts * acquiring
    case .tracking: volts * tracking
    case .cyclic: volts * (cyclic ?? tracking)
    }
  }
}

extension SimulatedReceiver {
  /// The present power state.
  public var powerState: PowerState { meter.state }

  /// Returns the time spent in a state since the simulation's start.
  public func duration(of state: PowerState) -> Duration { meter.duration(of: state, until: now) }

  /// Energy drawn from supply and backup supply since the simulation's start, in millijoules.
  public var energyMillijoules: Double {
    PowerState.allCases.reduce(0) { sum, state in
      sum + traits.draw.power(in: state) * duration(of: state).inSeconds
    }
  }

  /// Returns the power that the receiver draws in a state, in milliwatts.
  public func powerMilliwatts(in state: PowerState) -> Double { traits.draw.power(in: state) }
}
