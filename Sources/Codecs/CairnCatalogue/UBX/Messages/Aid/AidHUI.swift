public import CairnUBX

/// UBX-AID-HUI: health, UTC difference and ionosphere of GPS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-HUI.
public struct AidHUI: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x02)
  public static let name = "AID-HUI"
  public static let payloadLength = PayloadLength.exactly(72)

  /// One bit per satellite, satellite 1 lowest; 1 means healthy.
  public var health: UInt32 = 0
  /// Seconds.
  public var utcBias = 0.0
  /// Seconds per second.
  public var utcDrift = 0.0
  /// Reference time of bias and drift, in seconds of week.
  public var utcTime: Int32 = 0
  /// Reference week.
  public var utcWeek: Int16 = 0
  /// Seconds by which GPS time is now ahead of UTC.
  public var leapSeconds: Int16 = 0
  /// GPS week of the next leap second.
  public var nextLeapWeek: Int16 = 0
  /// Day of that week at whose end the leap second occurs, 1 for Sunday.
  public var nextLeapDay: Int16 = 0
  /// Seconds by which GPS time will be ahead of UTC after the leap second.
  public var nextLeapSeconds: Int16 = 0
  /// Meaningless.
  public var spare: Int16 = 0
  /// Parameter of Klobuchar's model, in seconds.
  public var alpha0: Float = 0
  /// Parameter of Klobuchar's model, in seconds per semicircle.
  public var alpha1: Float = 0
  /// Parameter of Klobuchar's model, in seconds per semicircle squared.
  public var alpha2: Float = 0
  /// Parameter of Klobuchar's model, in seconds per semicircle cubed.
  public var alpha3: Float = 0
  /// Parameter of Klobuchar's model, in seconds.
  public var beta0: Float = 0
  /// Parameter of Klobuchar's model, in seconds per semicircle.
  public var beta1: Float = 0
  /// Parameter of Klobuchar's model, in seconds per semicircle squared.
  public var beta2: Float = 0
  /// Parameter of Klobuchar's model, in seconds per semicircle cubed.
  public var beta3: Float = 0
  /// Which parts of the message are valid.
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
  /// Which parts of the message are valid.
  public struct Flags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The health bits.
    public static let health = Flags(rawValue: 1)
    /// The UTC difference.
    public static let utc = Flags(rawValue: 2)
    /// The ionospheric model.
    public static let ionosphere = Flags(rawValue: 4)
  }
}
