public import CairnUBX

/// UBX-CFG-TXSLOT: the times after a time pulse at which ports may send.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-TXSLOT.
public struct CfgTxslot: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x53)
  public static let name = "CFG-TXSLOT"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The ports that use the slots.
  public var ports = Ports()
  /// The time pulse's number, 0 or 1.
  public var pulse: UInt8 = 0
  /// End of the slots for position, other and raw messages, in milliseconds after the pulse. Always
  /// three on the wire.
  public var slotEnds = [UInt32](repeating: 0, count: 3)

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("enable", &ports)
    f.u1("refTp", &pulse)
    f.reserved(1)
    f.array("end", 3, &slotEnds)
  }
}

extension CfgTxslot {
  /// The ports that use the slots.
  public struct Ports: UBXBitField {
    /// I2C.
    public var i2c = false
    /// UART 1.
    public var uart1 = false
    /// UART 2.
    public var uart2 = false
    /// USB.
    public var usb = false
    /// SPI.
    public var spi = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enableDDC", &i2c)
      b.flag("enableUART1", &uart1)
      b.flag("enableUART2", &uart2)
      b.flag("enableUSB", &usb)
      b.flag("enableSPI", &spi)
    }
  }
}
