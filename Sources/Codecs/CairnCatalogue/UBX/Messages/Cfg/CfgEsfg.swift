public import CairnUBX

/// UBX-CFG-ESFG: the gyroscope.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ESFG.
public struct CfgEsfg: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x4D)
  public static let name = "CFG-ESFG"
  public static let payloadLength = PayloadLength.exactly(20)

  /// Version of the message's layout, 2.
  public var version: UInt8 = 0
  /// Seconds between two saves of the temperature table.
  public var tableInterval: UInt16 = 0
  /// Degrees per second below which the vehicle counts as standing.
  public var rootMeanSquareThreshold = 0.0
  /// Frequency of the data in hertz; 0 lets the receiver determine it.
  public var frequency: UInt8 = 0
  /// Delay of the data in seconds.
  public var latency = 0.0
  /// Degrees per second; 0 lets the receiver determine it.
  public var accuracy = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(7)
    f.u2("tcTableSaveRate", &tableInterval)
    f.u1("gyroRmsThdl", &rootMeanSquareThreshold, scale: 0.00390625)
    f.u1("frequency", &frequency)
    f.u2("latency", &latency, unit: .milliseconds)
    f.u2("accuracy", &accuracy, scale: 0.001)
    f.reserved(4)
  }
}
