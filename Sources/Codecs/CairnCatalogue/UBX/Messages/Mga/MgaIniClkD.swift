public import CairnUBX

/// UBX-MGA-INI-CLKD: tells a receiver its clock drift.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-INI-CLKD.
public struct MgaIniClkD: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x40)
  public static let name = "MGA-INI-CLKD"
  public static let payloadLength = PayloadLength.exactly(12)
  public static let discriminator: UInt8? = 0x20

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Seconds per second.
  public var drift = 0.0
  /// Seconds per second.
  public var accuracy = 0.0
  private var type: UInt8 = 0x20

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.reserved(2)
    f.i4("clkD", &drift, unit: .nanosecondsPerSecond)
    f.u4("clkDAcc", &accuracy, unit: .nanosecondsPerSecond)
  }
}
