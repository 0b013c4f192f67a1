public import CairnUBX

/// UBX-NAV-AOPSTATUS: the state of AssistNow Autonomous, in the form of 16 bytes.
///
/// Wait until it is idle before you cut the power, or the computation is lost.
///
/// Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), UBX-NAV-AOPSTATUS.
public struct NavAOPStatus: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x60)
  public static let name = "NAV-AOPSTATUS"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Bit 0: AssistNow Autonomous is enabled.
  public var configuration: UInt8 = 0
  /// The state of the subsystem.
  public var status = AOPStatus.idle

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("aopCfg", &configuration)
    f.u1("status", &status)
    f.reserved(10)
  }

  /// Whether AssistNow Autonomous is enabled.
  public var isEnabled: Bool { configuration & 1 != 0 }
}

/// The state of AssistNow Autonomous; an open set.
public struct AOPStatus: UBXOpenValue {
  /// The wire's `status`.
  public let rawValue: UInt8

  /// Any value is valid.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Idle: the power may be cut.
  public static let idle = AOPStatus(rawValue: 0)
  /// Computing orbits.
  public static let running = AOPStatus(rawValue: 1)
}
