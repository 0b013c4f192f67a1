/// HDT: true heading.
///
/// Source: NMEA 0183 version 4.11, "HDT".
public struct HDT: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "HDT" }

  public var envelope = SentenceEnvelope()
  /// Degrees clockwise from true north.
  public var trueHeading: Double?
  /// `T`; no other reference is known.
  public var reference: UnitLetter? = .trueNorth

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("headingT", &trueHeading, places: 1)
    f.letter("headingTu", &reference)
  }
}
