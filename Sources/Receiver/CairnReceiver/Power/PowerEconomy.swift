public import CairnTypes

/// A way to sleep, with its costs.
public struct SleepChoice: Equatable, Sendable {
  /// The state to sleep in.
  public var state: PowerState
  /// Kind of start at the end of the gap.
  public var start: StartType
  /// From the wake until the first fix.
  public var timeToFix: Duration
  /// From the wake until a settled fix: how early the receiver must be woken.
  public var lead: Duration
  /// Energy over the gap in joules, with the start at its end and the time to settle.
  public var joules: Double
  /// Energy of staying awake over the gap, in joules.
  public var awakeJoules: Double
}

/// How a receiver is sent to sleep.
public enum SleepMethod: UInt8, Sendable, CaseIterable {
  /// The host switches its supply off.
  case supply
  /// A command sends it to backup, from which a byte wakes it.
  case backupCommand
  /// A command stops GNSS; the receiver keeps listening.
  case stopCommand
}

extension ReceiverPowerTraits {
  /// Returns the state that a method leads to.
  ///
  /// - Parameters:
  ///   - method: how the receiver is sent to sleep.
  ///   - dialect: the command language that it has answered in.
  /// - Returns: `nil` if this receiver has no such state, or the host could not wake it from there.
  public func state(by method: SleepMethod, _ dialect: CommandDialect) -> PowerState? {
    switch method {
    case .supply:
      guard hasSupplySwitch else { return nil }
      return keepsBackupSupply && hardwareBackupMilliwatts != nil ? .backup(.hardware) : .off
    case .backupCommand:
      guard sleepsByCommand, softwareBackupMilliwatts != nil, dialect.isUBX,
        wakeSources.contains(.serialInput)
      else { return nil }
      return .backup(.software)
    case .stopCommand:
      guard sleepsByCommand, standbyMilliwatts != nil,
        dialect.isUBX
          || StandbyCommands(dialect) != nil && wakeSources.contains(.serialInput)
      else { return nil }
      return .standby
    }
  }

  /// Returns the time from the wake until the receiver searches.
  public func wakeTime(from state: PowerState) -> Duration {
    switch state {
    case .off, .backup(.hardware): supplyRise
    case .backup(.software), .standby: wakeLatency
    case .waking, .acquiring, .tracking, .cyclic: .zero
    }
  }

  /// Returns the cost of sleeping in a state over a gap.
  public func cost(
    of state: PowerState, over gap: Duration, start: StartType, awake: Double? = nil
  ) -> SleepChoice? {
    guard let asleep = milliwatts(in: state) else { return nil }
    let timeToFix = wakeTime(from: state) + timeToFirstFix(start)
    let lead = timeToFix + settle
    let rest = max(0, (gap - lead).inSeconds)
    let milliwattSeconds =
      rest * asleep + timeToFix.inSeconds * acquiringMilliwatts
      + settle.inSeconds * trackingMilliwatts
    return SleepChoice(
      state: state, start: start, timeToFix: timeToFix, lead: lead,
      joules: milliwattSeconds * 1e-3,
      awakeJoules: gap.inSeconds * (awake ?? trackingMilliwatts) * 1e-3)
  }

  /// Returns the cheapest way to sleep over a gap.
  ///
  /// - Parameters:
  ///   - gap: until the next fix is needed; if `nil`, unknown, which counts as the validity of
  ///     ephemerides.
  ///   - dialect: the command language that the receiver has answered in.
  ///   - start: what the receiver will know at the end of the gap if it keeps its memory.
  ///   - awake: milliwatts of the state it would stay in; `nil` for continuous tracking.
  /// - Returns: `nil` if staying awake costs no more, the gap is too short to come back in time, or
  ///   the receiver could not be woken.
  public func cheapestSleep(
    for gap: Duration?, _ dialect: CommandDialect, start: StartType, awake: Double? = nil
  ) -> SleepChoice? {
    let gap = gap ?? ephemerisValidity
    var best: SleepChoice?
    for method in SleepMethod.allCases {
      guard let state = state(by: method, dialect),
        let choice = cost(
          of: state, over: gap, start: state.keepsMemory ? start : .cold, awake: awake),
        choice.lead < gap, choice.joules < min(best?.joules ?? .infinity, choice.awakeJoules)
      else { continue }
      best = choice
    }
    return best
  }
}
