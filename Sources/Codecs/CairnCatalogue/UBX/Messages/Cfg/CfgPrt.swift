public import CairnUBX

/// UBX-CFG-PRT: speed, format and protocols of a port.
///
/// Set every field: a port with an empty `input` becomes deaf. After a change of the baud rate, the
/// answer comes at the new rate or is lost.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-PRT.
public struct CfgPrt: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x00)
  public static let name = "CFG-PRT"
  public static let payloadLength = PayloadLength.exactly(20)

  /// The port.
  public var port = Port.i2c
  /// The pin that tells the host that data are waiting.
  public var transmitReady = TransmitReady()
  /// Character format or bus settings, depending on `port`.
  public var mode = Mode()
  /// Bits per second of a UART; otherwise 0.
  public var baudRate: UInt32 = 0
  /// Protocols that the port accepts.
  public var input = Input()
  /// Protocols that the port sends.
  public var output = Output()
  /// Behaviour with a slow host.
  public var flags = Flags()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("portID", &port)
    f.reserved(1)
    f.x2("txReady", &transmitReady)
    f.x4("UARTmode", &mode)
    f.u4("baudRate", &baudRate)
    f.x2("inProtoMask", &input)
    f.x2("outProtoMask", &output)
    f.x2("flags", &flags)
    f.reserved(2)
  }
}

extension CfgPrt {
  /// A port; an open set.
  public struct Port: UBXOpenValue {
    /// The wire's `portID`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// I2C, which the interface description calls DDC.
    public static let i2c = Port(rawValue: 0)
    /// The first UART.
    public static let uart1 = Port(rawValue: 1)
    /// The second UART.
    public static let uart2 = Port(rawValue: 2)
    /// USB.
    public static let usb = Port(rawValue: 3)
    /// SPI.
    public static let spi = Port(rawValue: 4)
  }

  /// The pin that tells the host that data are waiting.
  public struct TransmitReady: UBXBitField {
    /// The pin is used.
    public var isEnabled = false
    /// The pin is low while data are waiting.
    public var isActiveLow = false
    /// The PIO number, which no other function may use.
    public var pin: UInt8 = 0
    /// Amount of waiting data, in steps of eight bytes.
    public var threshold: UInt16 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enable", &isEnabled)
      b.flag("pol", &isActiveLow)
      b.number("pin", 5, &pin)
      b.number("thres", 9, &threshold)
    }
  }

  /// Character format of a UART. For I2C and SPI, the same bits give the address and the bus mode:
  /// see `i2cAddress` and `spiMode`.
  public struct Mode: UBXBitField {
    fileprivate var low: UInt64 = 0
    /// 0 five bits, 1 six, 2 seven, 3 eight.
    public var characterLength: UInt8 = 0
    fileprivate var middle: UInt64 = 0
    /// 0 even, 1 odd, 4 and 5 none.
    public var parity: UInt8 = 0
    /// 0 one, 1 one and a half, 2 two, 3 a half.
    public var stopBits: UInt8 = 0
    fileprivate var high: UInt64 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unnamed(6, &low)
      b.number("charLen", 2, &characterLength)
      b.unnamed(1, &middle)
      b.number("parity", 3, &parity)
      b.number("nStopBits", 2, &stopBits)
      b.unnamed(18, &high)
    }
  }

  /// Protocols that a port accepts.
  public struct Input: UBXBitField {
    /// UBX.
    public var ubx = false
    /// NMEA.
    public var nmea = false
    /// RTCM 2.
    public var rtcm2 = false
    /// RTCM 3.
    public var rtcm3 = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("inUBX", &ubx)
      b.flag("inNMEA", &nmea)
      b.flag("inRTCM", &rtcm2)
      b.unused(2)
      b.flag("inRTCM3", &rtcm3)
    }
  }

  /// Protocols that a port sends.
  public struct Output: UBXBitField {
    /// UBX.
    public var ubx = false
    /// NMEA.
    public var nmea = false
    /// RTCM 3.
    public var rtcm3 = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("outUBX", &ubx)
      b.flag("outNMEA", &nmea)
      b.unused(3)
      b.flag("outRTCM3", &rtcm3)
    }
  }

  /// Behaviour with a slow host.
  public struct Flags: UBXBitField {
    /// Unread data are kept longer than 1.5 seconds; not on UARTs.
    public var hasExtendedTimeout = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("extendedTxTimeout", &hasExtendedTimeout)
    }
  }
}

extension CfgPrt.Mode {
  /// Eight bits, no parity, one stop bit.
  public static var eightN1: Self {
    var mode = Self()
    mode.characterLength = 3
    mode.parity = 4
    return mode
  }

  /// The receiver's address on the bus, 7 bits; meaningful on I2C only. Setting it clears the rest.
  public var i2cAddress: UInt8 {
    get { UInt8(truncatingIfNeeded: word >> 1 & 0x7F) }
    set { word = UInt64(newValue & 0x7F) << 1 }
  }

  /// Clock polarity (bit 1) and phase (bit 0) of the bus; meaningful on SPI only.
  public var spiMode: UInt8 {
    get { UInt8(truncatingIfNeeded: word >> 1 & 3) }
    set { word = word & ~0b110 | UInt64(newValue & 3) << 1 }
  }

  /// Number of 0xFF bytes after which the receiver stops reading, 0 for never; meaningful on SPI
  /// only.
  public var spiIdleLimit: UInt8 {
    get { UInt8(truncatingIfNeeded: word >> 8 & 0x3F) }
    set { word = word & ~0x3F00 | UInt64(newValue & 0x3F) << 8 }
  }
}
