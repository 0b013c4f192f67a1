public import CairnUBX

/// UBX-CFG-TMODE2: time mode with a survey-in or a fixed position.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-TMODE2.
public struct CfgTmode2: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x3D)
  public static let name = "CFG-TMODE2"
  public static let payloadLength = PayloadLength.exactly(28)

  /// The mode.
  public var mode = Mode.disabled
  /// The meaning of the three coordinates.
  public var flags = Flags()
  /// ECEF in centimetres; with `flags.isGeodetic`, 10⁻⁷ degrees.
  public var xOrLatitude: Int32 = 0
  /// ECEF in centimetres; with `flags.isGeodetic`, 10⁻⁷ degrees.
  public var yOrLongitude: Int32 = 0
  /// ECEF in centimetres; with `flags.isGeodetic`, above the WGS 84 ellipsoid.
  public var zOrHeight: Int32 = 0
  /// Metres.
  public var accuracy = 0.0
  /// The shortest survey in seconds.
  public var surveyDuration: UInt32 = 0
  /// The greatest accuracy value that ends a survey, in metres.
  public var surveyAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("timeMode", &mode)
    f.reserved(1)
    f.x2("flags", &flags)
    f.i4("ecefXOrLat", &xOrLatitude)
    f.i4("ecefYOrLon", &yOrLongitude)
    f.i4("ecefZOrAlt", &zOrHeight)
    f.u4("fixedPosAcc", &accuracy, unit: .millimetres)
    f.u4("svinMinDur", &surveyDuration)
    f.u4("svinAccLimit", &surveyAccuracy, unit: .millimetres)
  }
}

extension CfgTmode2 {
  /// The meaning of the three coordinates.
  public struct Flags: UBXBitField {
    /// Latitude, longitude and height.
    public var isGeodetic = false
    /// The height is unknown.
    public var isHeightInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("lla", &isGeodetic)
      b.flag("altInv", &isHeightInvalid)
    }
  }

  /// A time mode; an open set.
  public struct Mode: UBXOpenValue {
    /// The wire's `timeMode`.
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
