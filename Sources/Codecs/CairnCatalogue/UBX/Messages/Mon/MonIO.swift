public import CairnUBX

/// UBX-MON-IO: traffic and errors of every port; replaced by MON-COMMS.
///
/// Independent decoders know only the fields of the first port. Those are printed as the message's
/// own, and those of the other ports as groups.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-IO.
public struct MonIO: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x02)
  public static let name = "MON-IO"
  public static let payloadLength = PayloadLength.atLeast(20)

  /// One port.
  public struct Port: UBXGroup, Hashable {
    /// Bytes received since the receiver started.
    public var received: UInt32 = 0
    /// Bytes sent since the receiver started.
    public var transmitted: UInt32 = 0
    /// Parity errors, each up to 100 ms long.
    public var parityErrors: UInt16 = 0
    /// Framing errors, each up to 100 ms long.
    public var framingErrors: UInt16 = 0
    /// Overruns, each up to 100 ms long.
    public var overruns: UInt16 = 0
    /// Break conditions, each up to 100 ms long.
    public var breaks: UInt16 = 0
    /// Non-zero while bytes are received.
    public var receiving: UInt8 = 0
    /// Non-zero while bytes are sent.
    public var transmitting: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u4("rxBytes", &received)
      f.u4("txBytes", &transmitted)
      f.u2("parityErrs", &parityErrors)
      f.u2("framingErrs", &framingErrors)
      f.u2("overrunErrs", &overruns)
      f.u2("breakCond", &breaks)
      f.u1("rxBusy", &receiving)
      f.u1("txBusy", &transmitting)
      f.reserved(2)
    }
  }

  /// Port 0, I2C.
  public var first = Port()
  /// Ports from 1: UART 1, UART 2, USB, SPI and a reserved one, if the receiver has them.
  public var others: [Port] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    first.fields(&f)
    f.groupsToEnd(&others)
  }
}
