public import CairnTypes

/// RMC: time, date, position, speed and course; the recommended minimum.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "RMC". Versions before 2.3 end at the
/// magnetic variation, before 4.10 at the position mode.
public struct RMC: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "RMC" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// With `warning`, a position is the last known one.
  public var status: DataStatus?
  /// Degrees, positive north.
  public var latitude: Double?
  /// Degrees, positive east.
  public var longitude: Double?
  /// Knots over ground.
  public var speedKnots: Double?
  /// Degrees clockwise from true north; absent at rest.
  public var course: Double?
  /// UTC date as sent, before any correction of a week number rollover.
  public var date: CalendarDate?
  /// Degrees; `magneticVariationSide` holds the sign.
  public var magneticVariation: Double?
  /// East is positive.
  public var magneticVariationSide: UnitLetter?
  /// How the position was obtained.
  public var positionMode: PositionMode?
  /// `notProvided` does not make the fix invalid.
  public var navigationStatus: NavigationStatus?

  public init() {}

  /// Degrees by which magnetic north lies east of true north; absent without a side.
  public var declination: Double? {
    guard let magneticVariation else { return nil }
    switch magneticVariationSide {
    case .some(.east): return magneticVariation
    case .some(.west): return -magneticVariation
    default: return nil
    }
  }

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.letter("status", &status)
    f.latitude(&latitude)
    f.longitude(&longitude)
    f.decimal("spd", &speedKnots, places: 3)
    f.decimal("cog", &course, places: 2)
    f.date("date", &date)
    f.decimal("mv", &magneticVariation, places: 2)
    f.letter("mvEW", &magneticVariationSide)
    f.optionalFromHere()
    f.letter("posMode", &positionMode)
    f.letter("navStatus", &navigationStatus)
  }
}
