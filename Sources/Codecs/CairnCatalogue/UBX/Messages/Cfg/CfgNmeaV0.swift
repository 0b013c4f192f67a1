public import CairnUBX

/// UBX-CFG-NMEA: how NMEA sentences are written, version 0.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-NMEA.
public struct CfgNmeaV0: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x17)
  public static let name = "CFG-NMEA"
  public static let payloadLength = PayloadLength.exactly(12)

  /// What to write that is not a fix.
  public var filter = CfgNmea.Filter()
  /// Major and minor digit: 0x21, 0x23, 0x40 or 0x41.
  public var nmeaVersion: UInt8 = 0
  /// The most satellites per talker: 8, 12 or 16; 0 is no limit.
  public var satelliteLimit: UInt8 = 0
  /// How to write sentences.
  public var flags = CfgNmea.Flags()
  /// Systems that are not written.
  public var hidden = Systems()
  /// Satellites without an NMEA number: 0 omitted, 1 numbered by the vendor.
  public var satelliteNumbering: UInt8 = 0
  /// The talker of all sentences except GSV.
  public var mainTalker = CfgNmea.Talker.automatic
  /// The talker of GSV: 0 the satellite system's, 1 the main talker.
  public var gsvTalker: UInt8 = 0
  /// Version of the message's layout, 0.
  public var version: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x1("filter", &filter)
    f.u1("nmeaVersion", &nmeaVersion)
    f.u1("numSV", &satelliteLimit)
    f.x1("flags", &flags)
    f.x4("gnssToFilter", &hidden)
    f.u1("svNumbering", &satelliteNumbering)
    f.u1("mainTalkerId", &mainTalker)
    f.u1("gsvTalkerId", &gsvTalker)
    f.u1("version", &version)
  }
}

extension CfgNmeaV0 {
  /// Systems that are not written.
  public struct Systems: UBXBitField {
    /// GPS.
    public var gps = false
    /// SBAS.
    public var sbas = false
    /// Galileo.
    public var galileo = false
    /// QZSS.
    public var qzss = false
    /// GLONASS.
    public var glonass = false
    /// BeiDou.
    public var beidou = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gps", &gps)
      b.flag("sbas", &sbas)
      b.flag("galileo", &galileo)
      b.unused(1)
      b.flag("qzss", &qzss)
      b.flag("glonass", &glonass)
      b.flag("bBeidou", &beidou)
    }
  }
}
