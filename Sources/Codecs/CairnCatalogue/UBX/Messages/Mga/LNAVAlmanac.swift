public import CairnUBX

/// The coarse orbit of a satellite, as GPS and QZSS broadcast it in subframes 4 and 5.
///
/// Source: IS-GPS-200, "Almanac parameters"; u-blox UBX-13003221 R28 (M8), UBX-MGA-GPS-ALM.
public struct LNAVAlmanac: UBXGroup, Hashable {
  /// Eight bits; 0 means healthy.
  public var health: UInt8 = 0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Reference week of the almanac, modulo 256.
  public var week: UInt8 = 0
  /// Reference time of the almanac, in seconds of week.
  public var time = 0.0
  /// Semicircles, relative to 0.3 semicircles.
  public var inclinationDifference = 0.0
  /// Semicircles per second.
  public var ascendingNodeRate = 0.0
  /// Square root of metres.
  public var rootOfSemiMajorAxis = 0.0
  /// Longitude of the ascending node at the start of the week, in semicircles.
  public var ascendingNode = 0.0
  /// Semicircles.
  public var argumentOfPerigee = 0.0
  /// Semicircles, at the reference time.
  public var meanAnomaly = 0.0
  /// Seconds.
  public var clockBias = 0.0
  /// Seconds per second.
  public var clockDrift = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("svHealth", &health)
    f.u2("e", &eccentricity, scale: 0x1p-21)
    f.u1("almWNa", &week)
    f.u1("toa", &time, scale: 4096)
    f.i2("deltaI", &inclinationDifference, scale: 0x1p-19)
    f.i2("omegaDot", &ascendingNodeRate, scale: 0x1p-38)
    f.u4("sqrtA", &rootOfSemiMajorAxis, scale: 0x1p-11)
    f.i4("omega0", &ascendingNode, scale: 0x1p-23)
    f.i4("omega", &argumentOfPerigee, scale: 0x1p-23)
    f.i4("m0", &meanAnomaly, scale: 0x1p-23)
    f.i2("af0", &clockBias, scale: 0x1p-20)
    f.i2("af1", &clockDrift, scale: 0x1p-38)
    f.reserved(4)
  }
}
