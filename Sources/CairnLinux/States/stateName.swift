/// The name of the file that keeps something called `key`, which may hold anything: all but letters, digits and
/// hyphens of ASCII is written as octets.
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
