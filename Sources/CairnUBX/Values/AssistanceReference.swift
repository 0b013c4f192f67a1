/// The moment that a time for a receiver is of.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-TIME-UTC, "ref".
public struct AssistanceReference: UBXBitField {
  /// 0 when the message is received; 1 a pulse on the pin EXTINT0, 2 one on EXTINT1.
  public var source: UInt8 = 0
  /// Whether the pulse's falling edge counts, not its rising one.
  public var isFallingEdge = false
  /// Whether the last pulse is meant, not the next one.
  public var isLastPulse = false

  public init() {}

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("source", 4, &source)
    b.flag("fall", &isFallingEdge)
    b.flag("last", &isLastPulse)
  }
}
