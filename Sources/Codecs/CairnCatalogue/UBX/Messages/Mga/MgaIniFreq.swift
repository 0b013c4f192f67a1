public import CairnUBX

/// UBX-MGA-INI-FREQ: tells a receiver the frequency of the signal on one of its pins.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-FREQ.
public struct MgaIniFreq: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-FREQ"
  public static let payloadLength = PayloadLength.exactly(12)
  public static let discriminator: UInt8? = 0x21

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The input of the signal.
  public var input = Input()
  /// Hertz.
  public var frequency = 0.0
  /// Accuracy of the frequency.
  public var accuracyPartsPerBillion: UInt32 = 0
  private var type: UInt8 = 0x21

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(1)
    f.x1("flags", &input)
    f.i4("freq", &frequency, scale: 1e-2)
    f.u4("freqAcc", &accuracyPartsPerBillion)
  }
}

extension MgaIniFreq {
  /// The input of a frequency.
  public struct Input: UBXBitField {
    /// 0 for the pin EXTINT0, 1 for EXTINT1.
    public var pin: UInt8 = 0
    /// Whether falling edges count, not rising ones.
    public var isFallingEdge = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("source", 4, &pin)
      b.flag("fall", &isFallingEdge)
    }
  }
}
