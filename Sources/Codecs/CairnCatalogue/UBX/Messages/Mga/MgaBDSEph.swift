public import CairnUBX

/// UBX-MGA-BDS-EPH: the exact orbit and clock of a BeiDou satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-BDS-EPH.
public struct MgaBDSEph: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x03)
  public static let name = "MGA-BDS-EPH"
  public static let payloadLength = PayloadLength.exactly(88)
  public static let discriminator: UInt8? = 0x01

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// 0 means healthy.
  public var health: UInt8 = 0
  /// Issue of data of the clock.
  public var issueOfClock: UInt8 = 0
  /// Seconds per second squared.
  public var clockDriftRate = 0.0
  /// Seconds per second.
  public var clockDrift = 0.0
  /// Seconds.
  public var clockBias = 0.0
  /// Reference time of the clock, in seconds of week.
  public var clockTime = 0.0
  /// Nanoseconds, of the signal B1.
  public var groupDelay = 0.0
  /// User range accuracy index, 0...15.
  public var accuracyIndex: UInt8 = 0
  /// Issue of data of the orbit.
  public var issueOfEphemeris: UInt8 = 0
  /// Reference time of the orbit, in seconds of week.
  public var ephemerisTime = 0.0
  /// Square root of metres.
  public var rootOfSemiMajorAxis = 0.0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Semicircles.
  public var argumentOfPerigee = 0.0
  /// Difference from the computed mean motion, in semicircles per second.
  public var meanMotionDifference = 0.0
  /// Semicircles per second.
  public var inclinationRate = 0.0
  /// Semicircles, at the reference time.
  public var meanAnomaly = 0.0
  /// Longitude of the ascending node at the start of the week, in semicircles.
  public var ascendingNode = 0.0
  /// Semicircles per second.
  public var ascendingNodeRate = 0.0
  /// Semicircles, at the reference time.
  public var inclination = 0.0
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
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u1("SatH1", &health)
    f.u1("IODC", &issueOfClock)
    f.i2("a2", &clockDriftRate, scale: 0x1p-66)
    f.i4("a1", &clockDrift, scale: 0x1p-50)
    f.i4("a0", &clockBias, scale: 0x1p-33)
    f.u4("toc", &clockTime, scale: 8)
    f.i2("TGD1", &groupDelay, scale: 1e-1)
    f.u1("URAI", &accuracyIndex)
    f.u1("IODE", &issueOfEphemeris)
    f.u4("toe", &ephemerisTime, scale: 8)
    f.u4("sqrtA", &rootOfSemiMajorAxis, scale: 0x1p-19)
    f.u4("e", &eccentricity, scale: 0x1p-33)
    f.i4("omega", &argumentOfPerigee, scale: 0x1p-31)
    f.i2("Deltan", &meanMotionDifference, scale: 0x1p-43)
    f.i2("IDOT", &inclinationRate, scale: 0x1p-43)
    f.i4("M0", &meanAnomaly, scale: 0x1p-31)
    f.i4("Omega0", &ascendingNode, scale: 0x1p-31)
    f.i4("OmegaDot", &ascendingNodeRate, scale: 0x1p-43)
    f.i4("i0", &inclination, scale: 0x1p-31)
    f.i4("Cuc", &latitudeCosine, scale: 0x1p-31)
    f.i4("Cus", &latitudeSine, scale: 0x1p-31)
    f.i4("Crc", &radiusCosine, scale: 0x1p-6)
    f.i4("Crs", &radiusSine, scale: 0x1p-6)
    f.i4("Cic", &inclinationCosine, scale: 0x1p-31)
    f.i4("Cis", &inclinationSine, scale: 0x1p-31)
    f.reserved(4)
  }
}
