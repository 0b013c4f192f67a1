public import CairnUBX

/// UBX-TIM-HOC: steers an oscillator from the host.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-HOC.
public struct TimHOC: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x17)
  public static let name = "TIM-HOC"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// 0 the internal oscillator, 1 the external one.
  public var oscillator: UInt8 = 0
  /// Bit 0: the value is the converter's setting, not a frequency. Bit 1: the value is added to the
  /// present one.
  public var flags: UInt8 = 0
  /// Frequency deviation in parts per billion; for a converter, 1/256 of its setting.
  public var valuePPB = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("oscId", &oscillator)
    f.u1("flags", &flags)
    f.reserved(1)
    f.i4("value", &valuePPB, scale: 0x1p-8)
  }
}
