public import CairnTypes

/// GST: error statistics of the position.
///
/// The error ellipse may be absent although the deviations are present.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GST".
public struct GST: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GST" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// Root mean square of the range residuals; in metres with most receivers.
  public var rangeRMS: Double?
  /// Metres, one standard deviation along the longer axis.
  public var semiMajor: Double?
  /// Metres, one standard deviation along the shorter axis.
  public var semiMinor: Double?
  /// Direction of the longer axis, in degrees clockwise from true north.
  public var orientation: Double?
  /// Metres, one standard deviation.
  public var latitudeDeviation: Double?
  /// Metres, one standard deviation.
  public var longitudeDeviation: Double?
  /// Metres, one standard deviation.
  public var altitudeDeviation: Double?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.decimal("rangeRms", &rangeRMS, places: 3)
    f.decimal("stdMajor", &semiMajor, places: 3)
    f.decimal("stdMinor", &semiMinor, places: 3)
    f.decimal("orient", &orientation, places: 1)
    f.decimal("stdLat", &latitudeDeviation, places: 3)
    f.decimal("stdLong", &longitudeDeviation, places: 3)
    f.decimal("stdAlt", &altitudeDeviation, places: 3)
  }
}
