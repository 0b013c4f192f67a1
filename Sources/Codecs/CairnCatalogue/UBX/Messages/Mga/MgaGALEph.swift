public import CairnUBX

/// UBX-MGA-GAL-EPH: the exact orbit and clock of a Galileo satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GAL-EPH.
public struct MgaGALEph: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x02)
  public static let name = "MGA-GAL-EPH"
  public static let payloadLength = PayloadLength.exactly(76)
  public static let discriminator: UInt8? = 0x01

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// Issue of data of orbit and clock.
  public var issue: UInt16 = 0
  /// Difference from the computed mean motion, in semicircles per second.
  public var meanMotionDifference = 0.0
  /// Semicircles, at the reference time.
  public var meanAnomaly = 0.0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Square root of metres.
  public var rootOfSemiMajorAxis = 0.0
  /// Longitude of the ascending node at the start of the week, in semicircles.
  public var ascendingNode = 0.0
  /// Semicircles, at the reference time.
  public var inclination = 0.0
  /// Semicircles.
  public var argumentOfPerigee = 0.0
  /// Semicircles per second.
  public var ascendingNodeRate = 0.0
  /// Semicircles per second.
  public var inclinationRate = 0.0
  /// Radians, cosine correction of the argument of latitude.
  public var latitudeCosine = 0.0
  /// Radians, sine correction of the argument of latitude.
  public var latitudeSine = 0.0
  /// Metres, cosine correction of the radius.
  public var radiusCosine = 0.0
  /// Metres, sine correction of the radius.
  public var radiusSine = 0.0
  /// Radians, cosine correction of the inclination.
  public var inclinationCosine = 0.0
  /// Radians, sine correction of the inclination.
  public var inclinationSine = 0.0
  /// Reference time of the orbit, in seconds of week.
  public var ephemerisTime = 0.0
  /// Seconds.
  public var clockBias = 0.0
  /// Seconds per second.
  public var clockDrift = 0.0
  /// Seconds per second squared.
  public var clockDriftRate = 0.0
  /// Signal-in-space accuracy index of the pair E1 and E5b.
  public var accuracyIndex: UInt8 = 0
  /// Reference time of the clock, in seconds of week.
  public var clockTime = 0.0
  /// In units of 2^-32 seconds, between the signals E1 and E5b.
  public var groupDelay: Int16 = 0
  /// 0 means healthy.
  public var healthE1B: UInt8 = 0
  /// 0 means valid.
  public var dataValidityE1B: UInt8 = 0
  /// 0 means healthy.
  public var healthE5b: UInt8 = 0
  /// 0 means valid.
  public var dataValidityE5b: UInt8 = 0
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u2("iodNav", &issue)
    f.i2("deltaN", &meanMotionDifference, scale: 0x1p-43)
    f.i4("m0", &meanAnomaly, scale: 0x1p-31)
    f.u4("e", &eccentricity, scale: 0x1p-33)
    f.u4("sqrtA", &rootOfSemiMajorAxis, scale: 0x1p-19)
    f.i4("omega0", &ascendingNode, scale: 0x1p-31)
    f.i4("i0", &inclination, scale: 0x1p-31)
    f.i4("omega", &argumentOfPerigee, scale: 0x1p-31)
    f.i4("omegaDot", &ascendingNodeRate, scale: 0x1p-43)
    f.i2("iDot", &inclinationRate, scale: 0x1p-43)
    f.i2("cuc", &latitudeCosine, scale: 0x1p-29)
    f.i2("cus", &latitudeSine, scale: 0x1p-29)
    f.i2("crc", &radiusCosine, scale: 0x1p-5)
    f.i2("crs", &radiusSine, scale: 0x1p-5)
    f.i2("cic", &inclinationCosine, scale: 0x1p-29)
    f.i2("cis", &inclinationSine, scale: 0x1p-29)
    f.u2("toe", &ephemerisTime, scale: 60)
    f.i4("af0", &clockBias, scale: 0x1p-34)
    f.i4("af1", &clockDrift, scale: 0x1p-46)
    f.i1("af2", &clockDriftRate, scale: 0x1p-59)
    f.u1("sisaIndexE1E5b", &accuracyIndex)
    f.u2("toc", &clockTime, scale: 60)
    f.i2("bgdE1E5b", &groupDelay)
    f.reserved(2)
    f.u1("healthE1B", &healthE1B)
    f.u1("dataValidityE1B", &dataValidityE1B)
    f.u1("healthE5b", &healthE5b)
    f.u1("dataValidityE5b", &dataValidityE5b)
    f.reserved(4)
  }
}
