public import CairnUBX

/// UBX-CFG-DAT: sets a user-defined datum.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-DAT.
public struct CfgDatUser: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x06)
  public static let name = "CFG-DAT"
  public static let payloadLength = PayloadLength.exactly(44)

  /// Metres, 6,300,000...6,500,000.
  public var semiMajorAxis = 0.0
  /// Dimensionless, 0...500: 298.257223563 on WGS 84.
  public var inverseFlattening = 0.0
  /// Shift of the origin in metres, -5000...5000.
  public var offsetX: Float = 0
  /// Shift of the origin in metres, -5000...5000.
  public var offsetY: Float = 0
  /// Shift of the origin in metres, -5000...5000.
  public var offsetZ: Float = 0
  /// Rotation about the axis in arcseconds, -20...20.
  public var rotationXArcseconds: Float = 0
  /// Rotation about the axis in arcseconds, -20...20.
  public var rotationYArcseconds: Float = 0
  /// Rotation about the axis in arcseconds, -20...20.
  public var rotationZArcseconds: Float = 0
  /// Parts per million, 0...50.
  public var scalePartsPerMillion: Float = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.r8("majA", &semiMajorAxis)
    f.r8("flat", &inverseFlattening)
    f.r4("dX", &offsetX)
    f.r4("dY", &offsetY)
    f.r4("dZ", &offsetZ)
    f.r4("rotX", &rotationXArcseconds)
    f.r4("rotY", &rotationYArcseconds)
    f.r4("rotZ", &rotationZArcseconds)
    f.r4("scale", &scalePartsPerMillion)
  }
}
