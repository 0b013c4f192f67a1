/// Decimal numbers without exponent, as the kernel writes them.
enum Decimal {
  /// Returns the number in a field; `nil` if it is none, or has more than 24 digits.
  static func value(of text: some Collection<UInt8>) -> Double? {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard !digits.isEmpty, digits.count <= 25 else { return nil }
    var (value, scale, hasPoint, count) = (0.0, 1.0, false, 0)
    for byte in digits {
      switch byte {
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case 0x30...0x39:
        count += 1
        value = value * 10 + Double(byte &- 0x30)
        if hasPoint { scale *= 10 }
      default: return nil
      }
    }
    guard count > 0 else { return nil }
    return (isNegative ? -value : value) / scale
  }

  /// Returns a whole number in a field, such as the place of a channel in a scan.
  static func count(of text: some Collection<UInt8>) -> Int? {
    guard !text.isEmpty, text.count <= 9 else { return nil }
    var value = 0
    for byte in text {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value &* 10 &+ Int(byte &- 0x30)
    }
    return value
  }
}
