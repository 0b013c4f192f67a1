public import CairnUBX

/// UBX-CFG-TP5: one time pulse.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-TP5.
public struct CfgTp5: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x31)
  public static let name = "CFG-TP5"
  public static let payloadLength = PayloadLength.exactly(32)

  /// 0 TIMEPULSE, 1 TIMEPULSE2.
  public var index: UInt8 = 0
  /// Version of the message's layout, 1.
  public var version: UInt8 = 1
  /// Seconds.
  public var cableDelay = 0.0
  /// Seconds; read-only.
  public var groupDelay = 0.0
  /// Microseconds of a period, or hertz with `flags.isFrequency`.
  public var frequencyOrPeriod: UInt32 = 0
  /// The value while the time is locked to GNSS, with `flags.hasLockedSetting`.
  public var lockedFrequencyOrPeriod: UInt32 = 0
  /// Length of a pulse in microseconds with `flags.isLength`; otherwise its share of the period, in
  /// 2⁻³².
  public var lengthOrRatio: UInt32 = 0
  /// The value while the time is locked to GNSS, with `flags.hasLockedSetting`.
  public var lockedLengthOrRatio: UInt32 = 0
  /// Seconds.
  public var userDelay = 0.0
  /// What the pulse follows, and what the values are.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("tpIdx", &index)
    f.u1("version", &version)
    f.reserved(2)
    f.i2("antCableDelay", &cableDelay, unit: .nanoseconds)
    f.i2("rfGroupDelay", &groupDelay, unit: .nanoseconds)
    f.u4("freqPeriod", &frequencyOrPeriod)
    f.u4("freqPeriodLock", &lockedFrequencyOrPeriod)
    f.u4("pulseLenRatio", &lengthOrRatio)
    f.u4("pulseLenRatioLock", &lockedLengthOrRatio)
    f.i4("userConfigDelay", &userDelay, unit: .nanoseconds)
    f.x4("flags", &flags)
  }
}

extension CfgTp5 {
  /// What the pulse follows, and what the values are.
  public struct Flags: UBXBitField {
    /// The pulse is enabled.
    public var isActive = false
    /// The pulse follows GNSS as soon as there is a fix.
    public var locksToGNSS = false
    /// Other values are used while the time is locked.
    public var hasLockedSetting = false
    /// The values are frequencies; otherwise periods.
    public var isFrequency = false
    /// The values are pulse lengths; otherwise ratios.
    public var isLength = false
    /// The pulse is aligned to the second; requires a period that divides a second.
    public var alignsToSecond = false
    /// The rising edge is at the second; otherwise the falling edge.
    public var isRisingEdge = false
    /// The time to which the pulse is aligned.
    public var grid = Grid.utc
    /// Behaviour after the time is lost: 0 keep the locked values, 1 return to the others.
    public var synchronization: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("active", &isActive)
      b.flag("lockGnssFreq", &locksToGNSS)
      b.flag("lockedOtherSet", &hasLockedSetting)
      b.flag("isFreq", &isFrequency)
      b.flag("isLength", &isLength)
      b.flag("alignToTow", &alignsToSecond)
      b.flag("polarity", &isRisingEdge)
      b.number("gridUtcGnss", 4, &grid)
      b.number("syncMode", 3, &synchronization)
    }
  }

  /// The time to which a pulse is aligned; an open set.
  public struct Grid: UBXOpenValue {
    /// The wire's `gridUtcGnss`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UTC.
    public static let utc = Grid(rawValue: 0)
    /// GPS time.
    public static let gps = Grid(rawValue: 1)
    /// GLONASS time.
    public static let glonass = Grid(rawValue: 2)
    /// BeiDou time.
    public static let beidou = Grid(rawValue: 3)
    /// Galileo time.
    public static let galileo = Grid(rawValue: 4)
    /// NavIC time.
    public static let navic = Grid(rawValue: 5)
  }
}
