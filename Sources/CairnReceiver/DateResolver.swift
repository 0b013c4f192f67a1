public import CairnTypes

/// Turns the two-digit years, missing dates and rolled-over weeks of receivers into dates.
///
/// A date is believed as sent unless it lies before the reference date and 1,024 weeks later would
/// put it into the reference's near future: then the receiver's week counter has rolled over.
public struct DateResolver: Hashable, Sendable {
  /// A date and whether it had to be corrected.
  public struct Resolution: Hashable, Sendable {
    /// The date, corrected where it had to be.
    public var date: CalendarDate
    /// Whether 1,024 weeks were added to what the receiver said.
    public var isRolloverCorrected: Bool
  }

  /// Days a receiver may lag behind the reference before it counts as rolled over.
  private static let toleranceDays = 30
  private static let rolloverDays = 1024 * 7
  private static let horizonDays = 19 * 365

  /// A date that is surely past, such as the day this library was built; `nil` believes every date.
  public var reference: CalendarDate?
  /// The last date known, kept over epochs that carry only a time of day.
  public private(set) var current: Resolution?
  private var lastTime: TimeOfDay?

  /// - Parameter reference: a date that is surely past, or `nil` for old recordings.
  public init(reference: CalendarDate?) { self.reference = reference }

  /// Starts with a date from elsewhere, such as the header of a recording.
  public mutating func assume(_ date: CalendarDate) {
    current = Resolution(date: date, isRolloverCorrected: false)
  }

  /// Whether a date can be true: not a firmware's default before its first fix.
  public func believes(_ date: CalendarDate) -> Bool {
    guard let reference else { return date.year > 1980 }
    return date.daysSince1970 >= reference.daysSince1970 - Self.toleranceDays
  }

  /// A sentence gave a date together with the time of its epoch.
  public mutating func observe(_ date: CalendarDate, at time: TimeOfDay) {
    lastTime = time
    guard let reference else {
      current = Resolution(date: date, isRolloverCorrected: false)
      return
    }
    let behind = reference.daysSince1970 - Self.toleranceDays - date.daysSince1970
    let corrected = date.daysSince1970 + Self.rolloverDays
    let window = reference.daysSince1970 - Self.toleranceDays
    guard behind > 0,
      (window...(reference.daysSince1970 + Self.horizonDays)).contains(corrected),
      let later = CalendarDate(daysSince1970: corrected)
    else {
      current = Resolution(date: date, isRolloverCorrected: false)
      return
    }
    current = Resolution(date: later, isRolloverCorrected: true)
  }

  /// An epoch gave only a time of day: a jump back over half a day is midnight.
  public mutating func observe(_ time: TimeOfDay) {
    defer { lastTime = time }
    guard let lastTime, let current else { return }
    let halfDay: Int64 = 43_200_000_000_000
    guard time.nanoseconds < lastTime.nanoseconds - halfDay,
      let next = current.date.advanced(by: 1)
    else { return }
    self.current = Resolution(date: next, isRolloverCorrected: current.isRolloverCorrected)
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
