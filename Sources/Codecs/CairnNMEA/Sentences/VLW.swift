/// VLW: distances travelled through the water and, since version 4.00, over ground.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "VLW".
public struct VLW: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "VLW" }

  public var envelope = SentenceEnvelope()
  /// Nautical miles through the water in total.
  public var totalWaterNauticalMiles: Double?
  /// `N`; no other unit is known.
  public var totalWaterUnit: UnitLetter? = .knots
  /// Nautical miles through the water since the last reset.
  public var waterNauticalMiles: Double?
  /// `N`; no other unit is known.
  public var waterUnit: UnitLetter? = .knots
  /// Nautical miles over ground in total.
  public var totalGroundNauticalMiles: Double?
  /// `N`; no other unit is known.
  public var totalGroundUnit: UnitLetter?
  /// Nautical miles over ground since the last reset.
  public var groundNauticalMiles: Double?
  /// `N`; no other unit is known.
  public var groundUnit: UnitLetter?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("twd", &totalWaterNauticalMiles, places: 3)
    f.letter("twdUnit", &totalWaterUnit)
    f.decimal("wd", &waterNauticalMiles, places: 3)
    f.letter("wdUnit", &waterUnit)
    f.optionalFromHere()
    f.decimal("tgd", &totalGroundNauticalMiles, places: 3)
    f.letter("tgdUnit", &totalGroundUnit)
    f.decimal("gd", &groundNauticalMiles, places: 3)
    f.letter("gdUnit", &groundUnit)
  }
}
