extension [UInt8] {
  /// Appends a number of 7 bits a byte, lowest first; the highest bit says that more follow.
  mutating func append(wide number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(number: Int) { append(wide: UInt64(clamping: number)) }

  /// Appends a number whose lowest bit is its sign.
  mutating func append(signed number: Int) {
    append(number: number < 0 ? -(number + 1) << 1 | 1 : number << 1)
  }

  /// Appends the length and the bytes of a text.
  mutating func append(text: String) {
    append(number: text.utf8.count)
    append(contentsOf: text.utf8)
  }
}
