public import CairnTypes

/// GGA: time, position and fix quality of one solution.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GGA".
public struct GGA: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GGA" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// Degrees, positive north.
  public var latitude: Double?
  /// Degrees, positive east.
  public var longitude: Double?
  /// 0 none (a position is then the last known one), 1 autonomous, 2 differential, 3 precise, 4 RTK
  /// fixed, 5 RTK float, 6 dead reckoning, 7 manual, 8 simulator, 9 SBAS (NovAtel).
  public var quality: Int?
  /// Number of satellites used; some receivers stop at 12.
  public var satellitesUsed: Int?
  /// Horizontal dilution of precision.
  public var hdop: Double?
  /// Above mean sea level, in `altitudeUnit`.
  public var altitude: Double?
  /// `M`; some receivers send feet, `F`.
  public var altitudeUnit: UnitLetter? = .metres
  /// From the ellipsoid up to mean sea level, in `geoidSeparationUnit`; required for an ellipsoidal
  /// height.
  public var geoidSeparation: Double?
  /// `M`; some receivers send feet, `F`.
  public var geoidSeparationUnit: UnitLetter? = .metres
  /// Seconds since the last correction.
  public var differentialAge: Double?
  /// Identifier of the reference station.
  public var differentialStation: Int?

  public init() {}

  /// Metres above mean sea level; absent where the unit is unknown.
  public var altitudeInMetres: Double? { altitude.flatMap { metres($0, altitudeUnit) } }

  /// Metres from the ellipsoid up to mean sea level; absent where the unit is unknown.
  public var geoidSeparationInMetres: Double? {
    geoidSeparation.flatMap { metres($0, geoidSeparationUnit) }
  }

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.latitude(&latitude)
    f.longitude(&longitude)
    f.integer("quality", &quality, in: 0...9)
    f.integer("numSV", &satellitesUsed, in: 0...999, width: 2)
    f.decimal("HDOP", &hdop, places: 2)
    f.decimal("alt", &altitude, places: 1)
    f.letter("altUnit", &altitudeUnit)
    f.decimal("sep", &geoidSeparation, places: 1)
    f.letter("sepUnit", &geoidSeparationUnit)
    f.decimal("diffAge", &differentialAge, places: 1)
    f.integer("diffStation", &differentialStation, in: 0...99_999, width: 4)
  }
}

/// Returns a height in metres; without a unit, it is one.
private func metres(_ height: Double, _ unit: UnitLetter?) -> Double? {
  guard let unit else { return height }
  // In either case.
  return switch UnitLetter(rawValue: unit.rawValue & 0xDF) {
  case .metres: height
  case .feet: height * metresPerFoot
  default: nil
  }
}

private let metresPerFoot = 0.3048
