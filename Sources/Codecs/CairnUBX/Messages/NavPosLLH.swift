/// UBX-NAV-POSLLH: geodetic position of one navigation epoch.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-POSLLH.
public struct NavPosLLH: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x02)
  public static let name = "NAV-POSLLH"
  public static let payloadLength = PayloadLength.exactly(28)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Degrees on WGS 84, positive east.
  public var longitude = 0.0
  /// Degrees on WGS 84, positive north.
  public var latitude = 0.0
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude = 0.0
  /// Metres above mean sea level, by the receiver's own geoid.
  public var altitude = 0.0
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy = 0.0
  /// Metres, the receiver's own estimate.
  public var verticalAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.i4("lon", &longitude, scale: 1e-7)
    f.i4("lat", &latitude, scale: 1e-7)
    f.i4("height", &ellipsoidalAltitude, unit: .millimetres)
    f.i4("hMSL", &altitude, unit: .millimetres)
    f.u4("hAcc", &horizontalAccuracy, unit: .millimetres)
    f.u4("vAcc", &verticalAccuracy, unit: .millimetres)
  }
}
