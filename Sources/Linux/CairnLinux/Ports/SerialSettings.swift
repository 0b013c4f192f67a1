/// How a serial port is opened.
public struct SerialSettings: Hashable, Sendable {
  /// Data bits, parity and stop bits of a character.
  public struct Framing: Hashable, Sendable {
    /// The check bit.
    public enum Parity: UInt8, Hashable, Sendable { case none, even, odd }

    /// 7 or 8.
    public let dataBits: Int
    /// The check bit; the kernel drops and counts bytes with wrong parity.
    public let parity: Parity
    /// 1 or 2.
    public let stopBits: Int

    /// - Parameters:
    ///   - dataBits: 7 or 8.
    ///   - parity: the check bit.
    ///   - stopBits: 1 or 2.
    public init(dataBits: Int, parity: Parity, stopBits: Int) {
      precondition((7...8).contains(dataBits), "a character has 7 or 8 data bits")
      precondition((1...2).contains(stopBits), "a character has 1 or 2 stop bits")
      self.dataBits = dataBits
      self.parity = parity
      self.stopBits = stopBits
    }

    /// 8N1, the framing of almost every receiver.
    public static let eightNone1 = Framing(dataBits: 8, parity: .none, stopBits: 1)
    /// 8N2: two stop bits.
    public static let eightNone2 = Framing(dataBits: 8, parity: .none, stopBits: 2)
    /// 8E1: even parity.
    public static let eightEven1 = Framing(dataBits: 8, parity: .even, stopBits: 1)
    /// 8O1: odd parity.
    public static let eightOdd1 = Framing(dataBits: 8, parity: .odd, stopBits: 1)
    /// 7E1, used by old marine instruments.
    public static let sevenEven1 = Framing(dataBits: 7, parity: .even, stopBits: 1)
  }

  /// Bits per second, any rate the hardware can divide to; `nil` keeps the port's rate.
  public var baudRate: UInt32?
  /// Data bits, parity and stop bits.
  public var framing: Framing
  /// Asks the driver to deliver bytes at once (FTDI adapters otherwise hold them for 16 ms).
  public var lowLatency: Bool
  /// Whether a second opener is refused (`flock` and TIOCEXCL).
  public var isExclusive: Bool

  /// - Parameters:
  ///   - baudRate: bits per second; `nil` keeps the port's rate.
  ///   - framing: data bits, parity and stop bits.
  ///   - lowLatency: no buffering in the driver; ignored by drivers without this setting.
  ///   - isExclusive: whether a second opener is refused.
  public init(
    baudRate: UInt32? = nil, framing: Framing = .eightNone1, lowLatency: Bool = false,
    isExclusive: Bool = true
  ) {
    self.baudRate = baudRate
    self.framing = framing
    self.lowLatency = lowLatency
    self.isExclusive = isExclusive
  }
}

/// A UART's error counts since it was first opened; they explain checksum errors.
public struct LineErrorCounts: Hashable, Sendable {
  /// Characters without a stop bit: usually the wrong rate.
  public var framing: UInt32
  /// Characters lost in the UART.
  public var overrun: UInt32
  /// Characters with a wrong check bit.
  public var parity: UInt32
  /// Break conditions.
  public var breaks: UInt32
  /// Characters lost in the kernel's buffer: the reader was too slow.
  public var bufferOverrun: UInt32
}
