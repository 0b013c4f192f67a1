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
  /// Seconds since the week began, in UTC.
  public var timeOfWeek: Double?
  /// Weeks since 1980-01-06, past 1023 too.
  public var week: Int?
  /// Seconds that GPS time is ahead of UTC.
  public var leapSeconds: Int?
  /// Whether `leapSeconds` is the firmware's default, because no satellite has told them yet.
  public var isLeapSecondDefault = false
  /// Nanoseconds that the receiver's clock is ahead.
  public var clockBiasNanoseconds: Double?
  /// Nanoseconds a second that the receiver's clock gains.
  public var clockDriftNanosecondsPerSecond: Double?
  /// Nanoseconds that the time pulse may be off, for its clock is coarse.
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

  /// Two digits and, for a default, `D`.
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
