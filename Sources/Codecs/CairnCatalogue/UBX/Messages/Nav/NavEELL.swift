public import CairnUBX

/// UBX-NAV-EELL: the horizontal error ellipse of one navigation epoch, one standard deviation.
///
/// Source: u-blox F9 HPS interface description, UBX-NAV-EELL.
public struct NavEELL: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x3D)
  public static let name = "NAV-EELL"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Direction of the longer axis in degrees from true north.
  public var orientation = 0.0
  /// Metres along the longer axis.
  public var semiMajor = 0.0
  /// Metres along the shorter axis.
  public var semiMinor = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.reserved(1)
    f.u2("errEllipseOrient", &orientation, scale: 1e-2)
    f.u4("errEllipseMajor", &semiMajor, unit: .millimetres)
    f.u4("errEllipseMinor", &semiMinor, unit: .millimetres)
  }
}
