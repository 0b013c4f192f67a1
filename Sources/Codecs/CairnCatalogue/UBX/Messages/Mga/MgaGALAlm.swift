public import CairnUBX

/// UBX-MGA-GAL-ALM: the coarse orbit of a Galileo satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GAL-ALM.
public struct MgaGALAlm: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x02)
  public static let name = "MGA-GAL-ALM"
  public static let payloadLength = PayloadLength.exactly(32)
  public static let discriminator: UInt8? = 0x02

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// Issue of data of the almanac.
  public var issue: UInt8 = 0
  /// Galileo week of the almanac, modulo 256.
  public var week: UInt8 = 0
  /// Reference time of the almanac, in seconds of week.
  public var time = 0.0
  /// Square root of metres, relative to that of 29,600 km.
  public var rootOfSemiMajorAxisDifference = 0.0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Semicircles, relative to 56 degrees.
  public var inclinationDifference = 0.0
  /// Longitude of the ascending node at the start of the week, in semicircles.
  public var ascendingNode = 0.0
  /// Semicircles per second.
  public var ascendingNodeRate = 0.0
  /// Semicircles.
  public var argumentOfPerigee = 0.0
  /// Semicircles, at the reference time.
  public var meanAnomaly = 0.0
  /// Seconds.
  public var clockBias = 0.0
  /// Seconds per second.
  public var clockDrift = 0.0
  /// 0 means healthy.
  public var healthE1B: UInt8 = 0
  /// 0 means healthy.
  public var healthE5b: UInt8 = 0
  private var type: UInt8 = 0x02

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u1("ioda", &issue)
    f.u1("almWNa", &week)
    f.u2("toa", &time, scale: 600)
    f.i2("deltaSqrtA", &rootOfSemiMajorAxisDifference, scale: 0x1p-9)
    f.u2("e", &eccentricity, scale: 0x1p-16)
    f.i2("deltaI", &inclinationDifference, scale: 0x1p-14)
    f.i2("omega0", &ascendingNode, scale: 0x1p-15)
    f.i2("omegaDot", &ascendingNodeRate, scale: 0x1p-33)
    f.i2("omega", &argumentOfPerigee, scale: 0x1p-15)
    f.i2("m0", &meanAnomaly, scale: 0x1p-15)
    f.i2("af0", &clockBias, scale: 0x1p-19)
    f.i2("af1", &clockDrift, scale: 0x1p-38)
    f.u1("healthE1B", &healthE1B)
    f.u1("healthE5b", &healthE5b)
    f.reserved(4)
  }
}
