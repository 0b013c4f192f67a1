public import CairnUBX

/// UBX-NAV-SLAS: the sub-metre corrections of QZSS and their ground station.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-SLAS.
public struct NavSLAS: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x42)
  public static let name = "NAV-SLAS"
  public static let payloadLength = PayloadLength.atLeast(20)

  /// The correction of one satellite.
  public struct Correction: UBXGroup, Hashable {
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// Satellite number within its system.
    public var number: UInt8 = 0
    /// Metres to add to the pseudorange.
    public var pseudorangeCorrection = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssID", &gnss)
      f.u1("svId", &number)
      f.reserved(1)
      f.reserved(3)
      f.i2("prc", &pseudorangeCorrection, unit: .centimetres)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Longitude of the ground station in degrees, positive east; valid with `services.hasStation`.
  public var stationLongitude = 0.0
  /// Latitude of the ground station in degrees, positive north; valid with `services.hasStation`.
  public var stationLatitude = 0.0
  /// The ground station; valid with `services.hasStation`.
  public var station: UInt8 = 0
  /// The satellite that sends the corrections; valid with `services.hasSatellite`.
  public var satellite: UInt8 = 0
  /// The available services.
  public var services = Services()
  /// In wire order, at most 255.
  public var corrections: [Correction] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    f.reserved(3)
    f.i4("gmsLon", &stationLongitude, scale: 1e-3)
    f.i4("gmsLat", &stationLatitude, scale: 1e-3)
    f.u1("gmsCode", &station)
    f.u1("qzssSvId", &satellite)
    f.x1("serviceFlags", &services)
    let count = f.count("cnt", of: corrections)
    f.groups(count, &corrections)
  }
}

extension NavSLAS {
  /// The available services.
  public struct Services: UBXBitField {
    /// There is a ground station.
    public var hasStation = false
    /// There is a satellite that sends corrections.
    public var hasSatellite = false
    /// The satellite is in test mode.
    public var isTesting = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gmsAvailable", &hasStation)
      b.flag("qzssSvAvailable", &hasSatellite)
      b.flag("testMode", &isTesting)
    }
  }
}
