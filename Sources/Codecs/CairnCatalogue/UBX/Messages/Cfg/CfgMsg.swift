public import CairnUBX

/// UBX-CFG-MSG: the rate of a message on every port.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-MSG.
public struct CfgMsg: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x01)
  public static let name = "CFG-MSG"
  public static let payloadLength = PayloadLength.exactly(8)

  /// The class, first byte of the message's identifier.
  public var messageClass: UInt8 = 0
  /// The number, second byte of the message's identifier.
  public var number: UInt8 = 0
  /// Epochs per message on I2C; 0 is never. For a message without epochs, 1 is on.
  public var i2c: UInt8 = 0
  /// Epochs per message on UART 1; 0 is never.
  public var uart1: UInt8 = 0
  /// Epochs per message on UART 2; 0 is never.
  public var uart2: UInt8 = 0
  /// Epochs per message on USB; 0 is never.
  public var usb: UInt8 = 0
  /// Epochs per message on SPI; 0 is never.
  public var spi: UInt8 = 0
  /// Epochs per message on the reserved port.
  public var sixth: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("msgClass", &messageClass)
    f.u1("msgID", &number)
    f.u1("rateDDC", &i2c)
    f.u1("rateUART1", &uart1)
    f.u1("rateUART2", &uart2)
    f.u1("rateUSB", &usb)
    f.u1("rateSPI", &spi)
    f.u1("reserved", &sixth)
  }
}
