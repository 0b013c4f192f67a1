/// UBX-MON-TXBUF: usage of the transmit buffers; replaced by MON-COMMS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-TXBUF.
public struct MonTxBuf: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x08)
  public static let name = "MON-TXBUF"
  public static let payloadLength = PayloadLength.exactly(28)

  /// Bytes waiting to be sent: six numbers, one per port.
  public var pending = [UInt16](repeating: 0, count: 6)
  /// Percent in use, maximum of the last second: six numbers, one per port.
  public var usagePercent = [UInt8](repeating: 0, count: 6)
  /// Percent in use, maximum so far: six numbers, one per port.
  public var peakUsagePercent = [UInt8](repeating: 0, count: 6)
  /// Percent of all transmit buffers in use; maximum of the last second.
  public var totalUsagePercent: UInt8 = 0
  /// Percent of all transmit buffers in use; maximum so far.
  public var totalPeakUsagePercent: UInt8 = 0
  /// Errors while sending.
  public var errors = Errors()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.array("pending", 6, &pending)
    f.array("usage", 6, &usagePercent)
    f.array("peakUsage", 6, &peakUsagePercent)
    f.u1("tUsage", &totalUsagePercent)
    f.u1("tPeakUsage", &totalPeakUsagePercent)
    f.x1("errors", &errors)
    f.reserved(1)
  }
}

extension MonTxBuf {
  /// Errors while sending.
  public struct Errors: UBXBitField {
    /// Buffers that were full, one bit per port.
    public var limits: UInt8 = 0
    /// Memory was insufficient.
    public var memory = false
    /// A buffer could not be allocated.
    public var allocation = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("limit", 6, &limits)
      // The interface description says "mem"; existing decoders have spread this spelling.
      b.flag("lem", &memory)
      b.flag("alloc", &allocation)
    }
  }
}
