public import CairnUBX

/// UBX-TIM-FCHG: changes of the oscillators' frequencies.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-FCHG.
public struct TimFChg: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x16)
  public static let name = "TIM-FCHG"
  public static let payloadLength = PayloadLength.exactly(32)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Epoch from which the change was computed, in milliseconds of GPS week.
  public var timeOfWeek: UInt32 = 0
  /// Change of the internal oscillator's frequency, parts per billion.
  public var internalChangePPB = 0.0
  /// Uncertainty of `internalChangePPB`, parts per billion.
  public var internalUncertaintyPPB = 0.0
  /// Setting of the internal oscillator's converter, dimensionless.
  public var internalControl: UInt32 = 0
  /// Change of the external oscillator's frequency, parts per billion.
  public var externalChangePPB = 0.0
  /// Uncertainty of `externalChangePPB`, parts per billion.
  public var externalUncertaintyPPB = 0.0
  /// Setting of the external oscillator's converter, dimensionless.
  public var externalControl: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    f.i4("intDeltaFreq", &internalChangePPB, scale: 0x1p-8)
    f.u4("intDeltaFreqU", &internalUncertaintyPPB, scale: 0x1p-8)
    f.u4("intRaw", &internalControl)
    f.i4("extDeltaFreq", &externalChangePPB, scale: 0x1p-8)
    f.u4("extDeltaFreqU", &externalUncertaintyPPB, scale: 0x1p-8)
    f.u4("extRaw", &externalControl)
  }
}
