public import CairnUBX

/// UBX-MGA-GLO-ALM: the coarse orbit of a GLONASS satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GLO-ALM.
public struct MgaGLOAlm: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x06)
  public static let name = "MGA-GLO-ALM"
  public static let payloadLength = PayloadLength.exactly(36)
  public static let discriminator: UInt8? = 0x02

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// Day of the four-year period on which the almanac is based.
  public var day: UInt16 = 0
  /// 0 GLONASS, 1 GLONASS-M.
  public var satelliteType: UInt8 = 0
  /// 1 means healthy.
  public var health: UInt8 = 0
  /// Seconds.
  public var clockCorrection = 0.0
  /// Orbital eccentricity.
  public var eccentricity = 0.0
  /// Longitude of the day's first ascending node, in semicircles.
  public var ascendingNode = 0.0
  /// Semicircles, relative to the nominal inclination.
  public var inclinationDifference = 0.0
  /// Seconds of the day at the first ascending node.
  public var ascendingNodeTime = 0.0
  /// Seconds per orbit, relative to the nominal draconic period.
  public var periodDifference = 0.0
  /// Seconds per orbit squared.
  public var periodRate = 0.0
  /// Frequency channel, -7...13.
  public var channel: Int8 = 0
  /// In units of 2^-15 semicircles.
  public var argumentOfPerigee: Int16 = 0
  private var type: UInt8 = 0x02

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u2("N", &day)
    f.u1("M", &satelliteType)
    f.u1("C", &health)
    f.i2("tau", &clockCorrection, scale: 0x1p-18)
    f.u2("epsilon", &eccentricity, scale: 0x1p-20)
    f.i4("lambda", &ascendingNode, scale: 0x1p-20)
    f.i4("deltaI", &inclinationDifference, scale: 0x1p-20)
    f.u4("tLambda", &ascendingNodeTime, scale: 0x1p-5)
    f.i4("deltaT", &periodDifference, scale: 0x1p-9)
    f.i1("deltaDT", &periodRate, scale: 0x1p-14)
    f.i1("H", &channel)
    f.i2("omega", &argumentOfPerigee)
    f.reserved(4)
  }
}
