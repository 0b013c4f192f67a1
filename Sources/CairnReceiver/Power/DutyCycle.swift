public import CairnTypes

/// Decides when to wake a receiver that is needed only now and then, and how long it stays awake.
///
/// The receiver is woken early enough for a settled fix at the due time, depending on what it will
/// still know. It stays awake until the fix has settled, longer if its ephemerides are getting old,
/// and gives up if no fix comes in time. Pure: the caller acts through `ReceiverPower`.
public struct DutyCycle: Equatable, Sendable {
  /// What the caller must do next.
  public enum Action: Equatable, Sendable {
    /// Nothing.
    case none
    /// Wake the receiver.
    case wake
    /// Let the receiver sleep, because the stay is over; the next fix is due after `gap`.
    case sleep(gap: Duration)
  }

  /// What the cycle is waiting for.
  public enum Phase: Equatable, Sendable {
    /// Waiting until the next wake; the receiver sleeps, or stays awake if that costs less.
    case resting
    /// Waiting for the first fix.
    case searching
    /// Waiting, with a fix, until it has settled or ephemerides are received.
    case staying
  }

  private let interval: Duration
  private let patience: Duration
  private let settle: Duration
  /// What the cycle is waiting for.
  public private(set) var phase = Phase.resting
  /// When the next settled fix is due.
  public private(set) var due: MonotonicTime
  /// Number of successive stays without a fix.
  public private(set) var misses = 0
  private var deadline: MonotonicTime?
  /// Whether the caller was told to let the receiver sleep.
  private var isAway = false

  /// - Parameters:
  ///   - interval: between two fixes, 1 s to 30 years.
  ///   - traits: how long a fix takes to settle.
  ///   - patience: how long a stay without a fix lasts beyond the expected time of its start.
  ///   - now: the present time; the first fix is due at once.
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

  /// Takes note of a fix, in any phase.
  ///
  /// - Parameters:
  ///   - now: the time of the fix.
  ///   - keeper: the age of the ephemerides.
  /// - Returns: what to do.
  public mutating func noteFix(at now: MonotonicTime, _ keeper: EphemerisKeeper) -> Action {
    guard phase == .searching else { return .none }
    phase = .staying
    misses = 0
    deadline = max(stayEnd(from: now, keeper), due)
    return .none
  }

  /// Handles `nextDeadline`.
  ///
  /// - Parameters:
  ///   - now: the present time.
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

  /// Ends the stay and plans the next one.
  private mutating func rest(at now: MonotonicTime, _ power: ReceiverPower) -> Action {
    phase = .resting
    isAway = false
    // Keeps the grid of due times and skips those that have passed.
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
