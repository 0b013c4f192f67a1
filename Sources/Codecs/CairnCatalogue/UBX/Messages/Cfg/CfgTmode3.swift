public import CairnUBX

/// UBX-CFG-TMODE3: a base's survey-in or fixed position.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-TMODE3.
public struct CfgTmode3: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x71)
  public static let name = "CFG-TMODE3"
  public static let payloadLength = PayloadLength.exactly(40)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The mode, and the meaning of the three coordinates.
  public var flags = Flags()
  /// ECEF in centimetres; with `flags.isGeodetic`, 10⁻⁷ degrees.
  public var xOrLatitude: Int32 = 0
  /// ECEF in centimetres; with `flags.isGeodetic`, 10⁻⁷ degrees.
  public var yOrLongitude: Int32 = 0
  /// ECEF in centimetres; with `flags.isGeodetic`, above the WGS 84 ellipsoid.
  public var zOrHeight: Int32 = 0
  /// Hundredths of a unit to add to `xOrLatitude`, -99...99.
  public var xOrLatitudeRest: Int8 = 0
  /// Hundredths of a unit to add to `yOrLongitude`, -99...99.
  public var yOrLongitudeRest: Int8 = 0
  /// Hundredths of a unit to add to `zOrHeight`, -99...99.
  public var zOrHeightRest: Int8 = 0
  /// Metres.
  public var accuracy = 0.0
  /// The shortest survey in seconds.
  public var surveyDuration: UInt32 = 0
  /// The greatest accuracy value that ends a survey, in metres.
  public var surveyAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(1)
    f.x2("flags", &flags)
    f.i4("ecefXOrLat", &xOrLatitude)
    f.i4("ecefYOrLon", &yOrLongitude)
    f.i4("ecefZOrAlt", &zOrHeight)
    f.i1("ecefXOrLatHP", &xOrLatitudeRest)
    f.i1("ecefYOrLonHP", &yOrLongitudeRest)
    f.i1("ecefZOrAltHP", &zOrHeightRest)
    f.reserved(1)
    f.u4("fixedPosAcc", &accuracy, unit: .tenthsOfMillimetres)
    f.u4("svinMinDur", &surveyDuration)
    f.u4("svinAccLimit", &surveyAccuracy, unit: .tenthsOfMillimetres)
    f.reserved(8)
  }
}

extension CfgTmode3 {
  /// The mode, and the meaning of the three coordinates.
  public struct Flags: UBXBitField {
    /// The mode.
    public var mode = Mode.disabled
    /// Latitude, longitude and height.
    public var isGeodetic = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("rcvrMode", 8, &mode)
      b.flag("lla", &isGeodetic)
    }
  }

  /// The mode of a base; an open set.
  public struct Mode: UBXOpenValue {
    /// The wire's `rcvrMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The receiver may move.
    public static let disabled = Mode(rawValue: 0)
    /// The receiver surveys its position.
    public static let surveyIn = Mode(rawValue: 1)
    /// The receiver is at the position in this message.
    public static let fixed = Mode(rawValue: 2)
  }
}

extension CfgTmode3 {
  /// Sets a fixed position, in steps of 10⁻⁹ degrees and a tenth of a millimetre.
  ///
  /// - Parameters:
  ///   - latitude: degrees on WGS 84, positive north.
  ///   - longitude: degrees on WGS 84, positive east.
  ///   - ellipsoidalAltitude: metres above the WGS 84 ellipsoid, of the antenna's reference point.
  public mutating func fix(latitude: Double, longitude: Double, ellipsoidalAltitude: Double) {
    flags.mode = .fixed
    flags.isGeodetic = true
    (xOrLatitude, xOrLatitudeRest) = Self.parts(latitude * 1e9)
    (yOrLongitude, yOrLongitudeRest) = Self.parts(longitude * 1e9)
    (zOrHeight, zOrHeightRest) = Self.parts(ellipsoidalAltitude * 1e4)
  }

  /// Sets a fixed position, in steps of a tenth of a millimetre.
  ///
  /// - Parameters:
  ///   - x: metres, ECEF.
  ///   - y: metres, ECEF.
  ///   - z: metres, ECEF.
  public mutating func fix(x: Double, y: Double, z: Double) {
    flags.mode = .fixed
    flags.isGeodetic = false
    (xOrLatitude, xOrLatitudeRest) = Self.parts(x * 1e4)
    (yOrLongitude, yOrLongitudeRest) = Self.parts(y * 1e4)
    (zOrHeight, zOrHeightRest) = Self.parts(z * 1e4)
  }

  /// Splits the nearest whole number into hundreds and the rest, both with its sign.
  private static func parts(_ value: Double) -> (Int32, Int8) {
    let whole: Int64 = nearest(value)
    return (Int32(clamping: whole / 100), Int8(truncatingIfNeeded: whole % 100))
  }
}
