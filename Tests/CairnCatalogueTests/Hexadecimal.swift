/// The octets of hexadecimal digits.
func octets(_ hexadecimal: String) -> [UInt8] {
  let digits = hexadecimal.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { (first: Int) -> UInt8 in
    UInt8(digits[first] * 16 + digits[first + 1])
  }
}

/// The decimal digits of an unsigned number, its lowest octet first.
func decimalDigits(_ octets: [UInt8]) -> String {
  var digits: [Int] = [0]
  for octet in octets.reversed() {
    var carry = Int(octet)
    for index in digits.indices {
      carry += digits[index] * 256
      digits[index] = carry % 10
      carry /= 10
    }
    while carry > 0 {
      digits.append(carry % 10)
      carry /= 10
    }
  }
  return digits.reversed().map(String.init).joined()
}
