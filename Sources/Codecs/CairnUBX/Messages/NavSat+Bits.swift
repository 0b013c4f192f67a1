/// Signal, health and corrections of one satellite in NAV-SAT.
public struct SatelliteFlags: UBXBitField {
  /// 0 no signal, 1 searching, 2 acquired, 3 unusable, 4 code lock, 5...7 code and carrier lock.
  public var quality: UInt8 = 0
  /// Used for navigation.
  public var isUsed = false
  /// 0 unknown, 1 healthy, 2 unhealthy.
  public var health: UInt8 = 0
  /// Differential corrections are available.
  public var hasCorrections = false
  /// The pseudorange is smoothed with the carrier phase.
  public var isSmoothed = false
  /// 0 none, 1 ephemeris, 2 almanac, 3 AssistNow Offline, 4 AssistNow Autonomous, 5...7 other.
  public var orbitSource: UInt8 = 0
  /// An ephemeris is available.
  public var hasEphemeris = false
  /// An almanac is available.
  public var hasAlmanac = false
  /// AssistNow Offline data are available.
  public var hasAssistNowOffline = false
  /// AssistNow Autonomous data are available.
  public var hasAssistNowAutonomous = false
  /// SBAS corrections were used.
  public var usesSBAS = false
  /// RTCM corrections were used.
  public var usesRTCM = false
  /// QZSS SLAS corrections were used.
  public var usesSLAS = false
  /// SPARTN corrections were used.
  public var usesSPARTN = false
  /// Pseudorange corrections were used.
  public var usesPseudorangeCorrection = false
  /// Carrier range corrections were used.
  public var usesCarrierCorrection = false
  /// Range rate (Doppler) corrections were used.
  public var usesDopplerCorrection = false
  /// CLAS corrections were used.
  public var usesCLAS = false
  /// LPP corrections were used.
  public var usesLPP = false
  /// Galileo HAS corrections were used.
  public var usesHAS = false

  public init() {}

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("qualityInd", 3, &quality)
    b.flag("svUsed", &isUsed)
    b.number("health", 2, &health)
    b.flag("diffCorr", &hasCorrections)
    b.flag("smoothed", &isSmoothed)
    b.number("orbitSource", 3, &orbitSource)
    b.flag("ephAvail", &hasEphemeris)
    b.flag("almAvail", &hasAlmanac)
    b.flag("anoAvail", &hasAssistNowOffline)
    b.flag("aopAvail", &hasAssistNowAutonomous)
    b.unused(1)
    b.flag("sbasCorrUsed", &usesSBAS)
    b.flag("rtcmCorrUsed", &usesRTCM)
    b.flag("slasCorrUsed", &usesSLAS)
    b.flag("spartnCorrUsed", &usesSPARTN)
    b.flag("prCorrUsed", &usesPseudorangeCorrection)
    b.flag("crCorrUsed", &usesCarrierCorrection)
    b.flag("doCorrUsed", &usesDopplerCorrection)
    b.flag("clasCorrUsed", &usesCLAS)
    b.flag("lppCorrUsed", &usesLPP)
    b.flag("hasCorrUsed", &usesHAS)
  }
}
