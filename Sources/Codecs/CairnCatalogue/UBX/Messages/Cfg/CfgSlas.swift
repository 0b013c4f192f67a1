public import CairnUBX

/// UBX-CFG-SLAS: the use of SLAS, corrections by QZSS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-SLAS.
public struct CfgSlas: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8D)
  public static let name = "CFG-SLAS"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Whether SLAS is used.
  public var mode = Mode()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x1("mode", &mode)
    f.reserved(3)
  }
}

extension CfgSlas {
  /// Whether SLAS is used.
  public struct Mode: UBXBitField {
    /// SLAS is used.
    public var isEnabled = false
    /// Its messages are used even in test mode.
    public var usesTestMode = false
    /// Satellites without corrections are excluded.
    public var leavesOutUncorrected = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enabled", &isEnabled)
      b.flag("test", &usesTestMode)
      b.flag("raim", &leavesOutUncorrected)
    }
  }
}
