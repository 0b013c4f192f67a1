public import CairnUBX

/// The orbit and clock of a satellite, as GPS and QZSS broadcast them in subframes 1 to 3.
///
/// Source: IS-GPS-200, "Ephemeris parameters"; u-blox UBX-13003221 R28 (M8), UBX-MGA-GPS-EPH.
public struct LNAVEphemeris: UBXGroup, Hashable {
  /// 0 for a fit interval of four hours, 1 for a longer one.
  public var fitInterval: UInt8 = 0
  /// User range accuracy index, 0...15; 15 prohibits use.
  public var accuracyIndex: UInt8 = 0
  /// Six bits; 0 means healthy.
  public var health: UInt8 = 0
  /// Seconds, between the signals L1 and L2.
  public var groupDelay = 0.0
  /// Issue of data of the clock.
  public var issueOfClock: UInt16 = 0
  /// Reference time of the clock, in seconds of week.
  public var clockTime = 0.0
  /// Seconds per second squared.
  public var clockDriftRate = 0.0
  /// Seconds per second.
  public var clockDrift = 0.0
  /// Seconds.
  public var clockBias = 0.0
  /// Metres, sine correction of the radius.
  public var radiusSine = 0.0
  /// Difference from the computed mean motion, in semicircles per second.
  public var meanMotionDifference = 0.0
  /// Semicircles, at the reference time.
  public var meanAnomaly = 0.0
  /// Radians, cosine correction of the argument of latitude.
  public var latitudeCosine = 0.0
  /// Radians, sine correction of the argument of latitude.
  public var latitudeSine = 0.0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Square root of metres.
  public var rootOfSemiMajorAxis = 0.0
  /// Reference time of the orbit, in seconds of week.
  public var ephemerisTime = 0.0
  /// Radians, cosine correction of the inclination.
  public var inclinationCosine = 0.0
  /// Longitude of the ascending node at the start of the week, in semicircles.
  public var ascendingNode = 0.0
  /// Radians, sine correction of the inclination.
  public var inclinationSine = 0.0
  /// Metres, cosine correction of the radius.
  public var radiusCosine = 0.0
  /// Semicircles, at the reference time.
  public var inclination = 0.0
  /// Semicircles.
  public var argumentOfPerigee = 0.0
  /// Semicircles per second.
  public var ascendingNodeRate = 0.0
  /// Semicircles per second.
  public var inclinationRate = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("fitInterval", &fitInterval)
    f.u1("uraIndex", &accuracyIndex)
    f.u1("svHealth", &health)
    f.i1("tgd", &groupDelay, scale: 0x1p-31)
    f.u2("iodc", &issueOfClock)
    f.u2("toc", &clockTime, scale: 16)
    f.reserved(1)
    f.i1("af2", &clockDriftRate, scale: 0x1p-55)
    f.i2("af1", &clockDrift, scale: 0x1p-43)
    f.i4("af0", &clockBias, scale: 0x1p-31)
    f.i2("crs", &radiusSine, scale: 0x1p-5)
    f.i2("deltaN", &meanMotionDifference, scale: 0x1p-43)
    f.i4("m0", &meanAnomaly, scale: 0x1p-31)
    f.i2("cuc", &latitudeCosine, scale: 0x1p-29)
    f.i2("cus", &latitudeSine, scale: 0x1p-29)
    f.u4("e", &eccentricity, scale: 0x1p-33)
    f.u4("sqrtA", &rootOfSemiMajorAxis, scale: 0x1p-19)
    f.u2("toe", &ephemerisTime, scale: 16)
    f.i2("cic", &inclinationCosine, scale: 0x1p-29)
    f.i4("omega0", &ascendingNode, scale: 0x1p-31)
    f.i2("cis", &inclinationSine, scale: 0x1p-29)
    f.i2("crc", &radiusCosine, scale: 0x1p-5)
    f.i4("i0", &inclination, scale: 0x1p-31)
    f.i4("omega", &argumentOfPerigee, scale: 0x1p-31)
    f.i4("omegaDot", &ascendingNodeRate, scale: 0x1p-43)
    f.i2("idot", &inclinationRate, scale: 0x1p-43)
    f.reserved(2)
  }
}
