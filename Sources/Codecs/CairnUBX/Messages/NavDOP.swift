/// UBX-NAV-DOP: dilution of precision of one navigation epoch.
///
/// Every value is dimensionless, and absent while unknown.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-DOP.
public struct NavDOP: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x04)
  public static let name = "NAV-DOP"
  public static let payloadLength = PayloadLength.exactly(18)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// DOP of position and time.
  public var geometric: Double?
  /// DOP of the position.
  public var position: Double?
  /// DOP of the time.
  public var time: Double?
  /// DOP of the height.
  public var vertical: Double?
  /// DOP of longitude and latitude.
  public var horizontal: Double?
  /// DOP of the north component.
  public var northing: Double?
  /// DOP of the east component.
  public var easting: Double?

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u2("gDOP", &geometric, scale: 1e-2, absent: 9999)
    f.u2("pDOP", &position, scale: 1e-2, absent: 9999)
    f.u2("tDOP", &time, scale: 1e-2, absent: 9999)
    f.u2("vDOP", &vertical, scale: 1e-2, absent: 9999)
    f.u2("hDOP", &horizontal, scale: 1e-2, absent: 9999)
    f.u2("nDOP", &northing, scale: 1e-2, absent: 9999)
    f.u2("eDOP", &easting, scale: 1e-2, absent: 9999)
  }
}
