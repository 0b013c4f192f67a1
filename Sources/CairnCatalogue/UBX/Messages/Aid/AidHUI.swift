public import CairnUBX

/// UBX-AID-HUI: health, difference of UTC and ionosphere of GPS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-HUI.
public struct AidHUI: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x02)
  public static let name = "AID-HUI"
  public static let payloadLength = PayloadLength.exactly(72)

  /// One bit a satellite, that of satellite 1 lowest; 1 means healthy.
  public var health: UInt32 = 0
  /// Seconds.
  public var utcBias = 0.0
  /// Seconds per second.
  public var utcDrift = 0.0
  /// Seconds of week, reference time of bias and drift.
  public var utcTime: Int32 = 0
  /// Reference week.
  public var utcWeek: Int16 = 0
  /// Seconds that GPS time is ahead of UTC now.
  public var leapSeconds: Int16 = 0
  /// GPS week of the next leap second.
  public var nextLeapWeek: Int16 = 0
  /// Day of that week at whose end the leap second comes, 1 for Sunday.
  public var nextLeapDay: Int16 = 0
  /// Seconds that GPS time will be ahead of UTC after it.
  public var nextLeapSeconds: Int16 = 0
  /// Without a meaning.
  public var spare: Int16 = 0
  /// Seconds, of Klobuchar's model.
  public var alpha0: Float = 0
  /// Seconds per semicircle, of Klobuchar's model.
  public var alpha1: Float = 0
  /// Seconds per semicircle squared, of Klobuchar's model.
  public var alpha2: Float = 0
  /// Seconds per semicircle cubed, of Klobuchar's model.
  public var alpha3: Float = 0
  /// Seconds, of Klobuchar's model.
  public var beta0: Float = 0
  /// Seconds per semicircle, of Klobuchar's model.
  public var beta1: Float = 0
  /// Seconds per semicircle squared, of Klobuchar's model.
  public var beta2: Float = 0
  /// Seconds per semicircle cubed, of Klobuchar's model.
  public var beta3: Float = 0
  /// What of the message is valid.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("health", &health)
    f.r8("utcA0", &utcBias)
    f.r8("utcA1", &utcDrift)
    f.i4("utcTOW", &utcTime)
    f.i2("utcWNT", &utcWeek)
    f.i2("utcLS", &leapSeconds)
    f.i2("utcWNF", &nextLeapWeek)
    f.i2("utcDNs", &nextLeapDay)
    f.i2("utcLSF", &nextLeapSeconds)
    f.i2("utcSpare", &spare)
    f.r4("klobA0", &alpha0)
    f.r4("klobA1", &alpha1)
    f.r4("klobA2", &alpha2)
    f.r4("klobA3", &alpha3)
    f.r4("klobB0", &beta0)
    f.r4("klobB1", &beta1)
    f.r4("klobB2", &beta2)
    f.r4("klobB3", &beta3)
    f.x4("flags", &flags.rawValue)
  }
}

extension AidHUI {
  /// What of the message is valid.
  public struct Flags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The health bits.
    public static let health = Flags(rawValue: 1)
    /// The difference of UTC.
    public static let utc = Flags(rawValue: 2)
    /// The ionosphere's model.
    public static let ionosphere = Flags(rawValue: 4)
  }
}
