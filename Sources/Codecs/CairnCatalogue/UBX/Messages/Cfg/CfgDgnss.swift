public import CairnUBX

/// UBX-CFG-DGNSS: how differential corrections are used.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-DGNSS.
public struct CfgDgnss: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x70)
  public static let name = "CFG-DGNSS"
  public static let payloadLength = PayloadLength.exactly(4)

  /// Whether carrier-phase ambiguities are fixed.
  public var mode = Mode(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("dgnssMode", &mode)
    f.reserved(3)
  }
}

extension CfgDgnss {
  /// How ambiguities are resolved; an open set.
  public struct Mode: UBXOpenValue {
    /// The wire's `dgnssMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// As real numbers only.
    public static let float = Mode(rawValue: 2)
    /// As whole numbers where possible.
    public static let fixed = Mode(rawValue: 3)
  }
}
