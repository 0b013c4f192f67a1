public import CairnUBX

/// UBX-MGA-GLO-EPH: the exact orbit and clock of a GLONASS satellite, to aid a receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-GLO-EPH.
public struct MgaGLOEph: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x06)
  public static let name = "MGA-GLO-EPH"
  public static let payloadLength = PayloadLength.exactly(48)
  public static let discriminator: UInt8? = 0x01

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// User range accuracy index.
  public var accuracyIndex: UInt8 = 0
  /// The health flag of string 2.
  public var health: UInt8 = 0
  /// 0 GLONASS, 1 GLONASS-M.
  public var satelliteType: UInt8 = 0
  /// Frequency channel, -7...13.
  public var channel: Int8 = 0
  /// Kilometres, in PZ-90.
  public var x = 0.0
  /// Kilometres, in PZ-90.
  public var y = 0.0
  /// Kilometres, in PZ-90.
  public var z = 0.0
  /// Kilometres per second.
  public var xVelocity = 0.0
  /// Kilometres per second.
  public var yVelocity = 0.0
  /// Kilometres per second.
  public var zVelocity = 0.0
  /// Kilometres per second squared.
  public var xAcceleration = 0.0
  /// Kilometres per second squared.
  public var yAcceleration = 0.0
  /// Kilometres per second squared.
  public var zAcceleration = 0.0
  /// Minutes of the day of the parameters, in Moscow time.
  public var timeOfDay = 0.0
  /// Relative to the carrier's nominal frequency.
  public var frequencyOffset = 0.0
  /// Days since the upload of the parameters.
  public var age: UInt8 = 0
  /// Seconds, between the signals of L2 and L1.
  public var delayDifference = 0.0
  /// Seconds.
  public var clockCorrection = 0.0
  private var type: UInt8 = 0x01

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.reserved(1)
    f.u1("FT", &accuracyIndex)
    f.u1("B", &health)
    f.u1("M", &satelliteType)
    f.i1("H", &channel)
    f.i4("x", &x, scale: 0x1p-11)
    f.i4("y", &y, scale: 0x1p-11)
    f.i4("z", &z, scale: 0x1p-11)
    f.i4("dx", &xVelocity, scale: 0x1p-20)
    f.i4("dy", &yVelocity, scale: 0x1p-20)
    f.i4("dz", &zVelocity, scale: 0x1p-20)
    f.i1("ddx", &xAcceleration, scale: 0x1p-30)
    f.i1("ddy", &yAcceleration, scale: 0x1p-30)
    f.i1("ddz", &zAcceleration, scale: 0x1p-30)
    f.u1("tb", &timeOfDay, scale: 15)
    f.i2("gamma", &frequencyOffset, scale: 0x1p-40)
    f.u1("E", &age)
    f.i1("deltaTau", &delayDifference, scale: 0x1p-30)
    f.i4("tau", &clockCorrection, scale: 0x1p-30)
    f.reserved(4)
  }
}
