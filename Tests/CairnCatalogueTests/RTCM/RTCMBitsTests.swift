import CairnTestSupport
import CairnCatalogue
import CairnRTCM
import Testing

@Suite("RTCM bits")
struct RTCMBitsTests {
  @Test func `numbers of any width come back from any offset`() {
    var random = SplitMix(seed: 3)
    for _ in 0..<200 {
      let numbers = (0..<20).map { _ -> (UInt64, Int) in
        let width = Int.random(in: 0...64, using: &random)
        return (
          UInt64.random(in: 0...(width < 64 ? 1 << UInt64(width) - 1 : .max), using: &random), width
        )
      }
      var writer = RTCMBitWriter()
      for (bits, width) in numbers { writer.write(bits, width) }
      var reader = RTCMBitReader(writer.bytes.span)
      for (bits, width) in numbers { #expect(reader.read(width) == bits) }
      #expect(reader.bitsLeft == writer.padding && writer.padding < 8)
    }
  }

  @Test func `the uppermost bit comes first`() {
    let bytes: [UInt8] = [0b1010_0000, 0x0F]
    var reader = RTCMBitReader(bytes.span)
    #expect(reader.read(3) == 0b101)
    #expect(reader.read(9) == 0)
    #expect(reader.read(4) == 15)
    #expect(reader.offset == 16)
  }

  @Test func `reading beyond the end reads nothing`() {
    let bytes: [UInt8] = [1, 2]
    var reader = RTCMBitReader(bytes.span)
    #expect(reader.read(17) == nil && reader.offset == 0)
    #expect(reader.read(65) == nil && reader.read(-1) == nil)
    #expect(reader.read(16) == 0x0102)
    #expect(reader.read(1) == nil && reader.read(0) == 0)
  }

  @Test func `bits above the width are not written`() {
    var writer = RTCMBitWriter()
    writer.write(.max, 3)
    writer.write(0, 1)
    writer.append([7])
    #expect(writer.bytes == [0b1110_0000, 7] && writer.offset == 16)
  }
}
