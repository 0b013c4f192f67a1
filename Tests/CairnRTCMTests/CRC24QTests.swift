import Testing

@testable import CairnRTCM

@Suite("CRC-24Q")
struct CRC24QTests {
  /// Bit by bit, by the definition of the polynomial.
  private func remainder(_ bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = 0
    for byte in bytes {
      remainder ^= UInt32(byte) << 16
      for _ in 0..<8 {
        remainder <<= 1
        if remainder & 0x100_0000 != 0 { remainder ^= 0x186_4CFB }
      }
    }
    return remainder
  }

  @Test func `the table is that of the polynomial`() {
    for zeroes in 0..<8 {
      for byte in 0..<256 {
        let message = [UInt8(byte)] + [UInt8](repeating: 0, count: zeroes)
        #expect(CRC24Q.table[zeroes * 256 + byte] == remainder(message) << 8)
      }
    }
  }

  @Test(arguments: 0...80)
  func `the remainder is that of dividing bit by bit, at any length`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 ^ $0 >> 2 ^ 0x3C) }
    #expect(CRC24Q.remainder(of: bytes.span) == remainder(bytes))
  }
}
