/// UBX-NAV-VELECEF: earth-centred velocity of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-VELECEF.
public struct NavVelECEF: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x11)
  public static let name = "NAV-VELECEF"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Metres per second along the earth-fixed x axis.
  public var velocityX = 0.0
  /// Metres per second along the earth-fixed y axis.
  public var velocityY = 0.0
  /// Metres per second along the earth-fixed z axis.
  public var velocityZ = 0.0
  /// Metres per second.
  public var speedAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("ecefVX", &velocityX, unit: .centimetresPerSecond)
    f.i4("ecefVY", &velocityY, unit: .centimetresPerSecond)
    f.i4("ecefVZ", &velocityZ, unit: .centimetresPerSecond)
    f.u4("sAcc", &speedAccuracy, unit: .centimetresPerSecond)
  }
}
