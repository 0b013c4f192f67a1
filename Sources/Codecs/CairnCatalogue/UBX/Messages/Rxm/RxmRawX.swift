public import CairnUBX

/// UBX-RXM-RAWX: raw measurements of every signal, as in RINEX.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-RXM-RAWX.
public struct RxmRawX: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x15)
  public static let name = "RXM-RAWX"
  public static let payloadLength = PayloadLength.atLeast(16)

  /// One signal.
  public struct Measurement: UBXGroup, Hashable {
    /// Metres; use `pseudorange`, which checks validity.
    public var reportedPseudorange = 0.0
    /// Cycles; use `carrierPhase`, which checks validity.
    public var reportedCarrierPhase = 0.0
    /// Hertz, positive for an approaching satellite.
    public var doppler: Float = 0
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// Satellite number within its system; GLONASS 255 is a satellite not yet identified.
    public var number: UInt8 = 0
    /// The signal within the system.
    public var signal: UInt8 = 0
    /// For GLONASS, frequency slot + 7, 0...13.
    public var frequency: UInt8 = 0
    /// Milliseconds for which the carrier has been tracked, at most 64,500.
    public var lockTime: UInt16 = 0
    /// dB-Hz.
    public var carrierToNoise: UInt8 = 0
    /// The accuracy of the pseudorange.
    public var pseudorangeDeviation = PseudorangeDeviation()
    /// The accuracy of the carrier phase.
    public var carrierDeviation = CarrierDeviation()
    /// The accuracy of the Doppler shift.
    public var dopplerDeviation = DopplerDeviation()
    /// Which parts of the measurement are valid.
    public var tracking = Tracking()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.r8("prMes", &reportedPseudorange)
      f.r8("cpMes", &reportedCarrierPhase)
      f.r4("doMes", &doppler)
      f.u1("gnssId", &gnss)
      f.u1("svId", &number)
      f.u1("sigId", &signal)
      f.u1("freqId", &frequency)
      f.u2("locktime", &lockTime)
      f.u1("cno", &carrierToNoise)
      f.x1("prStdev", &pseudorangeDeviation)
      f.x1("cpStdev", &carrierDeviation)
      f.x1("doStdev", &dopplerDeviation)
      f.x1("trkStat", &tracking)
      f.reserved(1)
    }
  }

  /// Seconds of GPS week on the receiver's clock, which is not steered to whole milliseconds.
  public var timeOfWeek = 0.0
  /// GPS week.
  public var week: UInt16 = 0
  /// Seconds by which GPS time is ahead of UTC; a guess unless `state.isLeapSecondKnown`.
  public var leapSeconds: Int8 = 0
  /// State bits.
  public var state = State()
  /// In wire order, at most 255.
  public var measurements: [Measurement] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.r8("rcvTow", &timeOfWeek)
    f.u2("week", &week)
    f.i1("leapS", &leapSeconds)
    let count = f.count("numMeas", of: measurements)
    f.x1("recStat", &state)
    f.reserved(3)
    f.groups(count, &measurements)
  }
}
