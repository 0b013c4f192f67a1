/// UBX-MON-TXBUF: how full the transmit buffers are; replaced by MON-COMMS.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-TXBUF.
public struct MonTxBuf: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x08)
  public static let name = "MON-TXBUF"
  public static let payloadLength = PayloadLength.exactly(28)

  /// Bytes waiting to be sent: six numbers, one a port.
  public var pending = [UInt16](repeating: 0, count: 6)
  /// Percent in use, the highest of the last second: six numbers, one a port.
  public var usagePercent = [UInt8](repeating: 0, count: 6)
  /// Percent in use, the highest so far: six numbers, one a port.
  public var peakUsagePercent = [UInt8](repeating: 0, count: 6)
  /// Percent of all transmit buffers in use, the highest of the last second.
  public var totalUsagePercent: UInt8 = 0
  /// Percent of all transmit buffers in use, the highest so far.
  public var totalPeakUsagePercent: UInt8 = 0
  /// What went wrong while sending.
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
  /// What went wrong while sending.
  public struct Errors: UBXBitField {
    /// The buffers that were full, by bit: one a port.
    public var limits: UInt8 = 0
    /// Memory was short.
    public var memory = false
    /// A buffer could not be had.
    public var allocation = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("limit", 6, &limits)
      // The interface description's "mem"; decoders have spread this spelling.
      b.flag("lem", &memory)
      b.flag("alloc", &allocation)
    }
  }
}
