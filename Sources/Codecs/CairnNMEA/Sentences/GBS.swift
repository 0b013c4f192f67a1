public import CairnTypes

/// GBS: the receiver's own detection of satellite faults.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GBS".
public struct GBS: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GBS" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// Metres, expected error.
  public var latitudeError: Double?
  /// Metres, expected error.
  public var longitudeError: Double?
  /// Metres, expected error.
  public var altitudeError: Double?
  /// Number, as sent, of the satellite most likely to have failed; absent while none is suspected.
  public var failedSatellite: Int?
  /// Probability that the failure goes undetected.
  public var missedDetectionProbability: Double?
  /// Metres, estimated error of the satellite's range.
  public var bias: Double?
  /// Metres, one standard deviation of `bias`.
  public var biasDeviation: Double?
  /// Failed satellite's system: 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC. Since 4.10.
  public var systemIdentifier: UInt8?
  /// Failed satellite's signal, from version 4.11, table 20.
  public var signal: UInt8?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.decimal("errLat", &latitudeError, places: 1)
    f.decimal("errLon", &longitudeError, places: 1)
    f.decimal("errAlt", &altitudeError, places: 1)
    f.integer("svid", &failedSatellite, in: 0...999, width: 2)
    f.decimal("prob", &missedDetectionProbability, places: 1)
    f.decimal("bias", &bias, places: 1)
    f.decimal("stddev", &biasDeviation, places: 1)
    f.optionalFromHere()
    f.hexadecimal("systemId", &systemIdentifier)
    f.hexadecimal("signalId", &signal)
  }
}
