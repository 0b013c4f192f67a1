public import CairnUBX

/// UBX-CFG-NMEA: how NMEA sentences are written.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-NMEA.
public struct CfgNmea: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x17)
  public static let name = "CFG-NMEA"
  public static let payloadLength = PayloadLength.exactly(20)

  /// What to write that is not a fix.
  public var filter = Filter()
  /// Major and minor digit: 0x21, 0x23, 0x40, 0x41, or 0x4B for 4.11.
  public var nmeaVersion: UInt8 = 0
  /// The most satellites per talker: 8, 12 or 16; 0 is no limit.
  public var satelliteLimit: UInt8 = 0
  /// How to write sentences.
  public var flags = Flags()
  /// Systems that are not written.
  public var hidden = Systems()
  /// Satellites without an NMEA number: 0 omitted, 1 numbered by the vendor.
  public var satelliteNumbering: UInt8 = 0
  /// The talker of all sentences except GSV.
  public var mainTalker = Talker.automatic
  /// The talker of GSV: 0 the satellite system's, 1 the main talker.
  public var gsvTalker: UInt8 = 0
  /// Version of the message's layout, 1.
  public var version: UInt8 = 1
  /// The talker of BeiDou; two zeros leave it unchanged.
  public var beidouTalker = UBXText()

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
    f.ch("bdsTalkerId", 2, &beidouTalker)
    f.reserved(6)
  }
}

extension CfgNmea {
  /// What to write that is not a fix.
  public struct Filter: UBXBitField {
    /// Positions without a fix.
    public var showsFailedPositions = false
    /// Positions beyond the limits of CFG-NAV5.
    public var showsInvalidPositions = false
    /// Invalid times.
    public var showsInvalidTimes = false
    /// Invalid dates.
    public var showsInvalidDates = false
    /// Only GPS is written.
    public var usesGPSOnly = false
    /// Frozen courses.
    public var showsInvalidCourses = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("posFilt", &showsFailedPositions)
      b.flag("mskPosFilt", &showsInvalidPositions)
      b.flag("timeFilt", &showsInvalidTimes)
      b.flag("dateFilt", &showsInvalidDates)
      b.flag("gpsOnlyFilter", &usesGPSOnly)
      b.flag("trackFilt", &showsInvalidCourses)
    }
  }

  /// How to write sentences.
  public struct Flags: UBXBitField {
    /// A fixed number of digits, for old software.
    public var isCompatible = false
    /// Satellites that were only considered count as used.
    public var countsConsideredSatellites = false
    /// No sentence exceeds 82 characters.
    public var limitsTo82 = false
    /// Seven decimals of minutes, three of altitudes.
    public var isHighPrecision = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("compat", &isCompatible)
      b.flag("consider", &countsConsideredSatellites)
      b.flag("limit82", &limitsTo82)
      b.flag("highPrec", &isHighPrecision)
    }
  }

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
      b.flag("beidou", &beidou)
    }
  }

  /// The talker of all sentences except GSV; an open set.
  public struct Talker: UBXOpenValue {
    /// The wire's `mainTalkerId`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Determined by the satellite systems in use.
    public static let automatic = Talker(rawValue: 0)
    /// GP.
    public static let gp = Talker(rawValue: 1)
    /// GL.
    public static let gl = Talker(rawValue: 2)
    /// GN.
    public static let gn = Talker(rawValue: 3)
    /// GA.
    public static let ga = Talker(rawValue: 4)
    /// GB.
    public static let gb = Talker(rawValue: 5)
    /// GQ.
    public static let gq = Talker(rawValue: 7)
  }
}
