public import CairnTypes

/// Resolves the two-digit years, missing dates and rolled-over weeks of receivers into dates.
///
/// After a rollover of its week counter a receiver is late by a multiple of 1,024 weeks. Of the
/// possible dates the resolver takes the one nearest to the host's clock or, while that is not set,
/// to the reference. It never moves a past date beyond a clock that is set.
public struct DateResolver: Hashable, Sendable {
  /// A date and whether it had to be corrected.
  public struct Resolution: Hashable, Sendable {
    /// The date, corrected if necessary.
    public var date: CalendarDate
    /// Whether multiples of 1,024 weeks were added to the receiver's date.
    public var isRolloverCorrected: Bool
  }

  /// UTC of the host's clock at one instant.
  public struct HostClock: Hashable, Sendable {
    /// The clock's UTC.
    public var utc: Timestamp
    /// The instant, on the boot clock.
    public var time: MonotonicTime

    /// Creates a reading; see the properties.
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

  /// Days by which a receiver may lag behind the reference or be ahead of the host's clock.
  private static let toleranceDays = 30
  private static let rolloverDays = 1024 * 7
  /// 1980-01-06, in days since 1970.
  private static let firstGPSDay = 3657
  /// Nanoseconds of a day.
  private static let day: Int64 = 86_400_000_000_000
  /// Nanoseconds before and after midnight in which a date may be the other day's.
  private static let nearMidnight: Int64 = 2_000_000_000
  /// Longest period of slow receivers in nanoseconds; the first epoch of a day may be that late.
  private static let longestPeriod: Int64 = 60_000_000_000
  /// Covers 58 years: the first receivers are no older.
  private static let mostRollovers = 3

  /// A date certainly in the past, such as this library's build date; `nil` believes every date.
  public var reference: CalendarDate? { didSet { judged = nil } }
  /// The host's clock; it counts as not set if it is before the reference.
  public var host: HostClock? { didSet { judged = nil } }
  /// The last known date, kept for epochs with only a time of day.
  public private(set) var current: Resolution?
  /// The last date sent and its resolution, so that a date is judged once a day, not per epoch.
  private var judged: Judgement?
  private var lastTime: TimeOfDay?
  /// The first time after the last midnight; `nil` if something other than midnight set time back.
  private var firstTime: TimeOfDay?

  /// - Parameters:
  ///   - reference: a date certainly in the past, or `nil` for old recordings.
  ///   - host: the host's clock; `nil` if it is not set.
  public init(reference: CalendarDate?, host: HostClock? = nil) {
    self.reference = reference
    self.host = host
  }

  /// Sets the date from elsewhere, such as a recording's header.
  public mutating func assume(_ date: CalendarDate) {
    current = Resolution(date: date, isRolloverCorrected: false)
  }

  /// Returns whether a date can be true, unlike a firmware's default before its first fix.
  public func believes(_ date: CalendarDate) -> Bool {
    guard let reference else { return date.year > 1980 }
    return date.daysSince1970 >= reference.daysSince1970 - Self.toleranceDays
  }

  /// Possible days of a receiver, counted since 1970.
  ///
  /// A date over half a rollover before the reference is nearer to it one rollover later, and no
  /// firmware of the reference's day lasts two more rollovers. A recording may be as old as GPS.
  var possibleDays: ClosedRange<Int> {
    let newest = max(reference?.daysSince1970 ?? 0, CalendarDate.release?.daysSince1970 ?? 0)
    let last = newest + 2 * Self.rolloverDays
    guard let reference else { return Self.firstGPSDay...last }
    return max(reference.daysSince1970 - Self.rolloverDays / 2, Self.firstGPSDay)...last
  }

  /// Takes a date that a sentence gave with the time of its epoch, received at `now`.
  public mutating func observe(_ date: CalendarDate, at time: TimeOfDay, now: MonotonicTime) {
    let resolution = resolution(of: date, at: now)
    let isFirst = lastTime == nil
    // Takes what the time alone says about the date.
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

  /// Whether a date is from across midnight: some receivers change it one epoch early or late.
  private func isOffByMidnight(
    _ date: CalendarDate, at time: TimeOfDay, _ current: CalendarDate
  ) -> Bool {
    if date == current.advanced(by: -1) {
      return time.nanoseconds < Self.nearMidnight || time == firstTime
    }
    return date == current.advanced(by: 1) && time.nanoseconds >= Self.day - Self.nearMidnight
  }

  /// Returns how many times the week counter has rolled over.
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

  /// Takes a time of day without a date. A jump back by over half a day is midnight; so, backwards,
  /// is one from just after to just before it, due to a late sentence.
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

  /// Whether the current day may end in a leap second, as far as known: it is the last of a month.
  var mayHaveLeapSecond: Bool { current?.date.advanced(by: 1).map { $0.day == 1 } ?? true }

  /// Returns UTC for a time of day on the current date.
  public func timestamp(_ time: TimeOfDay) -> Timestamp? {
    current.flatMap { Timestamp($0.date, time) }
  }
}

extension CalendarDate {
  /// Creates the date of a two-digit year as in NMEA 0183; 80...99 are in the last century.
  public init?(twoDigitYear year: Int, month: Int, day: Int) {
    guard (0...99).contains(year) else { return nil }
    self.init(year: year >= 80 ? 1900 + year : 2000 + year, month: month, day: day)
  }

  /// The day this version was prepared; no receiver can truthfully report an earlier date.
  public static let release = CalendarDate(daysSince1970: 20_778)
}
