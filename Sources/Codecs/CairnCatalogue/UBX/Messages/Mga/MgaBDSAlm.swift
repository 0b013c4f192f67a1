public import CairnUBX

/// UBX-MGA-BDS-ALM: the coarse orbit of a BeiDou satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-BDS-ALM.
public struct MgaBDSAlm: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x03)
  public static let name = "MGA-BDS-ALM"
  public static let payloadLength = PayloadLength.exactly(40)
  public static let discriminator: UInt8? = 0x02

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// BeiDou week of the almanac, modulo 256.
  public var week: UInt8 = 0
  /// Reference time of the almanac, in seconds of week.
  public var time = 0.0
  /// Semicircles, relative to the nominal inclination.
  public var inclinationDifference = 0.0
  /// Square root of metres.
  public var rootOfSemiMajorAxis = 0.0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Semicircles.
  public var argumentOfPerigee = 0.0
  /// Semicircles, at the reference time.
  public var meanAnomaly = 0.0
  /// Longitude of the ascending node at the start of the week, in semicircles.
  public var ascendingNode = 0.0
  /// Semicircles per second.
  public var ascendingNodeRate = 0.0
  /// Seconds.
  public var clockBias = 0.0
  /// Seconds per second.
  public var clockDrift = 0.0
  private var type: UInt8 = 0x02

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u1("Wna", &week)
    // Printed with 2^-12 as in independent decoders; BeiDou's own document says 2^12 seconds.
    var toa = time * 0x1p-24
    f.u1("toa", &toa, scale: 0x1p-12)
    time = toa * 0x1p24
    f.i2("deltaI", &inclinationDifference, scale: 0x1p-19)
    f.u4("sqrtA", &rootOfSemiMajorAxis, scale: 0x1p-11)
    f.u4("e", &eccentricity, scale: 0x1p-21)
    f.i4("omega", &argumentOfPerigee, scale: 0x1p-23)
    f.i4("M0", &meanAnomaly, scale: 0x1p-23)
    f.i4("Omega0", &ascendingNode, scale: 0x1p-23)
    f.i4("omegaDot", &ascendingNodeRate, scale: 0x1p-38)
    f.i2("a0", &clockBias, scale: 0x1p-20)
    f.i2("a1", &clockDrift, scale: 0x1p-38)
    f.reserved(4)
  }
}
