/// VTG: course and speed over ground.
///
/// The oldest form has four numbers and no unit letters: true course, magnetic course, knots,
/// kilometres per hour.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "VTG".
public struct VTG: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "VTG" }

  public var envelope = SentenceEnvelope()
  /// Degrees clockwise from true north; absent at rest.
  public var course: Double?
  /// `T`; no other reference is known.
  public var courseReference: UnitLetter? = .trueNorth
  /// Degrees clockwise from magnetic north.
  public var magneticCourse: Double?
  /// `M`; no other reference is known.
  public var magneticCourseReference: UnitLetter? = .magneticNorth
  /// Knots over ground.
  public var speedKnots: Double?
  /// `N`; no other unit is known.
  public var knotsUnit: UnitLetter? = .knots
  /// Kilometres per hour over ground.
  public var speedKilometresPerHour: Double?
  /// `K`; no other unit is known.
  public var kilometresPerHourUnit: UnitLetter? = .kilometresPerHour
  /// Since version 2.3.
  public var positionMode: PositionMode?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    guard !f.isLetterless(fields: 4) else {
      self = VTG()
      f.decimal("cogt", &course, places: 2)
      f.decimal("cogm", &magneticCourse, places: 2)
      f.decimal("sogn", &speedKnots, places: 3)
      f.decimal("sogk", &speedKilometresPerHour, places: 3)
      return
    }
    f.decimal("cogt", &course, places: 2)
    f.letter("cogtUnit", &courseReference)
    f.decimal("cogm", &magneticCourse, places: 2)
    f.letter("cogmUnit", &magneticCourseReference)
    f.decimal("sogn", &speedKnots, places: 3)
    f.letter("sognUnit", &knotsUnit)
    f.decimal("sogk", &speedKilometresPerHour, places: 3)
    f.letter("sogkUnit", &kilometresPerHourUnit)
    f.optionalFromHere()
    f.letter("posMode", &positionMode)
  }
}
