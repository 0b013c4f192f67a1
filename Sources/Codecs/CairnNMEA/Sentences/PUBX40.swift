/// PUBX,40: command that sets how often a sentence is sent on each port.
///
/// Source: u-blox UBX-21035062 R02, "PUBX,40".
public struct PUBX40: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "PUBX,40" }

  public var envelope = SentenceEnvelope()
  /// Formatter of the sentence, such as `GSV`.
  public var sentence: String?
  /// Navigation solutions between two sentences on the I²C port; 0 turns the sentence off.
  public var i2c: Int? = 0
  /// Same as `i2c`, for UART 1.
  public var uart1: Int? = 0
  /// Same as `i2c`, for UART 2.
  public var uart2: Int? = 0
  /// Same as `i2c`, for USB.
  public var usb: Int? = 0
  /// Same as `i2c`, for SPI.
  public var spi: Int? = 0
  /// No meaning; 0.
  public var reserved: Int? = 0

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.messageNumber("msgId", of: Self.formatter)
    f.text("id", &sentence)
    f.integer("rddc", &i2c, in: 0...255)
    f.integer("rus1", &uart1, in: 0...255)
    f.integer("rus2", &uart2, in: 0...255)
    f.integer("rusb", &usb, in: 0...255)
    f.integer("rspi", &spi, in: 0...255)
    f.integer("reserved", &reserved, in: 0...255)
  }
}
