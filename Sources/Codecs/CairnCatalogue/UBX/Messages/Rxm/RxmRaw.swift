public import CairnUBX

/// UBX-RXM-RAW: raw measurements of GPS; replaced by RXM-RAWX.
///
/// Source: u-blox 6 Receiver Description Including Protocol Specification, UBX-RXM-RAW.
public struct RxmRaw: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x10)
  public static let name = "RXM-RAW"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One satellite.
  public struct Measurement: UBXGroup, Hashable {
    /// Carrier phase in cycles of L1.
    public var carrierPhase = 0.0
    /// Metres.
    public var pseudorange = 0.0
    /// Hertz.
    public var doppler: Float = 0
    /// Satellite number in the receiver's extended NMEA numbering.
    public var satellite: UInt8 = 0
    /// From 4, pseudorange and Doppler shift are good; from 5, the carrier phase too; below 6, the
    /// carrier was probably lost since the last measurement.
    public var quality: Int8 = 0
    /// dB-Hz.
    public var carrierToNoise: Int8 = 0
    /// Bit 0: the carrier may have slipped; bit 1: by half a cycle.
    public var lossOfLock: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.r8("cpMes", &carrierPhase)
      f.r8("prMes", &pseudorange)
      f.r4("doMes", &doppler)
      f.u1("sv", &satellite)
      f.i1("mesQI", &quality)
      f.i1("cno", &carrierToNoise)
      f.u1("lli", &lossOfLock)
    }
  }

  /// Milliseconds of GPS week on the receiver's clock.
  public var timeOfWeek: Int32 = 0
  /// GPS week.
  public var week: Int16 = 0
  /// In wire order, at most 255.
  public var measurements: [Measurement] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.i4("iTOW", &timeOfWeek)
    f.i2("week", &week)
    let count = f.count("numSV", of: measurements)
    f.reserved(1)
    f.groups(count, &measurements)
  }
}
