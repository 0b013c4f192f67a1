public import CairnUBX

/// UBX-MON-RXBUF: the fill level of the receive buffers; replaced by MON-COMMS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-RXBUF.
public struct MonRxBuf: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x07)
  public static let name = "MON-RXBUF"
  public static let payloadLength = PayloadLength.exactly(24)

  /// Bytes received and not yet parsed: six numbers, one per port.
  public var pending = [UInt16](repeating: 0, count: 6)
  /// Highest usage in the last second, in percent: six numbers, one per port.
  public var usagePercent = [UInt8](repeating: 0, count: 6)
  /// Highest usage so far, in percent: six numbers, one per port.
  public var peakUsagePercent = [UInt8](repeating: 0, count: 6)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.array("pending", 6, &pending)
    f.array("usage", 6, &usagePercent)
    f.array("peakUsage", 6, &peakUsagePercent)
  }
}
