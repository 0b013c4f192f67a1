/// A universally unique identifier: 128 bits (RFC 9562 section 4).
public struct UUID128: Hashable, Sendable {
  /// The first 64 bits in written order.
  public var high: UInt64
  /// The last 64 bits.
  public var low: UInt64

  /// Creates an identifier; the properties describe the values.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads `8-4-4-4-12` hexadecimal digits of either case; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    self.init(high: 0, low: 0)
    var digits = 0
    for (place, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte &- 0x30
      case 0x41...0x46: digit = byte &- 0x37
      case 0x61...0x66: digit = byte &- 0x57
      default: return nil
      }
      guard digits < 32 else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
      digits += 1
    }
    guard digits == 32 else { return nil }
  }
}

extension UUID128: CustomStringConvertible {
  /// In lower case, as RFC 9562 writes it.
  public var description: String {
    var text = ""
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      let word = index < 16 ? high : low
      text += String(word >> UInt64(60 - 4 * (index % 16)) & 15, radix: 16)
    }
    return text
  }
}
