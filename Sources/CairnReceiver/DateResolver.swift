public import CairnTypes

/// Turns the two-digit years, missing dates and rolled-over weeks of receivers into dates.
///
/// A receiver whose week counter has rolled over is 1,024 weeks late, once or several times. Of the dates that
/// lie so far apart the one nearest the host's clock is taken or, while that clock is not set, nearest the
/// reference. A past date is never moved beyond a clock that is set.
public struct DateResolver: Hashable, Sendable {
  /// A date and whether it had to be corrected.
  public struct Resolution: Hashable, Sendable {
    /// The date, corrected where it had to be.
    public var date: CalendarDate
    /// Whether 1,024 weeks were added to what the receiver said.
    public var isRolloverCorrected: Bool
  }

  /// UTC by the host's clock, and when it said so.
  public struct HostClock: Hashable, Sendable {
    /// What the clock said.
    public var utc: Timestamp
    /// When, on the boot clock.
    public var time: MonotonicTime

    /// See the properties.
    public init(utc: Timestamp, at time: MonotonicTime) {
      self.utc = utc
      self.time = time
    }

    func date(at now: MonotonicTime) -> CalendarDate? {
      let elapsed = now.nanoseconds.subtractingReportingOverflow(time.nanoseconds)
      let sum = utc.nanosecondsSince1970.addingReportingOverflow(elapsed.partialValue)
      guard !elapsed.overflow, !sum.overflow else { return nil }
      return CalendarDate(daysSince1970: Int(sum.partialValue / 86_400_000_000_000))
    }
  }

  private struct Judgement: Hashable {
    let said: CalendarDate
    let resolution: Resolution
  }

  /// Days that a receiver may lag behind the reference, or precede the host's clock.
  private static let toleranceDays = 30
  private static let rolloverDays = 1024 * 7
  /// 1980-01-06, in days since 1970.
  private static let firstGPSDay = 3657
  /// Nanoseconds.
  private static let day: Int64 = 86_400_000_000_000
  /// Nanoseconds on either side of midnight within which a date may be the other day's.
  private static let nearMidnight: Int64 = 2_000_000_000
  /// Nanoseconds between the epochs of slow receivers, whose first epoch of a day may come later than that.
  private static let longestPeriod: Int64 = 60_000_000_000
  /// Up to 58 years: the first receivers are not older.
  private static let mostRollovers = 3

  /// A date that is surely past, such as the day this library was built; `nil` believes every date.
  public var reference: CalendarDate? { didSet { judged = nil } }
  /// The host's clock; one before the reference is not set.
  public var host: HostClock? { didSet { judged = nil } }
  /// The last date known, kept over epochs that carry only a time of day.
  public private(set) var current: Resolution?
  /// The last date that a receiver said, and as what it counts: judged once a day, not at each epoch.
  private var judged: Judgement?
  private var lastTime: TimeOfDay?
  /// The first time after the last midnight, unless something else than midnight set the time back.
  private var firstTime: TimeOfDay?

  /// - Parameters:
  ///   - reference: a date that is surely past, or `nil` for old recordings.
  ///   - host: what the host's clock says; `nil` where there is none that is set.
  public init(reference: CalendarDate?, host: HostClock? = nil) {
    self.reference = reference
    self.host = host
  }

  /// Starts with a date from elsewhere, such as the header of a recording.
  public mutating func assume(_ date: CalendarDate) {
    current = Resolution(date: date, isRolloverCorrected: false)
  }

  /// Whether a date can be true: not a firmware's default before its first fix.
  public func believes(_ date: CalendarDate) -> Bool {
    guard let reference else { return date.year > 1980 }
    return date.daysSince1970 >= reference.daysSince1970 - Self.toleranceDays
  }

  /// Days since 1970 on which a receiver can be.
  ///
  /// What lies more than half a rollover before the reference is nearer to it a rollover later; a firmware of the
  /// reference's day does not last for two rollovers more. A recording may be as old as GPS.
  var possibleDays: ClosedRange<Int> {
    let newest = max(reference?.daysSince1970 ?? 0, CalendarDate.release?.daysSince1970 ?? 0)
    let last = newest + 2 * Self.rolloverDays
    guard let reference else { return Self.firstGPSDay...last }
    return max(reference.daysSince1970 - Self.rolloverDays / 2, Self.firstGPSDay)...last
  }

  /// A sentence gave a date together with the time of its epoch, received at `now`.
  public mutating func observe(_ date: CalendarDate, at time: TimeOfDay, now: MonotonicTime) {
    let resolution = resolution(of: date, at: now)
    let isFirst = lastTime == nil
    // What the times alone say about the date.
    observe(time)
    guard current != resolution else { return }
    if !isFirst, let current, isOffByMidnight(resolution.date, at: time, current.date) { return }
    current = resolution
  }

  private mutating func resolution(of date: CalendarDate, at now: MonotonicTime) -> Resolution {
    if let judged, judged.said == date { return judged.resolution }
    let rollovers = rollovers(of: date, at: now)
    let resolution = Resolution(
      date: date.advanced(by: rollovers * Self.rolloverDays) ?? date,
      isRolloverCorrected: rollovers > 0)
    judged = Judgement(said: date, resolution: resolution)
    return resolution
  }

  /// Whether a date is of the other side of midnight: some receivers change it an epoch early or late.
  private func isOffByMidnight(
    _ date: CalendarDate, at time: TimeOfDay, _ current: CalendarDate
  ) -> Bool {
    if date == current.advanced(by: -1) {
      return time.nanoseconds < Self.nearMidnight || time == firstTime
    }
    return date == current.advanced(by: 1) && time.nanoseconds >= Self.day - Self.nearMidnight
  }

  /// How often the week counter has rolled over.
  private func rollovers(of date: CalendarDate, at now: MonotonicTime) -> Int {
    guard let reference else { return 0 }
    let earliest = reference.daysSince1970 - Self.toleranceDays
    let clock = host?.date(at: now).flatMap {
      $0.daysSince1970 >= earliest ? $0.daysSince1970 : nil
    }
    let goal = clock ?? reference.daysSince1970
    let latest = clock.map { $0 + Self.toleranceDays } ?? .max
    let said = date.daysSince1970
    var best = 0
    for count in 1...Self.mostRollovers {
      let late = said + count * Self.rolloverDays
      let isNearer = (late - goal).magnitude < (said + best * Self.rolloverDays - goal).magnitude
      if late <= latest, isNearer { best = count }
    }
    return best
  }

  /// An epoch gave only a time of day: a jump back over half a day is midnight, and so is a jump from just
  /// behind it to just before it, of a sentence that was overtaken.
  public mutating func observe(_ time: TimeOfDay) {
    defer { lastTime = time }
    guard let lastTime, let current else { return }
    var days = 0
    if time.nanoseconds < lastTime.nanoseconds - Self.day / 2 {
      days = 1
      firstTime = time.nanoseconds < Self.longestPeriod ? time : nil
    } else if time.nanoseconds >= Self.day - Self.nearMidnight,
      lastTime.nanoseconds < Self.nearMidnight
    {
      days = -1
    }
    guard days != 0, let date = current.date.advanced(by: days) else { return }
    self.current = Resolution(date: date, isRolloverCorrected: current.isRolloverCorrected)
  }

  /// UTC of a time of day on the current date.
  public func timestamp(_ time: TimeOfDay) -> Timestamp? {
    current.flatMap { Timestamp($0.date, time) }
  }
}

extension CalendarDate {
  /// The date of a two-digit year as NMEA 0183 sends it: 80...99 are the last century's.
  public init?(twoDigitYear year: Int, month: Int, day: Int) {
    guard (0...99).contains(year) else { return nil }
    self.init(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day)
  }

  /// The day this version was prepared: no receiver can truly report an earlier one.
  public static let release = CalendarDate(daysSince1970: 20_778)
}
