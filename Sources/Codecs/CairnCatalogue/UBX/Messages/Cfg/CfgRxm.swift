public import CairnUBX

/// UBX-CFG-RXM: enables or disables power save mode.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-RXM.
public struct CfgRxm: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x11)
  public static let name = "CFG-RXM"
  public static let payloadLength = PayloadLength.exactly(2)

  /// The mode.
  public var mode = Mode.continuous

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.reserved(1)
    f.u1("lpMode", &mode)
  }
}

extension CfgRxm {
  /// Whether the receiver saves power; an open set.
  public struct Mode: UBXOpenValue {
    /// The wire's `lpMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Continuous.
    public static let continuous = Mode(rawValue: 0)
    /// Power save mode as set by CFG-PM2.
    public static let powerSave = Mode(rawValue: 1)
    /// Continuous, as receivers before protocol version 14 report it.
    public static let continuousLegacy = Mode(rawValue: 4)
  }
}
