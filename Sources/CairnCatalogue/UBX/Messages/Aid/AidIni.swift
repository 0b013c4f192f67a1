public import CairnUBX

/// UBX-AID-INI: position, time and clock of a receiver, to be sent back after a restart.
///
/// Position and clock are those of the wire, since the flags decide what they mean.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-AID-INI.
public struct AidIni: UBXMessage, Hashable {
  public static let id = MessageID(.aid, 0x01)
  public static let name = "AID-INI"
  public static let payloadLength = PayloadLength.exactly(48)

  /// Centimetres, or 1e-7 degrees with the flag `isGeodetic`.
  public var xOrLatitude: Int32 = 0
  /// Centimetres, or 1e-7 degrees with the flag `isGeodetic`.
  public var yOrLongitude: Int32 = 0
  /// Centimetres; above the ellipsoid with the flag `isGeodetic`.
  public var zOrAltitude: Int32 = 0
  /// Metres, one standard deviation.
  public var positionAccuracy = 0.0
  /// Bits: which edge of which pin the time is of.
  public var timeMark: UInt16 = 0
  /// GPS week, or year less 2000 times 100 plus month with the flag `isUTC`.
  public var weekOrDate: UInt16 = 0
  /// Milliseconds of week, or day, hour, minute and second in pairs of digits with the flag
  /// `isUTC`.
  public var timeOfWeek: UInt32 = 0
  /// To add to the time.
  public var nanoseconds: Int32 = 0
  /// Of the time.
  public var timeAccuracyMilliseconds: UInt32 = 0
  /// To add to them.
  public var timeAccuracyNanoseconds: UInt32 = 0
  /// Nanoseconds per second, or 0.01 hertz with the flag `isFrequency`.
  public var driftOrFrequency: Int32 = 0
  /// Nanoseconds per second, or parts per billion with the flag `isFrequency`.
  public var driftOrFrequencyAccuracy: UInt32 = 0
  /// What of the message is valid, and what it means.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.i4("ecefXOrLat", &xOrLatitude)
    f.i4("ecefYOrLon", &yOrLongitude)
    f.i4("ecefZOrAlt", &zOrAltitude)
    f.u4("posAcc", &positionAccuracy, unit: .centimetres)
    f.number("tmCfg", &timeMark, .octets)
    f.u2("wn", &weekOrDate)
    f.u4("tow", &timeOfWeek)
    f.i4("towNs", &nanoseconds)
    f.u4("tAccMs", &timeAccuracyMilliseconds)
    f.u4("tAccNs", &timeAccuracyNanoseconds)
    f.i4("clkDOrFreq", &driftOrFrequency)
    f.u4("clkDAccOrFreqAcc", &driftOrFrequencyAccuracy)
    f.x4("flags", &flags.rawValue)
  }
}

extension AidIni {
  /// What of the message is valid, and what it means.
  public struct Flags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The position is valid.
    public static let position = Flags(rawValue: 0x01)
    /// The time is valid.
    public static let time = Flags(rawValue: 0x02)
    /// The clock's drift or frequency is valid.
    public static let clock = Flags(rawValue: 0x04)
    /// The time is that of a pulse on a pin.
    public static let isTimePulse = Flags(rawValue: 0x08)
    /// The clock is given as a frequency.
    public static let isFrequency = Flags(rawValue: 0x10)
    /// The position is latitude, longitude and altitude.
    public static let isGeodetic = Flags(rawValue: 0x20)
    /// The altitude is not valid.
    public static let altitudeIsInvalid = Flags(rawValue: 0x40)
    /// The time is that of the previous pulse on a pin.
    public static let isPreviousPulse = Flags(rawValue: 0x80)
    /// The time is UTC.
    public static let isUTC = Flags(rawValue: 0x400)
  }
}
