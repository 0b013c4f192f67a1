/// Builds a vendor's sentence from its text.
enum VendorSentence {
  /// Returns the sentence for the ASCII text between `$` and `*`, with checksum and line ending.
  static func encode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = [0x24]
    var sum: UInt8 = 0
    for byte in text.utf8 {
      sum ^= byte
      bytes.append(byte)
    }
    bytes.append(0x2A)
    bytes.append(digit(sum &>> 4))
    bytes.append(digit(sum & 15))
    bytes.append(0x0D)
    bytes.append(0x0A)
    return bytes
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x37 &+ value }
}
