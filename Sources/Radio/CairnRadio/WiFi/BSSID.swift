/// The 48-bit address of a Wi-Fi access point, which identifies one network on one radio.
///
/// Source: IEEE Std 802, MAC addresses.
public struct BSSID: Hashable, Sendable, BitwiseCopyable {
  /// The address as a number, first octet highest; below 2^48. Databases use it as their key.
  public let rawValue: UInt64

  /// Creates an address from a number; `nil` for a number of more than 48 bits.
  public init?(rawValue: UInt64) {
    guard rawValue >> 48 == 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Creates an address from its octets in the order of transmission; `nil` unless there are six.
  public init?(octets: Span<UInt8>) {
    guard octets.count == 6 else { return nil }
    var value: UInt64 = 0
    for index in octets.indices { value = value << 8 | UInt64(octets[index]) }
    rawValue = value
  }

  /// Reads six pairs of hexadecimal digits of either case, separated by `:` or `-`, or 12 digits
  /// without separators; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    var value: UInt64 = 0
    var digits = 0
    var separators = 0
    var separator: UInt8?
    var follows = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") {
        guard digits > 0, digits % 2 == 0, !follows, separator ?? byte == byte else { return nil }
        separator = byte
        separators += 1
        follows = true
        continue
      }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte &- 0x30
      case 0x41...0x46: digit = byte &- 0x37
      case 0x61...0x66: digit = byte &- 0x57
      default: return nil
      }
      // Separators come between all pairs or nowhere.
      guard digits < 12, separators == (separator == nil ? 0 : digits / 2) else { return nil }
      value = value << 4 | UInt64(digit)
      digits += 1
      follows = false
    }
    guard digits == 12, separators == 0 || separators == 5 else { return nil }
    rawValue = value
  }

  /// Whether the address was assigned locally, not by the manufacturer: the mark of phones that
  /// share their connection and of addresses that change.
  public var isLocallyAdministered: Bool { rawValue >> 41 & 1 != 0 }

  /// Whether the address is one of a group; no access point has such an address.
  public var isMulticast: Bool { rawValue >> 40 & 1 != 0 }

  /// Whether the address may be looked up, learned and submitted.
  ///
  /// False for locally administered addresses, which may belong to a person's phone, for group
  /// addresses and for zero.
  public var isEligible: Bool { !isLocallyAdministered && !isMulticast && rawValue != 0 }
}

extension BSSID: Comparable {
  /// Orders addresses by their numbers.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension BSSID: CustomStringConvertible {
  /// Six pairs of lower-case digits, separated by colons.
  public var description: String {
    var text = ""
    for index in 0..<12 {
      if index > 0, index % 2 == 0 { text += ":" }
      text += String(rawValue >> UInt64(truncatingIfNeeded: 44 &- 4 &* index) & 15, radix: 16)
    }
    return text
  }
}
