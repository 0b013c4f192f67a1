public import CairnTypes

/// Says when a receiver that is needed only now and then is woken, and how long it stays awake.
///
/// A fix that has settled is ready when it is due: the receiver is woken before, by what it will know
/// then. It stays until the fix has settled, longer when its ephemerides are getting old, and gives up
/// when there is none in time. Pure: the caller wakes and sleeps the receiver by `ReceiverPower`.
public struct DutyCycle: Equatable, Sendable {
  /// What the caller does next.
  public enum Action: Equatable, Sendable {
    /// Nothing.
    case none
    /// Wake the receiver.
    case wake
    /// The stay is over: let it sleep, the next fix being due after this long.
    case sleep(gap: Duration)
  }

  /// What is waited for.
  public enum Phase: Equatable, Sendable {
    /// Waiting for the time to wake; the receiver sleeps, or stays awake where that costs less.
    case resting
    /// Waiting for the first fix.
    case searching
    /// A fix is there: it settles, or ephemerides are received.
    case staying
  }

  private let interval: Duration
  private let patience: Duration
  private let settle: Duration
  /// What is waited for.
  public private(set) var phase = Phase.resting
  /// When the next settled fix is due.
  public private(set) var due: MonotonicTime
  /// Stays without a fix, in a row.
  public private(set) var misses = 0
  private var deadline: MonotonicTime?
  /// The caller was told to let the receiver sleep.
  private var isAway = false

  /// - Parameters:
  ///   - interval: between two fixes, 1 s to 30 years.
  ///   - traits: how long a fix takes to settle.
  ///   - patience: a stay without a fix ends after this long, beyond what the start should take.
  ///   - now: the first fix is due at once.
  public init(
    interval: Duration, _ traits: ReceiverPowerTraits, patience: Duration = .seconds(25),
    at now: MonotonicTime
  ) {
    self.interval = min(max(interval, .seconds(1)), .seconds(1_000_000_000))
    self.patience = max(patience, .seconds(1))
    settle = max(traits.settle, .zero)
    due = now
    deadline = now
  }

  /// When `fire` is due.
  public var nextDeadline: MonotonicTime? { deadline }

  /// The receiver computes a fix, in any phase.
  ///
  /// - Parameters:
  ///   - now: the fix's.
  ///   - keeper: the age of the ephemerides.
  /// - Returns: what to do.
  public mutating func noteFix(at now: MonotonicTime, _ keeper: EphemerisKeeper) -> Action {
    guard phase == .searching else { return .none }
    phase = .staying
    misses = 0
    deadline = max(stayEnd(from: now, keeper), due)
    return .none
  }

  /// The time that `nextDeadline` named has come.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - power: what the receiver does, and would do in a gap.
  /// - Returns: what to do.
  public mutating func fire(at now: MonotonicTime, _ power: ReceiverPower) -> Action {
    guard let deadline, deadline <= now else { return .none }
    switch phase {
    case .resting:
      phase = .searching
      let start = power.keeper.expectedStart(at: now)
      let up = power.setup.traits.wakeTime(from: power.state)
      self.deadline = now + up + power.setup.traits.timeToFirstFix(start) + patience
      return isAway ? .wake : .none
    case .searching:
      misses += 1
      return rest(at: now, power)
    case .staying: return rest(at: now, power)
    }
  }

  private func stayEnd(from fix: MonotonicTime, _ keeper: EphemerisKeeper) -> MonotonicTime {
    fix + max(settle, keeper.hold(at: fix) ?? .zero)
  }

  /// Ends the stay and plans the next.
  private mutating func rest(at now: MonotonicTime, _ power: ReceiverPower) -> Action {
    phase = .resting
    isAway = false
    // The grid of due times is kept; what is over is left out.
    let passed = max(0, (now - due).wholeNanoseconds)
    let period = max(1, interval.wholeNanoseconds)
    due = max(due, now) + .nanoseconds(period &- passed % period)
    let gap = due - now
    guard let choice = power.choice(for: gap, at: now) else {
      deadline = due
      return .none
    }
    deadline = max(due - choice.lead, now)
    isAway = true
    return .sleep(gap: gap)
  }
}
