public import CairnUBX

/// UBX-TIM-DOSC: the control value of the disciplined oscillator.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-TIM-DOSC.
public struct TimDOSC: UBXMessage, Hashable {
  public static let id = MessageID(.tim, 0x11)
  public static let name = "TIM-DOSC"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Setting of the converter that steers the oscillator, dimensionless.
  public var value: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("value", &value)
  }
}
