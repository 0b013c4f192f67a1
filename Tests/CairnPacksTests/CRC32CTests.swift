import Testing

@testable import CairnPacks

@Suite("CRC-32C")
struct CRC32CTests {
  /// One bit after the other, as the polynomial says.
  private func slow(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 != 0 ? 0x82F6_3B78 : 0) }
    }
    return ~crc
  }

  /// Source: RFC 3720, appendix B.4.
  @Test func `the examples of the standard come out`() {
    #expect(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32).span) == 0x8A91_36AA)
    #expect(CRC32C.checksum(of: [UInt8](repeating: 255, count: 32).span) == 0x62A8_AB43)
    #expect(CRC32C.checksum(of: Array(0..<32 as Range<UInt8>).span) == 0x46DD_794E)
    #expect(CRC32C.checksum(of: Array("123456789".utf8).span) == 0xE306_9283)
  }

  @Test func `every entry of the table and every length is right`() {
    for zeroes in 0..<8 {
      for byte in 0..<256 {
        var remainder = UInt32(byte)
        for _ in 0..<(zeroes + 1) * 8 {
          remainder = remainder >> 1 ^ (remainder & 1 != 0 ? 0x82F6_3B78 : 0)
        }
        #expect(CRC32C.table[zeroes * 256 + byte] == remainder)
      }
    }
    var bytes: [UInt8] = []
    for length in 0..<70 {
      #expect(CRC32C.checksum(of: bytes.span) == slow(bytes))
      bytes.append(UInt8(truncatingIfNeeded: length * 151 + 17))
    }
  }
}
