public import CairnTypes

/// What a satellite receiver does with its power, and what it has drawn.
///
/// It is off or asleep, wakes, searches, and tracks, all the time or asleep between its fixes by itself.
/// Pure: commands, observations and the time go in. Who commands a receiver, or imitates one, calls `wake`
/// and `sleep` and lets time pass with `advance`; who only sees what one does says so with `enter`.
public struct ReceiverMachine: Equatable, Sendable {
  /// What its states cost.
  public let costs: ReceiverCosts
  /// What it does now.
  public private(set) var state: PowerState
  /// What it has drawn.
  public private(set) var meter: EnergyMeter
  private var keeper: EphemerisKeeper
  /// When it has woken, or has fallen asleep; `nil` while nothing is under way.
  public private(set) var nextDeadline: MonotonicTime?
  /// Where it is on its way to.
  private var target: PowerState?

  /// - Parameters:
  ///   - costs: what its states cost.
  ///   - state: what it does now.
  ///   - now: from when on energy is counted.
  public init(_ costs: ReceiverCosts, in state: PowerState = .off, at now: MonotonicTime) {
    self.costs = costs
    self.state = state
    meter = EnergyMeter(costs.power(in: state), at: now)
    keeper = EphemerisKeeper(
      validity: Duration(clamping: costs.energy.ephemerisValidity),
      download: Duration(clamping: costs.energy.ephemerisDownload))
  }

  /// What it would know if it were woken at that time.
  public func expectedStart(at time: MonotonicTime) -> StartType { keeper.expectedStart(at: time) }

  /// Until when its ephemerides need not be received again; `nil` when there are none.
  public var nextHold: MonotonicTime? { keeper.nextHold }

  /// From the wish for a fix to the first one.
  ///
  /// - Parameters:
  ///   - time: of the wish.
  ///   - factor: by how much a start takes longer here than under the open sky.
  /// - Returns: zero while it tracks.
  public func timeToFix(at time: MonotonicTime, factor: Double = 1) -> Duration {
    guard state != .tracking else { return .zero }
    let search = costs.energy.startTimes[expectedStart(at: time)] * max(0, min(factor, 1e3))
    let latency = state.isAsleep ? costs.change(from: state).latency : .zero
    return latency + Duration(clamping: search)
  }

  // MARK: - Commands

  /// Wakes it, or switches it on: it searches when the latency of that is over.
  public mutating func wake(at now: MonotonicTime) {
    advance(to: now)
    if !state.isAsleep {
      // On its way to sleep it is called back.
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

  /// Sends it to sleep, or switches it off: it sleeps when the latency of that is over.
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

  /// Lets time pass: what is under way ends when its time is over.
  public mutating func advance(to now: MonotonicTime) {
    guard let due = nextDeadline, due <= now, let target else { return }
    enter(target, at: due)
  }

  // MARK: - Observations

  /// It was seen to be in a state. Leaving a sleep and falling asleep cost their energy.
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

  /// It gave a fix.
  ///
  /// - Parameters:
  ///   - now: the fix's.
  ///   - period: in which it sleeps between its fixes by itself; `nil` where it tracks all the time.
  public mutating func noteFix(at now: MonotonicTime, cyclic period: Duration? = nil) {
    advance(to: now)
    guard !state.isAsleep else { return }
    keeper.noteTracking(at: now)
    let next = period.map { PowerState.cyclic(period: $0) } ?? .tracking
    // It may give fixes while it is on its way to sleep.
    if next != state, target?.isAsleep != true { enter(next, at: now) }
  }

  /// It has no fix, or no longer.
  public mutating func noteLoss(at now: MonotonicTime) {
    advance(to: now)
    guard !state.isAsleep, state != .waking else { return }
    keeper.noteLost()
    if target?.isAsleep != true { enter(.acquiring, at: now) }
  }

  /// It was given orbits, and time and position.
  public mutating func noteAssistance(at now: MonotonicTime) { keeper.noteAssistance(at: now) }
}
