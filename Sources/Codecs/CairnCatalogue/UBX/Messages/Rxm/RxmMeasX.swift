public import CairnUBX

/// UBX-RXM-MEASX: measurements for a position that is computed elsewhere.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-RXM-MEASX.
public struct RxmMeasX: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x14)
  public static let name = "RXM-MEASX"
  public static let payloadLength = PayloadLength.atLeast(44)

  /// One satellite.
  public struct Satellite: UBXGroup, Hashable {
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// Satellite number within its system.
    public var number: UInt8 = 0
    /// dB-Hz.
    public var carrierToNoise: UInt8 = 0
    /// 0 not measured, 1 low, 2 medium, 3 high.
    public var multipath: UInt8 = 0
    /// The Doppler shift as a velocity, in metres per second.
    public var dopplerVelocity = 0.0
    /// The Doppler shift in hertz.
    public var doppler = 0.0
    /// Whole chips of the code phase, 0...1022.
    public var wholeChips: UInt16 = 0
    /// Fraction of a chip to add to `wholeChips`, 0...1023 of 1024.
    public var chipFraction: UInt16 = 0
    /// The code phase in milliseconds, below 1.
    public var codePhase = 0.0
    /// Milliseconds to add to `codePhase`; 0 unless resolved.
    public var wholeCodePhase: UInt8 = 0
    /// Class of the pseudorange's root-mean-square error, 0...63.
    public var pseudorangeErrorClass: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssId", &gnss)
      f.u1("svId", &number)
      f.u1("cNo", &carrierToNoise)
      f.u1("mpathIndic", &multipath)
      f.i4("dopplerMS", &dopplerVelocity, scale: 0.04)
      f.i4("dopplerHz", &doppler, scale: 0.2)
      f.u2("wholeChips", &wholeChips)
      f.u2("fracChips", &chipFraction)
      f.u4("codePhase", &codePhase, scale: 0x1p-21)
      f.u1("intCodePhase", &wholeCodePhase)
      f.u1("pseuRangeRMSErr", &pseudorangeErrorClass)
      f.reserved(2)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// Milliseconds of GPS week.
  public var gpsTimeOfWeek: UInt32 = 0
  /// Milliseconds of GLONASS week.
  public var glonassTimeOfWeek: UInt32 = 0
  /// Milliseconds of BeiDou week.
  public var beidouTimeOfWeek: UInt32 = 0
  /// Milliseconds of QZSS week.
  public var qzssTimeOfWeek: UInt32 = 0
  /// Accuracy of `gpsTimeOfWeek` in milliseconds.
  public var gpsAccuracyMilliseconds = 0.0
  /// Accuracy of `glonassTimeOfWeek` in milliseconds.
  public var glonassAccuracyMilliseconds = 0.0
  /// Accuracy of `beidouTimeOfWeek` in milliseconds.
  public var beidouAccuracyMilliseconds = 0.0
  /// Accuracy of `qzssTimeOfWeek` in milliseconds.
  public var qzssAccuracyMilliseconds = 0.0
  /// State bits.
  public var flags = Flags()
  /// In wire order, at most 255.
  public var satellites: [Satellite] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("gpsTOW", &gpsTimeOfWeek)
    f.u4("gloTOW", &glonassTimeOfWeek)
    f.u4("bdsTOW", &beidouTimeOfWeek)
    f.reserved(4)
    f.u4("qzssTOW", &qzssTimeOfWeek)
    f.u2("gpsTOWacc", &gpsAccuracyMilliseconds, scale: 0x1p-4)
    f.u2("gloTOWacc", &glonassAccuracyMilliseconds, scale: 0x1p-4)
    f.u2("bdsTOWacc", &beidouAccuracyMilliseconds, scale: 0x1p-4)
    f.reserved(2)
    f.u2("qzssTOWacc", &qzssAccuracyMilliseconds, scale: 0x1p-4)
    let count = f.count("numSv", of: satellites)
    f.x1("flags", &flags)
    f.reserved(8)
    f.groups(count, &satellites)
  }
}

extension RxmMeasX {
  /// State bits of the measurements.
  public struct Flags: UBXBitField {
    /// Whether the times of week are set: 0 no, 1 and 2 yes.
    public var timeOfWeekState: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("towSet", 2, &timeOfWeekState)
    }
  }
}
