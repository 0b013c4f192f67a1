public import CairnTypes

/// Turns the times in a buffer's scans into times of the boot clock.
///
/// Some drivers have no times, one repeats its first time for ever, and where the clock cannot be
/// chosen the times are those of the wall clock. A time counts only if it advances and is as old as a
/// scan can be; else the difference to the others of one reading counts, and without any the scans
/// are spread over the time since the last.
public struct ScanClock: Hashable, Sendable {
  /// Nanoseconds by which a scan may be older, or younger, than the moment at which it is read.
  private static let oldest: Int64 = 2_000_000_000
  private static let youngest: Int64 = 2_000_000
  /// Nanoseconds between scans where nothing tells them.
  private static let usual: Int64 = 20_000_000

  /// Scans whose own time was of no use.
  public private(set) var repaired = 0
  private var last: Int64?
  /// Nanoseconds between scans without times, and when some were read last.
  private var pace: Int64?
  private var read: Int64?

  /// Starts with nothing known.
  public init() {}

  /// Finds the times of the scans of one reading.
  ///
  /// - Parameters:
  ///   - stamps: the times that the scans state, in their order; `nil` for a scan without a time.
  ///   - arrival: when they were read.
  ///   - interval: between two scans, as the device was asked for; `nil` if unknown.
  /// - Returns: one for each scan, later than the one before it.
  public mutating func times(
    of stamps: [Int64?], arrival: MonotonicTime, interval: Duration? = nil
  ) -> [MonotonicTime] {
    guard !stamps.isEmpty else { return [] }
    let now = arrival.nanoseconds
    let times = own(stamps, now) ?? shifted(stamps, now) ?? spread(stamps.count, now, interval)
    last = times.last
    return times.map { MonotonicTime(nanoseconds: $0) }
  }

  /// The times as they are, if all can be.
  private func own(_ stamps: [Int64?], _ now: Int64) -> [Int64]? {
    guard let times = ascending(stamps, after: last), let first = times.first,
      let newest = times.last, newest <= now.adding(Self.youngest),
      first >= now.adding(-Self.oldest)
    else { return nil }
    return times
  }

  /// The times of another clock, shifted so that the newest is now.
  private mutating func shifted(_ stamps: [Int64?], _ now: Int64) -> [Int64]? {
    guard stamps.count > 1, let times = ascending(stamps, after: nil), let first = times.first,
      let newest = times.last,
      newest.subtractingReportingOverflow(first).partialValue <= Self.oldest,
      !newest.subtractingReportingOverflow(first).overflow
    else { return nil }
    let moved = times.map { now &- (newest &- $0) }
    guard let start = moved.first, last.map({ start > $0 }) ?? true else { return nil }
    repaired = min(repaired &+ stamps.count, .max / 2)
    return moved
  }

  /// Counts the scans on in their rhythm. The newest was measured within the last of its intervals.
  private mutating func spread(_ count: Int, _ now: Int64, _ interval: Duration?) -> [Int64] {
    repaired = min(repaired &+ count, .max / 2)
    let number = Int64(count)
    let usual = min(max(interval?.wholeNanoseconds ?? Self.usual, 1), Self.oldest)
    var pace = pace ?? usual
    if let read {
      let measured = min(max((now &- read) / number, usual / 2), usual &* 2)
      pace = pace &+ (measured &- pace) / 8
    }
    (self.pace, read) = (pace, now)
    let earliest = now &- pace
    let counted = last.map { $0.adding(pace &* number) } ?? now &- pace / 2
    let newest = max(min(max(counted, earliest), now), last.map { $0.adding(number) } ?? .min)
    // Since the last scan, unless some have been lost.
    let since = last.map { newest &- $0 } ?? pace &* number
    let step = max(1, min(since / number, pace &+ pace / 2))
    return (0..<number).map { newest &- (number &- 1 &- $0) &* step }
  }

  private func ascending(_ stamps: [Int64?], after last: Int64?) -> [Int64]? {
    var times: [Int64] = []
    var before = last
    for stamp in stamps {
      guard let stamp, before.map({ stamp > $0 }) ?? true else { return nil }
      times.append(stamp)
      before = stamp
    }
    return times
  }
}

extension Int64 {
  /// The sum, or the nearest number that there is.
  fileprivate func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
