/// The 24-bit cyclic redundancy check of RTCM 3, polynomial 0x1864CFB.
///
/// Source: RTCM 10403.3, section 4.2, after Qualcomm.
enum CRC24Q {
  /// Row `k`, column `b`: the remainder of byte `b` followed by `k` zero bytes, in the upper 24 bits.
  private static let tables: InlineArray<8, InlineArray<256, UInt32>> = makeTables()

  private static func makeTables() -> InlineArray<8, InlineArray<256, UInt32>> {
    var tables = InlineArray<8, InlineArray<256, UInt32>>(repeating: InlineArray(repeating: 0))
    for byte in 0..<256 {
      var remainder = UInt32(byte) << 24
      for _ in 0..<8 {
        let carry = remainder & 0x8000_0000 != 0
        remainder = remainder << 1 ^ (carry ? 0x864C_FB00 : 0)
      }
      tables[0][byte] = remainder
    }
    for row in 1..<8 {
      for byte in 0..<256 {
        let before = tables[row - 1][byte]
        tables[row][byte] = before << 8 ^ tables[0][Int(before >> 24)]
      }
    }
    return tables
  }

  /// The remainder in the low 24 bits; 0 over a message with its own check appended.
  static func remainder(of bytes: Span<UInt8>) -> UInt32 {
    let raw = unsafe bytes.bytes  // a view of the same checked bounds
    let count = bytes.count
    var crc: UInt32 = 0
    var at = 0
    while at &+ 8 <= count {
      // The load is checked against the span; `UInt64` has no invalid bit patterns.
      let loaded = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
      let word = loaded.bigEndian ^ UInt64(crc) << 32
      crc =
        tables[7][Int(word >> 56)]
        ^ tables[6][Int(word >> 48 & 255)]
        ^ tables[5][Int(word >> 40 & 255)]
        ^ tables[4][Int(word >> 32 & 255)]
        ^ tables[3][Int(word >> 24 & 255)]
        ^ tables[2][Int(word >> 16 & 255)]
        ^ tables[1][Int(word >> 8 & 255)]
        ^ tables[0][Int(word & 255)]
      at &+= 8
    }
    while at < count {
      crc = crc << 8 ^ tables[0][Int(crc >> 24 ^ UInt32(bytes[at]))]
      at &+= 1
    }
    return crc >> 8
  }
}
