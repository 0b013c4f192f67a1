import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("What was learned, between programs")
struct LearnedMapTests {
  @Test func `is read as it was written, in 24 octets for each access point that stays`() {
    let map = AccessPoints.learned(70)
    #expect(map.accessPoints.count == 70)
    let moved = map.accessPoints.values.filter { $0.moves > 0 }.count
    #expect(moved == 10)
    let bytes = map.encoded
    let empty = LearnedMap(scale: map.scale).encoded.count
    #expect(bytes.count == empty + 70 * 24 + moved * 2)
    #expect(LearnedMap(decoding: bytes) == map)
  }

  @Test func `is read whole or not at all`() {
    let bytes = AccessPoints.learned(5).encoded
    for count in 0..<bytes.count {
      #expect(LearnedMap(decoding: Array(bytes.prefix(count))) == nil)
    }
    #expect(LearnedMap(decoding: bytes + [0]) == nil)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        // What a changed bit makes of it is no map, or one that can be used and kept.
        guard let map = LearnedMap(decoding: damaged) else { continue }
        #expect(map.encoded == damaged)
        #expect((0.39...4.01).contains(map.scale.scale(networks: 5)))
        #expect(map.accessPoints.allSatisfy { $0.key.isEligible && $0.value.coordinate.isValid })
      }
    }
  }
}
