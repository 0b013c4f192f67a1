import CairnMQTT
import CairnTestSupport
import Testing

@Suite("A spool")
struct SpoolTests {
  private static let small = 8192 + 4 * 32_768

  private func spool(_ medium: any SpoolStorage = Medium(), size: Int = small) throws -> Spool {
    try Spool(medium, size: size, continuity: 1, identity: 0x9F3A_0C11)
  }

  /// Fills a spool with locations of a thousand octets.
  private func fill(_ spool: inout Spool, _ count: Int, every kind: Spool.Kind? = nil) throws {
    for index in 0..<count {
      let own = kind.map { index % 10 == 9 ? $0 : .location } ?? .location
      try spool.append(own) { _ in [UInt8](repeating: 65, count: 1000) }
    }
  }

  @Test
  func `gives numbers from one, and reads what it was given`() throws {
    var spool = try spool()
    let result1 = try spool.append(.location) { Array("a\($0)".utf8) }
    #expect(result1 == 1)
    let result2 = try spool.append(.visit) { Array("b\($0)".utf8) }
    #expect(result2 == 2)
    let result3 = spool.read(1)?.payload
    #expect(result3 == Array("a1".utf8))
    let result4 = spool.read(2)?.payload
    #expect(result4 == Array("b2".utf8))
    let result5 = spool.read(3)
    #expect(result5 == nil)
    let result6 = spool.firstWaiting()?.kind
    #expect(result6 == .location)
  }

  @Test
  func `another file is left alone`() throws {
    let medium = Medium()
    try Spool.check(medium)
    var spool = try spool(medium)
    try spool.append(.location) { _ in [65] }
    try spool.close()
    try Spool.check(medium)
    for foreign in [Array("[broker]\n".utf8), [UInt8](repeating: 0, count: 8000) + [1]] {
      #expect(throws: SpoolFailure(.foreign)) { try Spool.check(Medium(foreign)) }
    }
  }

  @Test
  func `refuses a record that is too long, and goes on`() throws {
    var spool = try spool()
    #expect(throws: SpoolFailure(.tooLong)) {
      try spool.append(.radio) { _ in [UInt8](repeating: 0, count: Spool.longestPayload + 1) }
    }
    let result7 = try spool.append(.radio) { _ in [UInt8](repeating: 0, count: Spool.longestPayload)
    }
    #expect(result7 == 2)
    let result8 = spool.read(2)?.gap
    #expect(result8 == 1)
  }

  @Test
  func `leaves out every second of the oldest locations when it is full, and tells how many`()
    throws
  {
    var spool = try spool()
    try fill(&spool, 110)
    let numbers = spool.waitingNumbers()
    #expect(spool.counts.thinned > 10)
    #expect(spool.counts.thinned == 110 - numbers.count)
    #expect(numbers.first == 1)
    #expect(numbers.last == 110)
    // Nowhere is more than one missing: the track stays.
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 <= 2 })
    var told: UInt64 = 0
    for number in numbers { told += spool.read(number)?.gap ?? 0 }
    #expect(told == UInt64(spool.counts.thinned))
  }

  @Test
  func `thins again and again, so that a track of any length stays`() throws {
    var spool = try spool(size: Spool.smallestSize)
    try fill(&spool, 3000)
    let numbers = spool.waitingNumbers()
    #expect(numbers.first == 1)
    #expect(numbers.last == 3000)
    #expect((200...480).contains(numbers.count), "\(numbers.count)")
    let longest = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(longest <= 32, "\(numbers)")
    var told: UInt64 = 0
    for number in numbers { told += spool.read(number)?.gap ?? 0 }
    #expect(told == UInt64(spool.counts.thinned))
  }

  @Test(arguments: [Spool.Kind.transition, .visit])
  func `leaves out no event while there are locations`(kind: Spool.Kind) throws {
    var spool = try spool(size: Spool.smallestSize)
    try fill(&spool, 2000, every: kind)
    var events: [UInt64] = []
    for number in spool.waitingNumbers() where number % 10 == 0 { events.append(number) }
    #expect(events.count == 200)
    #expect(spool.counts.thinned > 1400)
  }

  @Test
  func `leaves out events only if nothing else is there`() throws {
    var spool = try spool()
    for _ in 0..<200 {
      try spool.append(.transition) { _ in [UInt8](repeating: 65, count: 1000) }
    }
    #expect(spool.counts.thinned > 50)
    let left = spool.waitingNumbers()
    #expect(left.last == 200)
  }

  @Test
  func `leaves out nothing that is under way, nor what a told record has not told`() throws {
    var spool = try spool()
    try fill(&spool, 20)
    for number in 5...10 as ClosedRange<UInt64> { spool.noteSent(number) }
    try fill(&spool, 200)
    for number in 4...10 as ClosedRange<UInt64> { #expect(spool.read(number) != nil) }
  }

  @Test
  func `tells nothing of numbers that were acknowledged`() throws {
    var spool = try spool()
    try fill(&spool, 10)
    spool.acknowledge(10)
    for number in 1...4 as ClosedRange<UInt64> { spool.acknowledge(number) }
    try fill(&spool, 1)
    let result9 = spool.read(5)?.gap
    #expect(result9 == 0)
    let result10 = spool.read(11)?.gap
    #expect(result10 == 0)
    #expect(spool.count == 6)
  }

  @Test
  func `writes in place of what was acknowledged, without end`() throws {
    let medium = Medium()
    var spool = try spool(medium)
    for _ in 0..<2000 {
      let number = try spool.append(.location) { _ in [UInt8](repeating: 65, count: 1000) }
      spool.acknowledge(number)
    }
    #expect(spool.counts.thinned == 0)
    #expect(spool.count == 0)
    #expect(medium.present.count <= Self.small)
  }

  @Test
  func `becomes larger at once, and smaller when it is empty`() throws {
    let medium = Medium()
    var first = try spool(medium)
    try fill(&first, 50)
    try first.close()
    var large = try spool(medium, size: 4 * Self.small)
    try fill(&large, 200)
    #expect(large.counts.thinned == 0)
    try large.close()
    var small = try spool(medium)
    #expect(small.count == 250)
    try fill(&small, 1)
    #expect(small.counts.thinned == 0)
    let result11 = small.acknowledgeAll(upTo: 251)
    #expect(result11)
    try small.close()
    var empty = try spool(medium)
    try fill(&empty, 200)
    #expect(empty.counts.thinned > 50)
    let left = empty.waitingNumbers()
    #expect(left.first == 252)
  }

  @Test
  func `believes nobody who has stored what was not told`() throws {
    var spool = try spool()
    try fill(&spool, 3)
    let result12 = spool.acknowledgeAll(upTo: 4)
    #expect(!result12)
    let result13 = spool.acknowledgeAll(upTo: 0)
    #expect(!result13)
    let result14 = spool.acknowledgeAll(upTo: 2)
    #expect(result14)
    let left = spool.waitingNumbers()
    #expect(left == [3])
  }

  @Test
  func `a record that is damaged is left out and counted`() throws {
    let medium = Medium()
    var spool = try spool(medium)
    try fill(&spool, 3)
    let run = [UInt8](repeating: 65, count: 8)
    let place = try #require(
      medium.present.indices.first { medium.present[$0...].starts(with: run) })
    try medium.write([66], at: place + 10)
    let result15 = spool.read(1)
    #expect(result15 == nil)
    #expect(spool.counts.unreadable == 1)
    let result16 = spool.read(2)?.gap
    #expect(result16 == 1)
  }
}
