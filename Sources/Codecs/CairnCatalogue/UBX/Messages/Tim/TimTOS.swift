public import CairnUBX

/// UBX-TIM-TOS: time and frequency of the oscillators at a pulse.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-TOS.
public struct TimTOS: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x12)
  public static let name = "TIM-TOS"
  public static let payloadLength = PayloadLength.exactly(56)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The system of `week` and `timeOfWeek`.
  public var gnss = GNSSIdentifier.gps
  /// State bits.
  public var flags = Flags()
  /// UTC year.
  public var year: UInt16 = 0
  /// UTC month, 1...12.
  public var month: UInt8 = 0
  /// UTC day of the month, 1...31.
  public var day: UInt8 = 0
  /// UTC hour, 0...23.
  public var hour: UInt8 = 0
  /// UTC minute, 0...59.
  public var minute: UInt8 = 0
  /// UTC second, 0...60.
  public var second: UInt8 = 0
  /// 0 unknown, 3 the United States Naval Observatory's UTC, 6 Russia's, 7 China's, and so on.
  public var utcStandard: UInt8 = 0
  /// Seconds from the preceding pulse to UTC.
  public var utcOffset = 0.0
  /// Uncertainty of `utcOffset` in seconds.
  public var utcUncertainty = 0.0
  /// Week in the satellite system's time.
  public var week: UInt32 = 0
  /// Seconds of that week.
  public var timeOfWeek: UInt32 = 0
  /// Seconds from the preceding pulse to the satellite system's time.
  public var gnssOffset = 0.0
  /// Uncertainty of `gnssOffset` in seconds.
  public var gnssUncertainty = 0.0
  /// Deviation of the internal oscillator from its nominal frequency, in parts per billion.
  public var internalOffsetPPB = 0.0
  /// Uncertainty of `internalOffsetPPB`, parts per billion.
  public var internalUncertaintyPPB = 0.0
  /// Deviation of the external oscillator from its nominal frequency, in parts per billion.
  public var externalOffsetPPB = 0.0
  /// Uncertainty of `externalOffsetPPB`, parts per billion.
  public var externalUncertaintyPPB = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("gnssId", &gnss)
    f.reserved(2)
    f.x4("flags", &flags)
    f.u2("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.u1("hour", &hour)
    f.u1("minute", &minute)
    f.u1("second", &second)
    f.u1("utcStandard", &utcStandard)
    f.i4("utcOffset", &utcOffset, unit: .nanoseconds)
    f.u4("utcUncertainty", &utcUncertainty, unit: .nanoseconds)
    f.u4("week", &week)
    f.u4("TOW", &timeOfWeek)
    f.i4("gnssOffset", &gnssOffset, unit: .nanoseconds)
    f.u4("gnssUncertainty", &gnssUncertainty, unit: .nanoseconds)
    f.i4("intOscOffset", &internalOffsetPPB, scale: 0x1p-8)
    f.u4("intOscUncertainty", &internalUncertaintyPPB, scale: 0x1p-8)
    f.i4("extOscOffset", &externalOffsetPPB, scale: 0x1p-8)
    f.u4("extOscUncertainty", &externalUncertaintyPPB, scale: 0x1p-8)
  }
}

extension TimTOS {
  /// State bits of time and oscillators.
  public struct Flags: UBXBitField {
    /// The present second is a leap second.
    public var isLeapNow = false
    /// A leap second comes at the end of the present minute.
    public var isLeapSoon = false
    /// That leap second is inserted; otherwise omitted.
    public var isLeapPositive = false
    /// The time pulse is within its tolerance.
    public var isTimeInLimit = false
    /// The internal oscillator is within its tolerance.
    public var isInternalInLimit = false
    /// The external oscillator is within its tolerance.
    public var isExternalInLimit = false
    /// The satellite system's time is valid.
    public var isGNSSTimeValid = false
    /// UTC is valid.
    public var isUTCValid = false
    /// What the oscillators follow, as in `MonSMGR.disciplineSource`.
    public var disciplineSource: UInt8 = 0
    /// Integrity monitoring confirms the pulse.
    public var isConfirmed = false
    /// The pulses are coherent.
    public var isCoherent = false
    /// The pulse is locked.
    public var isLocked = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("leapNow", &isLeapNow)
      b.flag("leapSoon", &isLeapSoon)
      b.flag("leapPositive", &isLeapPositive)
      b.flag("timeInLimit", &isTimeInLimit)
      b.flag("intOscInLimit", &isInternalInLimit)
      b.flag("extOscInLimit", &isExternalInLimit)
      b.flag("gnssTimeValid", &isGNSSTimeValid)
      b.flag("UTCTimeValid", &isUTCValid)
      b.number("DiscSrc", 3, &disciplineSource)
      b.flag("raim", &isConfirmed)
      b.flag("cohPulse", &isCoherent)
      b.flag("lockedPulse", &isLocked)
    }
  }
}
