internal import CairnTypes

/// Finds sentences whose clock is whole quarters of an hour off that of the stream.
///
/// A plotter or a multiplexer may send a receiver's sentences in UTC, and sentences of its own in
/// local time and some milliseconds later. They describe the same epochs. RMC decides which clock
/// is right; where there is none, ZDA, then GGA, GNS, a vendor's sentences, GLL, and the others.
///
/// A kind of sentence has another clock if it was off by the same quarters of an hour at two times
/// of the deciding kind. After the first, it is not used. Gaps in a recording are no evidence: the
/// deciding kind must come at least once a minute.
struct SentenceClocks: Sendable {
  /// What a sentence's time says.
  enum Reading: Hashable, Sendable {
    /// The time in the clock of the stream.
    case common
    /// As `common`, and the sentences before had another clock: their epoch must be discarded.
    case corrected
    /// Another clock: the time in that of the stream, and the nanoseconds within which an epoch's
    /// time is the same.
    case translated(TimeOfDay, within: Int64)
    /// Perhaps another clock: the sentence must not be used.
    case doubtful
  }

  private struct Shift: Sendable {
    let kind: EpochCycle.Kind
    /// Quarters of an hour by which its clock is ahead, 1...95: modulo a day.
    let quarters: Int64
    /// The time of the deciding kind when the shift was first seen.
    let since: Int64
    var isCertain = false
    /// The last time of its own.
    var time: Int64
    /// Nanoseconds between its last two times; `nil` before the second.
    var step: Int64?
  }

  /// Nanoseconds of a quarter of an hour; zones differ by multiples of it.
  private static let quarter: Int64 = 900_000_000_000
  private static let day = 96 * quarter
  /// Nanoseconds by which times of one epoch may differ between clocks.
  private static let latency: Int64 = 500_000_000
  /// The most nanoseconds between times of the deciding kind.
  private static let longestStep: Int64 = 60_000_000_000
  /// The most times since the last of the deciding kind, until it is out of date.
  private static let patience = 250

  private var leader: EpochCycle.Kind?
  /// The leader's last time, its arrival, and nanoseconds between its last two times.
  private var leaderTime: Int64 = 0
  private var leaderArrival = MonotonicTime(nanoseconds: 0)
  private var leaderStep: Int64?
  private var timesSinceLeader = 0
  /// Mostly empty; at most one of each kind.
  private var shifts: [Shift] = []

  /// Reads the time of the next sentence, which arrived at `now`.
  mutating func read(
    _ time: TimeOfDay, of kind: EpochCycle.Kind, at now: MonotonicTime
  ) -> Reading {
    let clock = time.nanoseconds
    guard let leader else {
      lead(kind, clock, now)
      return .common
    }
    if kind == leader {
      follow(clock, now)
      return .common
    }
    if Self.rank(of: kind) < Self.rank(of: leader) {
      return replace(leader, by: kind, clock, now)
    }
    timesSinceLeader &+= 1
    if shifts.isEmpty, (clock &- leaderTime).magnitude < Self.quarter / 2 { return .common }
    return compare(clock, of: kind, now)
  }

  /// Returns the nanoseconds from one time of day to another, less than half a day either way.
  static func distance(from earlier: Int64, to later: Int64) -> Int64 {
    let forward = remainder(later &- earlier)
    return forward < day / 2 ? forward : forward &- day
  }

  private static func remainder(_ nanoseconds: Int64) -> Int64 {
    let rest = nanoseconds % day
    return rest < 0 ? rest &+ day : rest
  }

  /// Returns a lower number for kinds that decide before others.
  private static func rank(of kind: EpochCycle.Kind) -> Int {
    switch kind {
    case .rmc: 0
    case .zda: 1
    case .gga: 2
    case .gns: 3
    case .gll: 5
    case .gst, .gbs: 6
    default: 4
    }
  }

  private mutating func lead(_ kind: EpochCycle.Kind, _ clock: Int64, _ now: MonotonicTime) {
    leader = kind
    leaderTime = clock
    leaderArrival = now
    leaderStep = nil
    timesSinceLeader = 0
  }

  private mutating func follow(_ clock: Int64, _ now: MonotonicTime) {
    let step = Self.remainder(clock &- leaderTime)
    if step > 0 { leaderStep = step }
    leaderTime = clock
    leaderArrival = now
    timesSinceLeader = 0
  }

  /// Lets another kind decide. What was in its clock's way had another one.
  private mutating func replace(
    _ last: EpochCycle.Kind, by kind: EpochCycle.Kind, _ clock: Int64, _ now: MonotonicTime
  ) -> Reading {
    let before = leaderTime
    lead(kind, clock, now)
    let (quarters, rest) = Self.parts(of: before &- clock)
    guard quarters != 0, rest <= 2 * Self.latency else { return .common }
    shifts = [Shift(kind: last, quarters: quarters, since: clock, time: before)]
    return .corrected
  }

  @inline(never)
  private mutating func compare(
    _ clock: Int64, of kind: EpochCycle.Kind, _ now: MonotonicTime
  ) -> Reading {
    let index = shifts.firstIndex { $0.kind == kind }
    let (quarters, rest) = Self.parts(of: clock &- leaderTime)
    guard isComparable(rest, at: now) else {
      guard let index else { return .common }
      if shifts[index].isCertain { return translated(clock, index) }
      shifts.remove(at: index)
      return .common
    }
    guard let index else {
      guard quarters != 0 else { return .common }
      shifts.append(Shift(kind: kind, quarters: quarters, since: leaderTime, time: clock))
      return .doubtful
    }
    guard quarters == shifts[index].quarters else {
      shifts.remove(at: index)
      guard quarters != 0 else { return .common }
      shifts.append(Shift(kind: kind, quarters: quarters, since: leaderTime, time: clock))
      return .doubtful
    }
    // A clock that stands still is off by every quarter now and then.
    if shifts[index].since != leaderTime, shifts[index].time != clock {
      shifts[index].isCertain = true
    }
    return shifts[index].isCertain ? translated(clock, index) : .doubtful
  }

  /// Whether a sentence that is so many nanoseconds, besides quarters of an hour, ahead of the
  /// leader's last one is of the same epoch or one of the next.
  private func isComparable(_ rest: Int64, at now: MonotonicTime) -> Bool {
    guard timesSinceLeader <= Self.patience,
      (now - leaderArrival).wholeNanoseconds <= 2 * Self.longestStep
    else { return false }
    guard let leaderStep else { return rest <= Self.longestStep + 2 * Self.latency }
    return leaderStep <= Self.longestStep && rest <= 2 * (leaderStep + Self.latency)
  }

  private mutating func translated(_ clock: Int64, _ index: Int) -> Reading {
    let step = Self.remainder(clock &- shifts[index].time)
    if step > 0 { shifts[index].step = step }
    shifts[index].time = clock
    let nanoseconds = Self.remainder(clock &- shifts[index].quarters * Self.quarter)
    let seconds = Int(nanoseconds / 1_000_000_000)
    guard
      let time = TimeOfDay(
        hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
        nanosecond: Int(nanoseconds % 1_000_000_000))
    else { return .doubtful }
    let shortest = min(leaderStep ?? .max, shifts[index].step ?? .max)
    return .translated(time, within: min(Self.latency, shortest / 2))
  }

  /// Returns the quarters of an hour in a difference, 0...95, and the nanoseconds that remain,
  /// counted from the latency before it.
  private static func parts(of difference: Int64) -> (quarters: Int64, rest: Int64) {
    let whole = remainder(difference &+ latency)
    return (whole / quarter, whole % quarter)
  }
}
