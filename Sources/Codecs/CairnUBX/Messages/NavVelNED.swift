/// UBX-NAV-VELNED: velocity of one navigation epoch, north, east and down.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-VELNED.
public struct NavVelNED: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x12)
  public static let name = "NAV-VELNED"
  public static let payloadLength = PayloadLength.exactly(36)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Metres per second.
  public var velocityNorth = 0.0
  /// Metres per second.
  public var velocityEast = 0.0
  /// Metres per second, positive down.
  public var velocityDown = 0.0
  /// Metres per second in three dimensions.
  public var speed = 0.0
  /// Metres per second over ground.
  public var groundSpeed = 0.0
  /// Direction of motion over ground, in degrees from true north.
  public var course = 0.0
  /// Metres per second.
  public var speedAccuracy = 0.0
  /// Degrees.
  public var courseAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("velN", &velocityNorth, unit: .centimetresPerSecond)
    f.i4("velE", &velocityEast, unit: .centimetresPerSecond)
    f.i4("velD", &velocityDown, unit: .centimetresPerSecond)
    f.u4("speed", &speed, unit: .centimetresPerSecond)
    f.u4("gSpeed", &groundSpeed, unit: .centimetresPerSecond)
    f.i4("heading", &course, scale: 1e-5)
    f.u4("sAcc", &speedAccuracy, unit: .centimetresPerSecond)
    f.u4("cAcc", &courseAccuracy, scale: 1e-5)
  }
}
