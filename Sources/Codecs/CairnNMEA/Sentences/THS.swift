/// THS: true heading and how it was obtained.
///
/// Source: NMEA 0183 version 4.11, "THS".
public struct THS: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "THS" }

  public var envelope = SentenceEnvelope()
  /// Degrees clockwise from true north.
  public var trueHeading: Double?
  /// With `invalid`, the heading must not be used.
  public var mode: HeadingMode?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("headt", &trueHeading, places: 2)
    f.letter("mi", &mode)
  }
}
