public import CairnUBX

/// UBX-CFG-SPT: starts the production test of a sensor.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-SPT.
public struct CfgSpt: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x64)
  public static let name = "CFG-SPT"
  public static let payloadLength = PayloadLength.exactly(12)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The sensor to test.
  public var sensor: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(1)
    f.u2("sensorId", &sensor)
    f.reserved(8)
  }
}
