public import CairnTypes

/// PUBX,00: time, position, velocity and accuracies of one solution.
///
/// Source: u-blox UBX-21035062 R02, "PUBX,00".
public struct PUBX00: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "PUBX,00" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// Degrees, positive north.
  public var latitude: Double?
  /// Degrees, positive east.
  public var longitude: Double?
  /// Metres above the ellipsoid of the datum, not above mean sea level.
  public var ellipsoidalAltitude: Double?
  /// `NF` none, `DR` dead reckoning, `G2` `G3` stand-alone, `D2` `D3` differential, `RK` combined
  /// with dead reckoning, `TT` time only.
  public var navigationStatus: String?
  /// Metres, the receiver's own estimate.
  public var horizontalAccuracy: Double?
  /// Metres, the receiver's own estimate.
  public var verticalAccuracy: Double?
  /// Kilometres per hour over ground.
  public var speedKilometresPerHour: Double?
  /// Degrees clockwise from true north.
  public var course: Double?
  /// Metres per second, positive downwards.
  public var velocityDown: Double?
  /// Seconds since the last correction.
  public var differentialAge: Double?
  /// Dilution of precision: horizontal.
  public var hdop: Double?
  /// Dilution of precision: vertical.
  public var vdop: Double?
  /// Dilution of precision: time.
  public var tdop: Double?
  /// Number of satellites used.
  public var satellitesUsed: Int?
  /// No meaning; 0.
  public var reserved: Int? = 0
  /// 1 if dead reckoning is used, otherwise 0.
  public var deadReckoning: Int?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.messageNumber("msgId", of: Self.formatter)
    f.timeOfDay("time", &time)
    f.latitude(&latitude)
    f.longitude(&longitude)
    f.decimal("altRef", &ellipsoidalAltitude, places: 3)
    f.text("navStat", &navigationStatus)
    f.decimal("hAcc", &horizontalAccuracy, places: 1)
    f.decimal("vAcc", &verticalAccuracy, places: 1)
    f.decimal("SOG", &speedKilometresPerHour, places: 3)
    f.decimal("COG", &course, places: 2)
    f.decimal("vVel", &velocityDown, places: 3)
    f.decimal("diffAge", &differentialAge, places: 0)
    f.decimal("HDOP", &hdop, places: 2)
    f.decimal("VDOP", &vdop, places: 2)
    f.decimal("TDOP", &tdop, places: 2)
    f.integer("numSVs", &satellitesUsed, in: 0...999)
    f.integer("reserved", &reserved, in: 0...999)
    f.integer("DR", &deadReckoning, in: 0...9)
  }
}
