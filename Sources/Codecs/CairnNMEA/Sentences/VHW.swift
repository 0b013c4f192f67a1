/// VHW: heading, and speed through the water.
///
/// Source: NMEA 0183 version 4.11, "VHW".
public struct VHW: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "VHW" }

  public var envelope = SentenceEnvelope()
  /// Degrees clockwise from true north.
  public var trueHeading: Double?
  /// `T`; no other reference is known.
  public var trueReference: UnitLetter? = .trueNorth
  /// Degrees clockwise from magnetic north.
  public var magneticHeading: Double?
  /// `M`; no other reference is known.
  public var magneticReference: UnitLetter? = .magneticNorth
  /// Knots through the water.
  public var speedKnots: Double?
  /// `N`; no other unit is known.
  public var knotsUnit: UnitLetter? = .knots
  /// Kilometres per hour through the water.
  public var speedKilometresPerHour: Double?
  /// `K`; no other unit is known.
  public var kilometresPerHourUnit: UnitLetter? = .kilometresPerHour

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("hdgT", &trueHeading, places: 1)
    f.letter("hgdTu", &trueReference)
    f.decimal("hdgM", &magneticHeading, places: 1)
    f.letter("hgdMu", &magneticReference)
    f.decimal("spdN", &speedKnots, places: 1)
    f.letter("spdNu", &knotsUnit)
    f.decimal("spdK", &speedKilometresPerHour, places: 1)
    f.letter("spdKu", &kilometresPerHourUnit)
  }
}
