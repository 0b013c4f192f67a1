public import CairnUBX

/// UBX-CFG-PWR: sets the receiver's power state.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-PWR.
public struct CfgPwr: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x57)
  public static let name = "CFG-PWR"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout, 1.
  public var version: UInt8 = 1
  /// The state, entered on reception.
  public var state = State.running

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("state", &state)
  }
}

extension CfgPwr {
  /// A power state as four letters; an open set.
  public struct State: UBXOpenValue {
    /// The wire's `state`.
    public let rawValue: UInt32

    /// Any value is valid.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// GNSS is running.
    public static let running = State(rawValue: 0x52554E20)
    /// GNSS is stopped.
    public static let stopped = State(rawValue: 0x53544F50)
    /// Software backup: a port or a pin wakes the receiver.
    public static let backup = State(rawValue: 0x42434B50)
  }
}
