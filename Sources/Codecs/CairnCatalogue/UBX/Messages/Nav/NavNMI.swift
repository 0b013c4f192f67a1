public import CairnUBX

/// UBX-NAV-NMI: whether the systems' navigation messages agree.
///
/// The result bit of a check that was not made is meaningless.
///
/// Source: u-blox M10 interface description, UBX-NAV-NMI.
public struct NavNMI: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x28)
  public static let name = "NAV-NMI"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Week number and UTC offset of GPS.
  public var gps = GPSChecks()
  /// Leap seconds of GPS.
  public var gpsLeapSecond = GPSLeapSecond()
  /// Week number of Galileo.
  public var galileo = GalileoChecks()
  /// Leap seconds of Galileo.
  public var galileoLeapSecond = GalileoLeapSecond()
  /// Week number of BeiDou.
  public var beidou = BeiDouChecks()
  /// Leap seconds of BeiDou.
  public var beidouLeapSecond = BeiDouLeapSecond()
  /// Day number of GLONASS.
  public var glonass = GLONASSChecks()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.reserved(4)
    f.x1("gpsNmiFlags", &gps)
    f.x1("gpsLsFlags", &gpsLeapSecond)
    f.x1("galNmiFlags", &galileo)
    f.x1("galLsFlags", &galileoLeapSecond)
    f.x1("bdsNmiFlags", &beidou)
    f.x1("bdsLsFlags", &beidouLeapSecond)
    f.x1("gloNmiFlags", &glonass)
  }
}
