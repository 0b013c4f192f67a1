/// Reads the decimal numbers of tables, profiles and services.
///
/// `Double` alone takes more than a number: words, hexadecimal digits, and anything that follows a
/// NUL, which ends the text for the C library.
package enum DecimalText {
  /// Bytes of the longest number.
  private static let longest = 400
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  ]

  /// Returns a finite number; `nil` if the text is none, or a number of more than 400 bytes.
  package static func number(_ text: some StringProtocol) -> Double? {
    number(ArraySlice(text.utf8))
  }

  /// Whether a text would be a number if its comma were a point, as in many languages.
  package static func hasDecimalComma(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count <= longest, text.utf8.count(where: { $0 == UInt8(ascii: ",") }) == 1
    else { return false }
    return number(ArraySlice(text.utf8.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }))
      != nil
  }

  /// Returns a finite number; `nil` if the bytes are none. Most numbers of a table need no text.
  package static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var places = 0
    var hasPoint = false
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    for byte in rest {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
        continue
      }
      let digit = byte &- 0x30
      guard digit < 10, count < 15 else { return longNumber(bytes) }
      digits = digits &* 10 &+ UInt64(digit)
      count &+= 1
      if hasPoint { places &+= 1 }
    }
    guard count > 0 else { return nil }
    // 15 digits and 10^15 are exact, so that the quotient is the nearest number.
    let value = Double(digits) / powersOfTen[places]
    return isNegative ? 0 - value : value
  }

  /// Returns a whole number without a sign; `nil` if the bytes are none, or more than 15 digits.
  package static func whole(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    guard (1...15).contains(bytes.count) else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    return value
  }

  private static func longNumber(_ bytes: ArraySlice<UInt8>) -> Double? {
    let signs = "+-.eE".utf8
    // Words and hexadecimal digits are numbers to `Double`.
    guard bytes.count <= longest, bytes.allSatisfy({ $0 &- 0x30 < 10 || signs.contains($0) }),
      let value = Double(String(decoding: bytes, as: UTF8.self)),
      value.isFinite
    else { return nil }
    return value
  }
}
