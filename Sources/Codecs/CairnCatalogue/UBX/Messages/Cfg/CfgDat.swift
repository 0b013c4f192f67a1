public import CairnUBX

/// UBX-CFG-DAT: the datum in use.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-DAT.
public struct CfgDat: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x06)
  public static let name = "CFG-DAT"
  public static let payloadLength = PayloadLength.exactly(52)

  /// The datum.
  public var number = Datum.wgs84
  /// The datum's short name, for example `WGS84`.
  public var datumName = UBXText()
  /// Metres.
  public var semiMajorAxis = 0.0
  /// Dimensionless: 298.257223563 on WGS 84.
  public var inverseFlattening = 0.0
  /// Shift of the origin, in metres.
  public var offsetX: Float = 0
  /// Shift of the origin, in metres.
  public var offsetY: Float = 0
  /// Shift of the origin, in metres.
  public var offsetZ: Float = 0
  /// Rotation about the axis, in arcseconds.
  public var rotationXArcseconds: Float = 0
  /// Rotation about the axis, in arcseconds.
  public var rotationYArcseconds: Float = 0
  /// Rotation about the axis, in arcseconds.
  public var rotationZArcseconds: Float = 0
  /// Parts per million.
  public var scalePartsPerMillion: Float = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("datumNum", &number)
    f.ch("datumName", 6, &datumName)
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

extension CfgDat {
  /// A datum known to the receiver by number; an open set.
  public struct Datum: UBXOpenValue {
    /// The wire's `datumNum`.
    public let rawValue: UInt16

    /// Any value is valid.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// WGS 84.
    public static let wgs84 = Datum(rawValue: 0)
    /// A user-defined datum.
    public static let user = Datum(rawValue: 0xFFFF)
  }
}
