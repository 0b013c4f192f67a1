/// A payload written field by field, lowest octet first, next to an interface description's table.
struct WirePayload {
  private(set) var bytes: [UInt8] = []

  /// As many octets as the number's type has.
  func with(_ number: some FixedWidthInteger) -> Self {
    var copy = self
    var rest = number
    for _ in 0..<(number.bitWidth / 8) {
      copy.bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return copy
  }

  func with(_ real: Float) -> Self { with(real.bitPattern) }

  func zeros(_ count: Int) -> Self {
    var copy = self
    copy.bytes += [UInt8](repeating: 0, count: count)
    return copy
  }

  func u1(_ value: UInt8) -> Self { with(value) }
  func u2(_ value: UInt16) -> Self { with(value) }
  func u4(_ value: UInt32) -> Self { with(value) }
  func i1(_ value: Int8) -> Self { with(value) }
  func i2(_ value: Int16) -> Self { with(value) }
  func i4(_ value: Int32) -> Self { with(value) }
}
