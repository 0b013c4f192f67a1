import Testing

@testable import CairnUBX

@Suite("Fletcher sums")
struct FletcherTests {
  @Test(arguments: 0...200)
  func `are those of adding byte by byte, at any length and place`(count: Int) {
    let all = (0..<count + 3).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3 ^ 0xA5) }
    for start in 0...3 {
      let bytes = Array(all[start..<start + count])
      var (first, second): (UInt8, UInt8) = (0, 0)
      for byte in bytes {
        first &+= byte
        second &+= first
      }
      var sum = Fletcher()
      sum.add(all.span.extracting(start..<start + count))
      #expect(sum.first == first && sum.second == second)

      var parts = Fletcher()
      parts.add(bytes.span.extracting(0..<count / 3))
      parts.add(bytes.span.extracting(count / 3..<count))
      #expect(parts.first == first && parts.second == second)
    }
  }
}
