public import CairnUBX

/// UBX-AID-INI: position, time and clock of a receiver, to send back after a restart.
///
/// Position and clock are as on the wire, because their meaning depends on the flags.
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
  /// Bits for the pin and the edge that the time refers to.
  public var timeMark: UInt16 = 0
  /// GPS week; with the flag `isUTC`, (year - 2000) * 100 + month.
  public var weekOrDate: UInt16 = 0
  /// Milliseconds of week; with the flag `isUTC`, day, hour, minute and second as pairs of digits.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds to add to the time.
  public var nanoseconds: Int32 = 0
  /// Accuracy of the time, in milliseconds.
  public var timeAccuracyMilliseconds: UInt32 = 0
  /// Nanoseconds to add to `timeAccuracyMilliseconds`.
  public var timeAccuracyNanoseconds: UInt32 = 0
  /// Nanoseconds per second, or 0.01 hertz with the flag `isFrequency`.
  public var driftOrFrequency: Int32 = 0
  /// Nanoseconds per second, or parts per billion with the flag `isFrequency`.
  public var driftOrFrequencyAccuracy: UInt32 = 0
  /// Which parts of the message are valid, and what they mean.
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
  /// Which parts of the message are valid, and what they mean.
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
