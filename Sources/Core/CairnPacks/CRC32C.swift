/// The 32-bit cyclic redundancy check of Castagnoli, polynomial 0x1EDC6F41, as iSCSI uses it.
///
/// Source: RFC 3720, section 12.1 and appendix B.4.
package enum CRC32C {
  /// Remainders: entry `256 · k + b` is that of byte `b` and `k` zero bytes.
  static let table: [UInt32] = {
    var table = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    for _ in 0..<7 {
      for rest in table.suffix(256) { table.append(rest >> 8 ^ table[Int(rest & 255)]) }
    }
    return table
  }()

  /// Returns the checksum; reads eight bytes at a time, each through its own part of the table.
  package static func checksum(of bytes: Span<UInt8>) -> UInt32 {
    let table = Self.table
    let entries = table.span
    let raw = unsafe bytes.bytes  // a view of the same checked bounds
    let count = bytes.count
    // The remainder of the lowest byte of `word`, followed by 0...7 zero bytes.
    func entry(_ zeroes: Int, _ word: UInt64) -> UInt32 {
      // The index is at most 7 · 256 + 255.
      unsafe entries[unchecked: zeroes &<< 8 | Int(truncatingIfNeeded: word & 255)]
    }
    var crc = UInt32.max
    var at = 0
    while at &+ 8 <= count {
      // The loop condition keeps the eight bytes inside the span; `UInt64` has no invalid pattern.
      let word = unsafe UInt64(
        littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt64.self))
      // Four of the bytes do not depend on the sum so far.
      let free =
        (entry(3, word >> 32) ^ entry(2, word >> 40))
        ^ (entry(1, word >> 48) ^ entry(0, word >> 56))
      let mixed = UInt64(crc) ^ word
      crc =
        (entry(7, mixed) ^ entry(6, mixed >> 8)) ^ (entry(5, mixed >> 16) ^ entry(4, mixed >> 24))
        ^ free
      at &+= 8
    }
    while at < count {
      crc = crc >> 8 ^ entry(0, UInt64(crc ^ UInt32(bytes[at])))
      at &+= 1
    }
    return ~crc
  }
}
