public import CairnTypes

/// GNS: time and position, and how each satellite system contributes.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GNS".
public struct GNS: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GNS" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// Degrees, positive north.
  public var latitude: Double?
  /// Degrees, positive east.
  public var longitude: Double?
  /// How each system contributes.
  public var positionModes: PositionModes?
  /// Number of satellites used; may exceed 12.
  public var satellitesUsed: Int?
  /// Horizontal dilution of precision.
  public var hdop: Double?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Metres from the ellipsoid up to mean sea level.
  public var geoidSeparation: Double?
  /// Seconds since the last correction.
  public var differentialAge: Double?
  /// Identifier of the reference station.
  public var differentialStation: Int?
  /// Since version 4.10.
  public var navigationStatus: NavigationStatus?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.latitude(&latitude)
    f.longitude(&longitude)
    f.modes("posMode", &positionModes)
    f.integer("numSV", &satellitesUsed, in: 0...999, width: 2)
    f.decimal("HDOP", &hdop, places: 2)
    f.decimal("alt", &altitude, places: 1)
    f.decimal("sep", &geoidSeparation, places: 1)
    f.decimal("diffAge", &differentialAge, places: 1)
    f.integer("diffStation", &differentialStation, in: 0...99_999, width: 4)
    f.optionalFromHere()
    f.letter("navStatus", &navigationStatus)
  }
}
