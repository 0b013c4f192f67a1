public import CairnUBX

/// UBX-MON-RXR: the receiver goes to sleep or wakes up.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-MON-RXR.
public struct MonRxr: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x21)
  public static let name = "MON-RXR"
  public static let payloadLength = PayloadLength.exactly(1)

  /// State bits.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x1("flags", &flags)
  }
}

extension MonRxr {
  /// State bits of the receiver.
  public struct Flags: UBXBitField {
    /// The receiver is not in the backup state.
    public var isAwake = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("awake", &isAwake)
    }
  }
}
