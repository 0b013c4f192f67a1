/// ROT: rate of turn.
///
/// Source: NMEA 0183 version 4.11, "ROT".
public struct ROT: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "ROT" }

  public var envelope = SentenceEnvelope()
  /// Degrees per minute, positive to starboard.
  public var rateDegreesPerMinute: Double?
  /// With `warning`, the rate must not be used.
  public var status: DataStatus?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.decimal("rot", &rateDegreesPerMinute, places: 1)
    f.letter("valid", &status)
  }
}
