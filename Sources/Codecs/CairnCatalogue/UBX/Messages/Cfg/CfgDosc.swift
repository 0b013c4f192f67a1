public import CairnUBX

/// UBX-CFG-DOSC: the disciplined oscillators.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-DOSC.
public struct CfgDosc: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x61)
  public static let name = "CFG-DOSC"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One oscillator.
  public struct Oscillator: UBXGroup, Hashable {
    /// 0 internal, 1 external.
    public var identifier: UInt8 = 0
    /// Whether the oscillator is calibrated, and how it is steered.
    public var flags = Flags()
    /// Nominal frequency in hertz.
    public var frequency = 0.0
    /// Picoseconds from the leading edge of the time pulse, positive if later.
    public var phaseOffsetPicoseconds: Int32 = 0
    /// Uncertainty over the temperature range, in parts per billion.
    public var temperatureUncertaintyPPB = 0.0
    /// Uncertainty by ageing, in parts per billion per year.
    public var ageUncertaintyPPBPerYear = 0.0
    /// Seconds until the temperature is stable.
    public var warmUpTime: UInt16 = 0
    /// Parts per billion per step of the control value.
    public var controlGainPPB = 0.0
    /// Uncertainty relative to `controlGainPPB`.
    public var gainUncertainty = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("oscId", &identifier)
      f.reserved(1)
      f.x2("flags", &flags)
      f.u4("freq", &frequency, scale: 0.25)
      f.i4("phaseOffset", &phaseOffsetPicoseconds)
      f.u4("withTemp", &temperatureUncertaintyPPB, scale: 0.00390625)
      f.u4("withAge", &ageUncertaintyPPBPerYear, scale: 0.00390625)
      f.u2("timeToTemp", &warmUpTime)
      f.reserved(2)
      f.i4("gainVco", &controlGainPPB, scale: 0.0000152587890625)
      f.u1("gainUncertainty", &gainUncertainty, scale: 0.00390625)
      f.reserved(3)
    }
  }

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The oscillators.
  public var oscillators: [Oscillator] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numOsc", of: oscillators)
    f.reserved(2)
    f.groups(count, &oscillators)
  }
}

extension CfgDosc {
  /// Whether an oscillator is calibrated, and how it is steered.
  public struct Flags: UBXBitField {
    /// The oscillator is calibrated.
    public var isCalibrated = false
    /// 0 a user-defined DAC, 1 MCP4726, 2 DAC8571, 13...15 a DAC of 12, 14 or 16 bits at the host.
    public var interface: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("isCalibrated", &isCalibrated)
      b.number("controlIf", 4, &interface)
    }
  }
}
