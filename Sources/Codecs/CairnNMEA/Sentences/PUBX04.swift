public import CairnTypes

/// PUBX,04: UTC time, GPS time and the receiver's clock.
///
/// Source: u-blox UBX-21035062 R02, "PUBX,04".
public struct PUBX04: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "PUBX,04" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// UTC.
  public var date: CalendarDate?
  /// Seconds since the start of the week, in UTC.
  public var timeOfWeek: Double?
  /// Weeks since 1980-01-06, without rolling over at 1023.
  public var week: Int?
  /// Seconds by which GPS time is ahead of UTC.
  public var leapSeconds: Int?
  /// Whether `leapSeconds` is the firmware's default, used until a satellite supplies the value.
  public var isLeapSecondDefault = false
  /// Nanoseconds by which the receiver's clock is ahead.
  public var clockBiasNanoseconds: Double?
  /// Nanoseconds per second that the receiver's clock gains.
  public var clockDriftNanosecondsPerSecond: Double?
  /// Nanoseconds of error that the coarse clock of the time pulse may cause.
  public var timePulseGranularityNanoseconds: Int?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.messageNumber("msgId", of: Self.formatter)
    f.timeOfDay("time", &time)
    f.date("date", &date)
    f.decimal("utcTow", &timeOfWeek, places: 2)
    f.integer("utcWk", &week, in: 0...9999)
    var leap = leapSeconds.map { String($0) + (isLeapSecondDefault ? "D" : "") }
    f.text("leapSec", &leap)
    setLeapSeconds(leap)
    f.decimal("clkBias", &clockBiasNanoseconds, places: 0)
    f.decimal("clkDrift", &clockDriftNanosecondsPerSecond, places: 3)
    f.integer("tpGran", &timePulseGranularityNanoseconds, in: -99_999...99_999)
  }

  /// Parses up to four characters: digits and, for a default, `D`.
  private mutating func setLeapSeconds(_ text: String?) {
    leapSeconds = nil
    isLeapSecondDefault = false
    guard let text, (1...4).contains(text.utf8.count) else { return }
    var value = 0
    var digits = 0
    for byte in text.utf8 {
      if isDigit(byte), !isLeapSecondDefault {
        value = value * 10 + Int(byte &- 0x30)
        digits += 1
      } else if byte == ascii("D"), digits > 0, !isLeapSecondDefault {
        isLeapSecondDefault = true
      } else {
        isLeapSecondDefault = false
        return
      }
    }
    leapSeconds = value
  }
}
