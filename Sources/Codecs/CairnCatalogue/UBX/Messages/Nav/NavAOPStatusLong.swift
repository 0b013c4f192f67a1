public import CairnUBX

/// UBX-NAV-AOPSTATUS in the form of 20 bytes, from receivers before M8.
///
/// Source: u-blox 6 receiver description including protocol specification, NAV-AOPSTATUS.
public struct NavAOPStatusLong: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x60)
  public static let name = "NAV-AOPSTATUS"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Bit 0: AssistNow Autonomous is enabled.
  public var configuration: UInt8 = 0
  /// The state of the subsystem.
  public var status = AOPStatus.idle
  /// Bit n: orbit data for GPS satellite n + 1 are available.
  public var available: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("config", &configuration)
    f.u1("status", &status)
    f.reserved(1)
    f.reserved(1)
    f.u4("avail", &available)
    f.reserved(4)
    f.reserved(4)
  }

  /// Whether AssistNow Autonomous is enabled.
  public var isEnabled: Bool { configuration & 1 != 0 }
}
