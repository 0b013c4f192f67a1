/// The 24-bit cyclic redundancy check of RTCM 3, polynomial 0x1864CFB.
///
/// Source: RTCM 10403.3, section 4.2, after Qualcomm.
enum CRC24Q {
  /// Remainders: entry `256 · k + b` is that of byte `b` and `k` zero bytes, in the upper 24 bits.
  static let table = InlineArray<2048, UInt32> { index in
    var remainder = UInt32(truncatingIfNeeded: index & 255) << 24
    for _ in 0..<8 &* (1 &+ index / 256) {
      let divides = remainder >= 1 << 31
      remainder <<= 1
      if divides { remainder ^= 0x864C_FB00 }
    }
    return remainder
  }

  /// Returns the remainder in the low 24 bits; 0 for a message with its own check appended.
  ///
  /// Reads eight bytes at a time, each through its own part of the table.
  static func remainder(of bytes: Span<UInt8>) -> UInt32 {
    let raw = unsafe bytes.bytes  // a view of the same checked bounds
    let count = bytes.count
    var crc: UInt32 = 0
    var at = 0
    while at &+ 8 <= count {
      // The loop condition keeps the eight bytes inside the span; `UInt64` has no invalid pattern.
      let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self)
        .bigEndian
      // Five of the bytes do not depend on the sum so far.
      let free =
        (entry(4, word >> 32) ^ entry(3, word >> 24)) ^ (entry(2, word >> 16) ^ entry(1, word >> 8))
        ^ entry(0, word)
      let mixed = UInt64(crc) ^ word >> 32
      crc = (entry(7, mixed >> 24) ^ entry(6, mixed >> 16)) ^ (entry(5, mixed >> 8) ^ free)
      at &+= 8
    }
    while at < count {
      crc = crc << 8 ^ entry(0, UInt64(crc >> 24 ^ UInt32(bytes[at])))
      at &+= 1
    }
    return crc >> 8
  }

  /// Returns the remainder of the lowest byte of `word`, followed by 0...7 zero bytes.
  @inline(__always)
  private static func entry(_ zeroes: Int, _ word: UInt64) -> UInt32 {
    // The index is at most 7 · 256 + 255.
    unsafe table[unchecked: zeroes &<< 8 | Int(truncatingIfNeeded: word & 255)]
  }
}
