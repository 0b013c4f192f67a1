extension Span<UInt8> {
  /// Returns the two octets at `position` as a number in the host's byte order; `nil` beyond the
  /// end. The kernel writes all netlink headers and numbers in that order.
  func native16(at position: Int) -> UInt16? {
    guard position >= 0, position <= count - 2 else { return nil }
    return UInt16(littleEndian: UInt16(self[position]) | UInt16(self[position + 1]) << 8)
  }

  /// Returns the four octets at `position` as a number in the host's byte order.
  func native32(at position: Int) -> UInt32? {
    guard position >= 0, position <= count - 4 else { return nil }
    var value: UInt32 = 0
    for index in 0..<4 {
      value |= UInt32(self[position + index]) << UInt32(truncatingIfNeeded: 8 &* index)
    }
    return UInt32(littleEndian: value)
  }

  /// Returns the eight octets at `position` as a number in the host's byte order.
  func native64(at position: Int) -> UInt64? {
    guard position >= 0, position <= count - 8 else { return nil }
    var value: UInt64 = 0
    for index in 0..<8 {
      value |= UInt64(self[position + index]) << UInt64(truncatingIfNeeded: 8 &* index)
    }
    return UInt64(littleEndian: value)
  }
}

extension [UInt8] {
  /// Appends the octets of a number in the host's byte order.
  mutating func append(native value: some FixedWidthInteger & UnsignedInteger) {
    var rest = UInt64(truncatingIfNeeded: value.littleEndian)
    for _ in 0..<value.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
