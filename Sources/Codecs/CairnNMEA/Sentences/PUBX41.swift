/// PUBX,41: command that sets protocols and speed of a port.
///
/// The only way to change the speed of a receiver whose port accepts nothing but NMEA.
///
/// Source: u-blox UBX-21035062 R02, "PUBX,41".
public struct PUBX41: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "PUBX,41" }

  /// Protocols of a port.
  public struct Protocols: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bit 0.
    public static var ubx: Self { Self(rawValue: 1) }
    /// Bit 1.
    public static var nmea: Self { Self(rawValue: 2) }
    /// Bit 2: RTCM 2.
    public static var rtcm2: Self { Self(rawValue: 4) }
    /// Bit 5: RTCM 3.
    public static var rtcm3: Self { Self(rawValue: 0x20) }
  }

  public var envelope = SentenceEnvelope()
  /// 0 I²C, 1 UART 1, 2 UART 2, 3 USB, 4 SPI.
  public var port: Int?
  /// Protocols the receiver is to accept.
  public var input: Protocols?
  /// Protocols the receiver is to send.
  public var output: Protocols?
  /// Bits per second.
  public var baudRate: Int?
  /// 1 lets the receiver detect the speed itself; normally 0.
  public var autobauding: Int? = 0

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.messageNumber("msgId", of: Self.formatter)
    f.integer("portId", &port, in: 0...9)
    Self.mask("inProto", &input, &f)
    Self.mask("outProto", &output, &f)
    f.integer("baudRate", &baudRate, in: 0...99_999_999)
    f.integer("autobauding", &autobauding, in: 0...9)
  }

  /// Visits a mask of four hexadecimal digits.
  private static func mask(
    _ name: StaticString, _ value: inout Protocols?, _ f: inout some NMEAFieldVisitor & ~Escapable
  ) {
    var text = value.map { digits($0.rawValue) }
    f.text(name, &text)
    value = text.flatMap { number($0) }.map { Protocols(rawValue: $0) }
  }

  private static func digits(_ value: UInt16) -> String {
    var text = ""
    for shift: UInt16 in [12, 8, 4, 0] {
      let nibble = UInt8(truncatingIfNeeded: value >> shift)
      text.unicodeScalars.append(Unicode.Scalar(hexadecimalDigit(nibble)))
    }
    return text
  }

  private static func number(_ text: String) -> UInt16? {
    guard (1...4).contains(text.utf8.count) else { return nil }
    var value: UInt16 = 0
    for byte in text.utf8 {
      guard let digit = hexadecimalValue(byte) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
