/// Returns the file name for any `key`: letters, digits and hyphens of ASCII stay, and every other
/// octet is written as `%` and two hexadecimal digits.
func stateName(_ key: String) -> String {
  var name = ""
  for byte in key.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: name.unicodeScalars.append(.init(byte))
    default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
  return name
}
