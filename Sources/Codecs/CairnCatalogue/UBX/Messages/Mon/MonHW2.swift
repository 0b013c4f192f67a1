public import CairnUBX

/// UBX-MON-HW2: the radio's imbalance and the configuration of the receiver.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-HW2.
public struct MonHW2: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x0B)
  public static let name = "MON-HW2"
  public static let payloadLength = PayloadLength.exactly(28)

  /// Imbalance of the in-phase part, -128 most negative ... 127 most positive.
  public var inPhaseOffset: Int8 = 0
  /// Magnitude of the in-phase part, 0 no signal ... 255.
  public var inPhaseMagnitude: UInt8 = 0
  /// Imbalance of the quadrature part, as for the in-phase part.
  public var quadratureOffset: Int8 = 0
  /// Magnitude of the quadrature part, as for the in-phase part.
  public var quadratureMagnitude: UInt8 = 0
  /// The source of the low-level configuration.
  public var configurationSource = ConfigurationSource.readOnlyMemory
  /// The low-level configuration; all bits set if the receiver does not give it.
  public var lowLevelConfiguration: UInt32 = 0
  /// State after the power-on self-test; 0 if all is well.
  public var postStatus: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.i1("ofsI", &inPhaseOffset)
    f.u1("magI", &inPhaseMagnitude)
    f.i1("ofsQ", &quadratureOffset)
    f.u1("magQ", &quadratureMagnitude)
    f.u1("cfgSource", &configurationSource)
    f.reserved(3)
    f.u4("lowLevCfg", &lowLevelConfiguration)
    f.reserved(8)
    f.u4("postStatus", &postStatus)
    f.reserved(4)
  }
}

extension MonHW2 {
  /// The source of a low-level configuration; an open set.
  public struct ConfigurationSource: UBXOpenValue {
    /// The wire's `cfgSource`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Read-only memory.
    public static let readOnlyMemory = ConfigurationSource(rawValue: 0x71)
    /// One-time programmable memory.
    public static let oneTimeProgrammable = ConfigurationSource(rawValue: 0x6F)
    /// Configuration pins.
    public static let pins = ConfigurationSource(rawValue: 0x70)
    /// Flash memory.
    public static let flash = ConfigurationSource(rawValue: 0x66)
  }
}
