public import CairnTypes

/// ZDA: UTC time with a four-digit year.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "ZDA".
public struct ZDA: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "ZDA" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// Day of the month, 1...31.
  public var day: Int?
  /// Month, 1...12.
  public var month: Int?
  /// Year, with four digits.
  public var year: Int?
  /// Hours of the local zone, -14...14.
  public var zoneHours: Int?
  /// Minutes of the local zone.
  public var zoneMinutes: Int?

  public init() {}

  /// The date; absent unless day, month and year form one that exists.
  public var date: CalendarDate? {
    guard let day, let month, let year else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.integer("day", &day, in: 1...31, width: 2)
    f.integer("month", &month, in: 1...12, width: 2)
    f.integer("year", &year, in: 1...9999, width: 4)
    f.integer("ltzh", &zoneHours, in: -14...14, width: 2)
    f.integer("ltzn", &zoneMinutes, in: -59...59, width: 2)
  }
}
