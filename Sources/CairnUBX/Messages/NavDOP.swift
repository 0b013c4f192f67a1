/// UBX-NAV-DOP: dilution of precision of one navigation epoch.
///
/// Every value is dimensionless and absent while there is none.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-DOP.
public struct NavDOP: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x04)
  public static let name = "NAV-DOP"
  public static let payloadLength = PayloadLength.exactly(18)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Of position and time.
  public var geometric: Double?
  /// Of position.
  public var position: Double?
  /// Of time.
  public var time: Double?
  /// Of height.
  public var vertical: Double?
  /// Of longitude and latitude.
  public var horizontal: Double?
  /// Of the north component.
  public var northing: Double?
  /// Of the east component.
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
