/// UBX-NAV-SIG: the received signals, one row each; a satellite may have several.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-SIG.
public struct NavSig: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x43)
  public static let name = "NAV-SIG"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One signal.
  public struct Signal: UBXGroup, Hashable {
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// Satellite number within its system; GLONASS 255 is a satellite not yet identified.
    public var number: UInt8 = 0
    /// The signal, in the numbering of its system.
    public var signal: UInt8 = 0
    /// For GLONASS, frequency slot + 7; see `frequencySlot`.
    public var frequency: UInt8 = 0
    /// Metres.
    public var pseudorangeResidual = 0.0
    /// dB-Hz; absent while the signal is not tracked.
    public var carrierToNoise: UInt8?
    /// 0 none, 1 searching, 2 acquired, 3 unusable, 4 code locked, 5...7 code and carrier locked.
    public var quality: UInt8 = 0
    /// The source of the corrections used.
    public var correctionSource = CorrectionSource.none
    /// The source of the ionospheric delay.
    public var ionosphericModel = IonosphericModel.none
    /// State bits.
    public var flags = Flags()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssId", &gnss)
      f.u1("svId", &number)
      f.u1("sigId", &signal)
      f.u1("freqId", &frequency)
      f.i2("prRes", &pseudorangeResidual, scale: 1e-1)
      f.u1("cno", &carrierToNoise, absent: 0)
      f.u1("qualityInd", &quality)
      f.u1("corrSource", &correctionSource)
      f.u1("ionoModel", &ionosphericModel)
      f.x2("sigFlags", &flags)
      f.reserved(4)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// In wire order, at most 255.
  public var signals: [Signal] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    let count = f.count("numSigs", of: signals)
    f.reserved(2)
    f.groups(count, &signals)
  }
}

extension NavSig.Signal {
  /// The frequency slot of a GLONASS signal, -7...6; `nil` for other systems and other numbers.
  public var frequencySlot: Int? {
    guard gnss == .glonass, frequency <= 13 else { return nil }
    return Int(frequency) - 7
  }

  /// The source of the corrections used; an open set.
  public struct CorrectionSource: UBXOpenValue {
    /// The wire's `corrSource`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No corrections.
    public static let none = CorrectionSource(rawValue: 0)
    /// SBAS.
    public static let sbas = CorrectionSource(rawValue: 1)
    /// BeiDou.
    public static let beidou = CorrectionSource(rawValue: 2)
    /// RTCM 2.
    public static let rtcm2 = CorrectionSource(rawValue: 3)
    /// RTCM 3 observations of a reference station.
    public static let rtcm3Observations = CorrectionSource(rawValue: 4)
    /// RTCM 3 corrections for a whole region.
    public static let rtcm3StateSpace = CorrectionSource(rawValue: 5)
    /// QZSS SLAS.
    public static let slas = CorrectionSource(rawValue: 6)
    /// SPARTN.
    public static let spartn = CorrectionSource(rawValue: 7)
    /// QZSS CLAS.
    public static let clas = CorrectionSource(rawValue: 8)
  }

  /// The source of the ionospheric delay; an open set.
  public struct IonosphericModel: UBXOpenValue {
    /// The wire's `ionoModel`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No ionospheric delay.
    public static let none = IonosphericModel(rawValue: 0)
    /// Klobuchar's model with the parameters of GPS.
    public static let klobucharGPS = IonosphericModel(rawValue: 1)
    /// SBAS.
    public static let sbas = IonosphericModel(rawValue: 2)
    /// Klobuchar's model with the parameters of BeiDou.
    public static let klobucharBeiDou = IonosphericModel(rawValue: 3)
    /// A measurement on two frequencies.
    public static let dualFrequency = IonosphericModel(rawValue: 8)
  }

  /// Health of one signal, and the use of its measurements.
  public struct Flags: UBXBitField {
    /// 0 unknown, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// The pseudorange is smoothed by the carrier.
    public var isSmoothed = false
    /// The pseudorange was used.
    public var usesPseudorange = false
    /// The carrier range was used.
    public var usesCarrier = false
    /// The range rate (Doppler) was used.
    public var usesDoppler = false
    /// Pseudorange corrections were used.
    public var usesPseudorangeCorrection = false
    /// Carrier range corrections were used.
    public var usesCarrierCorrection = false
    /// Range rate (Doppler) corrections were used.
    public var usesDopplerCorrection = false
    /// The navigation message is authenticated.
    public var isAuthenticated = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("health", 2, &health)
      b.flag("prSmoothed", &isSmoothed)
      b.flag("prUsed", &usesPseudorange)
      b.flag("crUsed", &usesCarrier)
      b.flag("doUsed", &usesDoppler)
      b.flag("prCorrUsed", &usesPseudorangeCorrection)
      b.flag("crCorrUsed", &usesCarrierCorrection)
      b.flag("doCorrUsed", &usesDopplerCorrection)
      b.flag("authStatus", &isAuthenticated)
    }
  }
}
