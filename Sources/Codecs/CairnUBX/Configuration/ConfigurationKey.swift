/// Number of one configuration item of a receiver.
///
/// Open: any number is a key. The number itself gives the width of the value, so that the value of
/// an unknown key can be skipped; `ConfigurationKeyTable` holds the names.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "Configuration interface", "Key ID".
public struct ConfigurationKey: UBXOpenValue {
  /// The number on the wire.
  public let rawValue: UInt32

  /// Accepts any number; `width` tells whether it can be the key of a value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Octets of the value on the wire: 1, 2, 4 or 8; a single bit takes one octet. `nil` where the
  /// number gives no width: no value has such a key, but a poll may use it to request many items.
  public var width: Int? {
    switch rawValue &>> 28 & 7 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }

  /// Whether the value is a single bit.
  public var isFlag: Bool { rawValue &>> 28 & 7 == 1 }

  /// Group of the item, for example 0x52 for the first UART.
  public var group: UInt8 { UInt8(truncatingIfNeeded: rawValue &>> 16) }

  /// The item's number within its group.
  public var item: UInt16 { UInt16(truncatingIfNeeded: rawValue) & 0x0FFF }
}

extension ConfigurationKey: CustomStringConvertible {
  /// Text for a key without a known name: `CFG_0x40520001`.
  public var description: String { "CFG_0x" + String(rawValue, radix: 16) }

  /// Creates the key with this `description`; `nil` for any other text.
  init?(description: String) {
    let digits = description.utf8.dropFirst(6)
    guard description.utf8.starts(with: "CFG_0x".utf8), (1...8).contains(digits.count) else {
      return nil
    }
    var number: UInt32 = 0
    for digit in digits {
      guard let value = hexadecimalDigit(digit) else { return nil }
      number = number &<< 4 | UInt32(value)
    }
    rawValue = number
  }
}

/// Returns the value of a hexadecimal digit of either case; `nil` for any other character.
func hexadecimalDigit(_ character: UInt8) -> UInt8? {
  switch character {
  case 0x30...0x39: character &- 0x30
  case 0x41...0x46: character &- 0x37
  case 0x61...0x66: character &- 0x57
  default: nil
  }
}
