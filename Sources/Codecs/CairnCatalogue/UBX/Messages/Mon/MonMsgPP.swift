public import CairnUBX

/// UBX-MON-MSGPP: messages parsed, by port and protocol; replaced by MON-COMMS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-MSGPP.
public struct MonMsgPP: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x06)
  public static let name = "MON-MSGPP"
  public static let payloadLength = PayloadLength.exactly(120)

  /// Messages parsed on port 0, I2C: eight numbers, one per protocol, in the order of the
  /// protocols' numbers.
  public var port0 = [UInt16](repeating: 0, count: 8)
  /// Messages parsed on port 1, UART 1: as for port 0.
  public var port1 = [UInt16](repeating: 0, count: 8)
  /// Messages parsed on port 2, UART 2: as for port 0.
  public var port2 = [UInt16](repeating: 0, count: 8)
  /// Messages parsed on port 3, USB: as for port 0.
  public var port3 = [UInt16](repeating: 0, count: 8)
  /// Messages parsed on port 4, SPI: as for port 0.
  public var port4 = [UInt16](repeating: 0, count: 8)
  /// Messages parsed on port 5, reserved: as for port 0.
  public var port5 = [UInt16](repeating: 0, count: 8)
  /// Bytes that belong to no message: six numbers, one per port.
  public var skipped = [UInt32](repeating: 0, count: 6)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.array("msg1", 8, &port0)
    f.array("msg2", 8, &port1)
    f.array("msg3", 8, &port2)
    f.array("msg4", 8, &port3)
    f.array("msg5", 8, &port4)
    f.array("msg6", 8, &port5)
    f.array("skipped", 6, &skipped)
  }
}
