public import CairnUBX

/// UBX-NAV-HPPOSLLH: geodetic position of one navigation epoch, with high precision.
///
/// The split properties are as on the wire; `longitude`, `latitude`, `ellipsoidalAltitude` and
/// `altitude` combine them. Setting one of these to `nil` marks the whole position as invalid;
/// setting a value leaves the mark unchanged.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-HPPOSLLH.
public struct NavHPPosLLH: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x14)
  public static let name = "NAV-HPPOSLLH"
  public static let payloadLength = PayloadLength.exactly(36)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Whether there is a position.
  public var flags = Flags()
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// 10⁻⁷ and 10⁻⁹ degrees.
  public var splitLongitude = SplitNumber()
  /// 10⁻⁷ and 10⁻⁹ degrees.
  public var splitLatitude = SplitNumber()
  /// Millimetres and their tenths.
  public var splitEllipsoidalAltitude = SplitNumber()
  /// Millimetres and their tenths.
  public var splitAltitude = SplitNumber()
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy = 0.0
  /// Metres, the receiver's own estimate.
  public var verticalAccuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(2)
    f.x1("flags", &flags)
    f.u4("iTOW", &timeOfWeek)
    f.coarse("lon", &splitLongitude.coarse, scale: 1e-7, parts: 100, fineAt: 24)
    f.coarse("lat", &splitLatitude.coarse, scale: 1e-7, parts: 100, fineAt: 25)
    f.coarse("height", &splitEllipsoidalAltitude.coarse, scale: 1, parts: 10, fineAt: 26)
    f.coarse("hMSL", &splitAltitude.coarse, scale: 1, parts: 10, fineAt: 27)
    f.fine("lonHp", &splitLongitude.fine, scale: 1e-9)
    f.fine("latHp", &splitLatitude.fine, scale: 1e-9)
    f.fine("heightHp", &splitEllipsoidalAltitude.fine, scale: 0.1)
    f.fine("hMSLHp", &splitAltitude.fine, scale: 0.1)
    f.u4("hAcc", &horizontalAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("vAcc", &verticalAccuracy, scale: 0.1, unit: .millimetres)
  }
}

extension NavHPPosLLH {
  /// Whether there is a position.
  public struct Flags: UBXBitField {
    /// Longitude, latitude and heights are invalid.
    public var isPositionInvalid = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("invalidLlh", &isPositionInvalid)
    }
  }

  /// Degrees on WGS 84, positive east; absent while the position is invalid.
  public var longitude: Double? {
    get { flags.isPositionInvalid ? nil : splitLongitude.degrees }
    set {
      splitLongitude.degrees = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }

  /// Degrees on WGS 84, positive north; absent while the position is invalid.
  public var latitude: Double? {
    get { flags.isPositionInvalid ? nil : splitLatitude.degrees }
    set {
      splitLatitude.degrees = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }

  /// Metres above the WGS 84 ellipsoid; absent while the position is invalid.
  public var ellipsoidalAltitude: Double? {
    get { flags.isPositionInvalid ? nil : splitEllipsoidalAltitude.metresFromMillimetres }
    set {
      splitEllipsoidalAltitude.metresFromMillimetres = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }

  /// Metres above mean sea level, by the receiver's geoid; absent while the position is invalid.
  public var altitude: Double? {
    get { flags.isPositionInvalid ? nil : splitAltitude.metresFromMillimetres }
    set {
      splitAltitude.metresFromMillimetres = newValue ?? 0
      if newValue == nil { flags.isPositionInvalid = true }
    }
  }
}
