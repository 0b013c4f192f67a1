/// NAV-DOP: dilution of precision of one solution; dimensionless.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-DOP".
public struct CASICNavDOP: CASICMessage {
  /// Class and number.
  public static var id: CASICMessageID { CASICMessageID(0x01, 0x01) }

  /// Milliseconds since the receiver started. Messages of one epoch share the value.
  public var runTime: UInt32 = 0
  /// DOP of the position.
  public var position: Float = 0
  /// DOP of longitude and latitude.
  public var horizontal: Float = 0
  /// DOP of the height.
  public var vertical: Float = 0
  /// DOP of the north component.
  public var northing: Float = 0
  /// DOP of the east component.
  public var easting: Float = 0
  /// DOP of the time.
  public var time: Float = 0

  public init() {}

  public mutating func fields(_ f: inout some CASICFieldVisitor & ~Escapable) {
    f.integer("runTime", &runTime)
    f.real("pDop", &position)
    f.real("hDop", &horizontal)
    f.real("vDop", &vertical)
    f.real("nDop", &northing)
    f.real("eDop", &easting)
    f.real("tDop", &time)
  }
}
