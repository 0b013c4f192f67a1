import CairnMQTT
import CairnTestSupport
import Testing

@Suite("Acknowledged numbers")
struct AcknowledgedSetTests {
  @Test
  func `joins ranges that touch, and the floor`() {
    var set = AcknowledgedSet()
    set.insert(5...6)
    set.insert(9...9)
    #expect(set.ranges == [5...6, 9...9])
    set.insert(7...8)
    #expect(set.ranges == [5...9])
    set.insert(1...4)
    #expect(set.floor == 9)
    #expect(set.ranges.isEmpty)
  }

  @Test
  func `knows the highest number before another one`() {
    var set = AcknowledgedSet()
    set.insert(1...2)
    set.insert(6...8)
    #expect(set.last(before: 1) == 0)
    #expect(set.last(before: 3) == 2)
    #expect(set.last(before: 6) == 2)
    #expect(set.last(before: 7) == 6)
    #expect(set.last(before: 12) == 8)
  }

  @Test
  func `takes the highest number there is`() {
    var set = AcknowledgedSet()
    set.insert(3...(.max))
    set.insert(1...1)
    #expect(set.floor == 1)
    #expect(set.contains(.max))
    #expect(!set.contains(2))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `agrees with a plain set of numbers`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var set = AcknowledgedSet()
    var plain = Set<UInt64>()
    for _ in 0..<30 {
      let low = UInt64.random(in: 1...60, using: &generator)
      let high = low + UInt64.random(in: 0...4, using: &generator)
      set.insert(low...high)
      plain.formUnion(low...high)
      for number in 1...70 as ClosedRange<UInt64> {
        #expect(set.contains(number) == plain.contains(number))
        #expect(set.last(before: number) == plain.filter { $0 < number }.max() ?? 0)
      }
      #expect(set.floor == (1...).prefix { plain.contains($0) }.last ?? 0)
    }
  }
}
