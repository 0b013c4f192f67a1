public import CairnTypes

/// GLL: position and time.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GLL".
public struct GLL: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GLL" }

  public var envelope = SentenceEnvelope()
  /// Degrees, positive north.
  public var latitude: Double?
  /// Degrees, positive east.
  public var longitude: Double?
  /// UTC.
  public var time: TimeOfDay?
  /// With `warning`, a position is the last known one.
  public var status: DataStatus?
  /// Since version 2.3.
  public var positionMode: PositionMode?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.latitude(&latitude)
    f.longitude(&longitude)
    f.timeOfDay("time", &time)
    f.letter("status", &status)
    f.optionalFromHere()
    f.letter("posMode", &positionMode)
  }
}
