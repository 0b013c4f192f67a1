public import CairnUBX

/// UBX-RXM-SVSI: the satellites and what is known about them; replaced by NAV-ORB.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-RXM-SVSI.
public struct RxmSVSI: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x20)
  public static let name = "RXM-SVSI"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One satellite.
  public struct Satellite: UBXGroup, Hashable {
    /// Satellite number in the receiver's extended NMEA numbering.
    public var number: UInt8 = 0
    /// State bits.
    public var flags = Flags()
    /// Degrees clockwise from true north.
    public var azimuth: Int16 = 0
    /// Degrees above the horizon.
    public var elevation: Int8 = 0
    /// The ages of its orbits.
    public var ages = Ages()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("svid", &number)
      f.x1("svFlag", &flags)
      f.i2("azim", &azimuth)
      f.i1("elev", &elevation)
      f.x1("age", &ages)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// GPS week.
  public var week: Int16 = 0
  /// Number of satellites above the horizon.
  public var visible: UInt8 = 0
  /// In wire order, at most 255.
  public var satellites: [Satellite] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i2("week", &week)
    f.u1("numVis", &visible)
    let count = f.count("numSV", of: satellites)
    f.groups(count, &satellites)
  }
}

extension RxmSVSI.Satellite {
  /// What is known about a satellite.
  public struct Flags: UBXBitField {
    /// Class of the user range accuracy, 0...15.
    public var rangeAccuracy: UInt8 = 0
    /// The satellite may be used.
    public var isHealthy = false
    /// The ephemeris is valid.
    public var hasEphemeris = false
    /// The almanac is valid.
    public var hasAlmanac = false
    /// The satellite is not available.
    public var isUnavailable = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("ura", 4, &rangeAccuracy)
      b.flag("healthy", &isHealthy)
      b.flag("ephVal", &hasEphemeris)
      b.flag("almVal", &hasAlmanac)
      b.flag("notAvail", &isUnavailable)
    }
  }

  /// The ages of a satellite's orbits.
  public struct Ages: UBXBitField {
    /// Age of the almanac in days, plus 4.
    public var almanac: UInt8 = 0
    /// Age of the ephemeris in hours, plus 4.
    public var ephemeris: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("almAge", 4, &almanac)
      b.number("ephAge", 4, &ephemeris)
    }
  }
}
