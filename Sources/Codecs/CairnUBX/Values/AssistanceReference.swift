/// Moment that a time sent to a receiver refers to.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-TIME-UTC, "ref".
public struct AssistanceReference: UBXBitField {
  /// 0 the message's reception; 1 a pulse on the EXTINT0 pin; 2 a pulse on the EXTINT1 pin.
  public var source: UInt8 = 0
  /// Whether the falling edge of the pulse counts instead of the rising one.
  public var isFallingEdge = false
  /// Whether the last pulse counts instead of the next one.
  public var isLastPulse = false

  public init() {}

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("source", 4, &source)
    b.flag("fall", &isFallingEdge)
    b.flag("last", &isLastPulse)
  }
}
