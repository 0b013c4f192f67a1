/// Returns the code of an ASCII character; the compiler folds it to a constant.
@inline(__always)
func ascii(_ character: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: character.value) }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inline(__always)
func isUpperCase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

@inline(__always)
func isLetterOrDigit(_ byte: UInt8) -> Bool { isUpperCase(byte & 0xDF) || isDigit(byte) }

/// Returns 0...15, or `nil` unless `byte` is a hexadecimal digit of either case.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  if isDigit(byte) { return byte &- 0x30 }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? letter &+ 10 : nil
}

/// Returns the upper-case hexadecimal digit of the low four bits.
@inline(__always)
func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  let nibble = value & 15
  return nibble < 10 ? 0x30 &+ nibble : 0x37 &+ nibble
}

/// Returns the bytes as a string of ASCII.
func text(_ bytes: Span<UInt8>) -> String {
  var result = ""
  for index in 0..<bytes.count {
    result.unicodeScalars.append(Unicode.Scalar(bytes[index] & 0x7F))
  }
  return result
}
