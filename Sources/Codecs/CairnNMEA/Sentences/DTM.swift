/// DTM: the datum of the positions, and its offset from a reference datum.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "DTM".
public struct DTM: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "DTM" }

  public var envelope = SentenceEnvelope()
  /// `W84` WGS 84, `P90` PZ-90, `999` the user's own.
  public var datum: String?
  /// One character that names a subdivision of the datum.
  public var subdivision: String?
  /// Offset in minutes; `latitudeOffsetSide` holds the sign.
  public var latitudeOffsetMinutes: Double?
  /// North is positive.
  public var latitudeOffsetSide: UnitLetter?
  /// Offset in minutes; `longitudeOffsetSide` holds the sign.
  public var longitudeOffsetMinutes: Double?
  /// East is positive.
  public var longitudeOffsetSide: UnitLetter?
  /// Metres.
  public var altitudeOffset: Double?
  /// `W84` WGS 84, `P90` PZ-90.
  public var referenceDatum: String?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.text("datum", &datum)
    f.text("subDatum", &subdivision)
    f.decimal("latOfset", &latitudeOffsetMinutes, places: 1)
    f.letter("NS", &latitudeOffsetSide)
    f.decimal("lonOfset", &longitudeOffsetMinutes, places: 1)
    f.letter("EW", &longitudeOffsetSide)
    f.decimal("alt", &altitudeOffset, places: 1)
    f.text("refDatum", &referenceDatum)
  }
}
