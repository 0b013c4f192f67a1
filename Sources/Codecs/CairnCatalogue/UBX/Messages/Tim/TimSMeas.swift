public import CairnUBX

/// UBX-TIM-SMEAS: phase and frequency of time sources, measured by the receiver or given by the
/// host.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-SMEAS.
public struct TimSMeas: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x13)
  public static let name = "TIM-SMEAS"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// One source.
  public struct Measurement: UBXGroup, Hashable {
    /// 0 the internal oscillator, 1 GNSS, 2 EXTINT 0, 3 EXTINT 1, 4 the internal oscillator
    /// measured by the host, 5 the external one measured by the host.
    public var source: UInt8 = 0
    /// Which parts of the measurement are valid.
    public var validity = Validity()
    /// Fraction of a nanosecond to add to `phaseOffsetNanoseconds`.
    public var phaseOffsetFractionNanoseconds = 0.0
    /// Fraction of a nanosecond to add to `phaseUncertaintyNanoseconds`.
    public var phaseUncertaintyFractionNanoseconds = 0.0
    /// Phase relative to the receiver's time; positive if the source lags.
    public var phaseOffsetNanoseconds: Int32 = 0
    /// Uncertainty of the phase, one standard deviation.
    public var phaseUncertaintyNanoseconds: UInt32 = 0
    /// Deviation from the nominal frequency, parts per billion; positive if the source is too fast.
    public var frequencyOffsetPPB = 0.0
    /// Uncertainty of the frequency, parts per billion, one standard deviation.
    public var frequencyUncertaintyPPB = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("sourceId", &source)
      f.x1("flags", &validity)
      f.i1("phaseOffsetFrac", &phaseOffsetFractionNanoseconds, scale: 0x1p-8)
      f.u1("phaseUncFrac", &phaseUncertaintyFractionNanoseconds, scale: 0x1p-8)
      f.i4("phaseOffset", &phaseOffsetNanoseconds)
      f.u4("phaseUnc", &phaseUncertaintyNanoseconds)
      f.reserved(4)
      f.i4("freqOffset", &frequencyOffsetPPB, scale: 0x1p-8)
      f.u4("freqUnc", &frequencyUncertaintyPPB, scale: 0x1p-8)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// In wire order, at most 255.
  public var measurements: [Measurement] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numMeas", of: measurements)
    f.reserved(2)
    f.u4("iTOW", &timeOfWeek)
    f.reserved(4)
    f.groups(count, &measurements)
  }
}

extension TimSMeas.Measurement {
  /// Phase relative to the receiver's time, in seconds; `nil` unless valid.
  public var phaseOffset: Double? {
    guard validity.phase else { return nil }
    return (Double(phaseOffsetNanoseconds) + phaseOffsetFractionNanoseconds) * 1e-9
  }

  /// Which parts of a measurement are valid.
  public struct Validity: UBXBitField {
    /// The frequency.
    public var frequency = false
    /// The phase.
    public var phase = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("freqValid", &frequency)
      b.flag("phaseValid", &phase)
    }
  }
}
