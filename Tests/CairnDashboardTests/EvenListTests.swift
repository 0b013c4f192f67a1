import Testing

@testable import CairnDashboard

@Suite("a list that is thinned evenly")
struct EvenListTests {
  @Test(arguments: [1, 3, 4, 7, 8, 9, 10, 63, 64, 65, 1000, 4096, 12_345])
  func `keeps the first and the newest, and of the others as many as there is room for`(count: Int)
  {
    for capacity in [4, 8, 9, 100] {
      var list = EvenList<Int>(capacity: capacity)
      var out = 0
      for number in 0..<count { out += list.append(number).count }
      let kept = list.elements
      #expect(kept.count <= capacity && kept.count + out == count)
      #expect(kept.first == 0 && kept.last == count - 1)
      #expect(kept.count > min(count, capacity) / 2 - 2)
      let gaps = zip(kept, kept.dropFirst()).map { $1 - $0 }
      #expect(gaps.allSatisfy { $0 > 0 })
      // The newest is nearer.
      #expect(Set(gaps.dropLast()).count <= 1)
      #expect((gaps.last ?? 1) <= (gaps.first ?? 1))
    }
  }
}
