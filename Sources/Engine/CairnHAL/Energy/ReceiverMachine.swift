public import CairnTypes

/// Simulates the power states of a satellite receiver and the energy that it has drawn.
///
/// A receiver is off or asleep, wakes, searches, and tracks, all the time or asleep between fixes
/// by itself. Pure: commands, observations and times go in. To command or imitate a receiver, call
/// `wake` and `sleep` and advance time with `advance`; to follow an observed one, call `enter`.
public struct ReceiverMachine: Equatable, Sendable {
  /// Power of its states, and energy of changes between them.
  public let costs: ReceiverCosts
  /// The present state.
  public private(set) var state: PowerState
  /// The energy drawn.
  public private(set) var meter: EnergyMeter
  private var keeper: EphemerisKeeper
  /// When it will have woken or fallen asleep; `nil` while no change is under way.
  public private(set) var nextDeadline: MonotonicTime?
  /// The state that it is changing to.
  private var target: PowerState?

  /// - Parameters:
  ///   - costs: power of its states, and energy of changes between them.
  ///   - state: the initial state.
  ///   - now: when counting of energy starts.
  public init(_ costs: ReceiverCosts, in state: PowerState = .off, at now: MonotonicTime) {
    self.costs = costs
    self.state = state
    meter = EnergyMeter(costs.power(in: state), at: now)
    keeper = EphemerisKeeper(
      validity: Duration(clamping: costs.energy.ephemerisValidity),
      download: Duration(clamping: costs.energy.ephemerisDownload))
  }

  /// Returns the type of start to expect if it were woken at that time.
  public func expectedStart(at time: MonotonicTime) -> StartType { keeper.expectedStart(at: time) }

  /// Until when its ephemerides need not be received again; `nil` if it has none.
  public var nextHold: MonotonicTime? { keeper.nextHold }

  /// Returns the expected time from the request of a fix to the first one.
  ///
  /// - Parameters:
  ///   - time: when the fix is requested.
  ///   - factor: how many times longer a start takes here than under the open sky.
  /// - Returns: zero while it tracks.
  public func timeToFix(at time: MonotonicTime, factor: Double = 1) -> Duration {
    guard state != .tracking else { return .zero }
    let search = costs.energy.startTimes[expectedStart(at: time)] * max(0, min(factor, 1e3))
    let latency = state.isAsleep ? costs.change(from: state).latency : .zero
    return latency + Duration(clamping: search)
  }

  // MARK: - Commands

  /// Wakes it or switches it on; it searches once the latency is over.
  public mutating func wake(at now: MonotonicTime) {
    advance(to: now)
    if !state.isAsleep {
      // A pending change to sleep is cancelled.
      target = nil
      if state != .waking { nextDeadline = nil }
      return
    }
    let change = costs.change(from: state)
    enter(.waking, at: now)
    target = .acquiring
    nextDeadline = now + change.latency
    advance(to: now)
  }

  /// Sends it to sleep or switches it off, which takes the latency of falling asleep.
  ///
  /// - Parameters:
  ///   - sleep: `.off`, a backup or `.standby`.
  ///   - now: the time.
  public mutating func sleep(_ sleep: PowerState, at now: MonotonicTime) {
    advance(to: now)
    guard sleep.isAsleep, sleep != state else { return }
    target = sleep
    nextDeadline = now + (state.isAsleep ? .zero : costs.fallingAsleep.latency)
    advance(to: now)
  }

  /// Advances time and completes a change of state that is due.
  public mutating func advance(to now: MonotonicTime) {
    guard let due = nextDeadline, due <= now, let target else { return }
    enter(target, at: due)
  }

  // MARK: - Observations

  /// Notes an observed state. Leaving a sleep state and falling asleep cost their energy.
  public mutating func enter(_ next: PowerState, at now: MonotonicTime) {
    target = nil
    nextDeadline = nil
    guard next != state else { return }
    if state.isAsleep != next.isAsleep {
      let change = next.isAsleep ? costs.fallingAsleep : costs.change(from: state)
      meter.add(Energy(millijoules: change.energy))
    }
    if next.isAsleep { keeper.noteSleep(keepsMemory: next.keepsMemory) }
    state = next
    meter.change(to: costs.power(in: next), at: now)
  }

  /// Notes a fix.
  ///
  /// - Parameters:
  ///   - now: the time of the fix.
  ///   - period: the period in which it sleeps between fixes by itself; `nil` for full tracking.
  public mutating func noteFix(at now: MonotonicTime, cyclic period: Duration? = nil) {
    advance(to: now)
    guard !state.isAsleep else { return }
    keeper.noteTracking(at: now)
    let next = period.map { PowerState.cyclic(period: $0) } ?? .tracking
    // It may still give fixes while it falls asleep.
    if next != state, target?.isAsleep != true { enter(next, at: now) }
  }

  /// Notes that it has no fix, or no longer has one.
  public mutating func noteLoss(at now: MonotonicTime) {
    advance(to: now)
    guard !state.isAsleep, state != .waking else { return }
    keeper.noteLost()
    if target?.isAsleep != true { enter(.acquiring, at: now) }
  }

  /// Notes that it was given orbits, time and position.
  public mutating func noteAssistance(at now: MonotonicTime) { keeper.noteAssistance(at: now) }
}
