/// HDM: magnetic heading.
///
/// Source: NMEA 0183 version 4.11, "HDM".
public struct HDM: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "HDM" }

  public var envelope = SentenceEnvelope()
  /// Degrees clockwise from magnetic north.
  public var magneticHeading: Double?
  /// `M`; no other reference is known.
  public var reference: UnitLetter? = .magneticNorth

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("headingM", &magneticHeading, places: 1)
    f.letter("headingMag", &reference)
  }
}
