import CairnMQTT
import CairnTestSupport
import Testing

/// A device that keeps records, sends them and hears of some, until the power goes.
private struct Scenario {
  /// Four segments: it is full after a hundred records.
  static let size = 8192 + 4 * 32_768

  let medium = Medium()
  private var random: SplitMix
  private(set) var identity: UInt32?
  /// Numbers that were given, with what they were given to.
  private(set) var given: [UInt64: [UInt8]] = [:]
  /// Records that waited when `sync` returned last.
  private(set) var synced = Set<UInt64>()
  /// Records that waited last.
  private(set) var waiting = Set<UInt64>()
  private(set) var highest: UInt64 = 0

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func run(records: Int) {
    do throws(SpoolFailure) {
      var spool = try Spool(medium, size: Self.size, continuity: 1, identity: 7)
      identity = spool.identity
      for _ in 0..<records { try step(&spool) }
      try spool.close()
      note(&spool, isSynced: true)
    } catch {}
  }

  private mutating func step(_ spool: inout Spool) throws(SpoolFailure) {
    let kinds: [Spool.Kind] = [.location, .location, .location, .location, .transition, .visit]
    let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    let length = Int.random(in: 1...2000, using: &random)
    let syncs = medium.syncs
    defer { note(&spool, isSynced: medium.syncs > syncs) }
    let number = try spool.append(kind) { Self.payload($0, length) }
    given[number] = Self.payload(number, length)
    highest = number
    if Int.random(in: 0..<10, using: &random) == 0 {
      let some = spool.waitingNumbers()
      for number in some.prefix(Int.random(in: 0...20, using: &random)) {
        spool.acknowledge(number)
      }
      if let newest = some.last { spool.acknowledge(newest) }
    }
    if spool.unsynced >= 5 { try spool.sync() }
  }

  private mutating func note(_ spool: inout Spool, isSynced: Bool) {
    waiting = Set(spool.waitingNumbers())
    if isSynced, !spool.isChanged { synced = waiting }
  }

  static func payload(_ number: UInt64, _ length: Int) -> [UInt8] {
    let text = Array("{\"seq\":\(number)}".utf8)
    return text + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length)
  }

  /// Checks what is found on a medium.
  func check(_ medium: Medium, continuity: UInt64, isComplete: Bool) throws {
    var spool = try Spool(medium, size: Self.size, continuity: continuity, identity: 8)
    if let identity { #expect(spool.identity == identity) }
    guard spool.identity == 7 else { return }
    let found = spool.waitingNumbers()
    #expect(found == found.sorted())
    let needed = isComplete ? waiting : synced.intersection(waiting)
    #expect(needed.isSubset(of: found), "lost: \(needed.subtracting(found).sorted())")
    for number in found {
      let read = spool.read(number)
      // Nobody was told of one that was being written.
      if number <= highest { #expect(read?.payload == given[number]) }
      #expect(read != nil && number <= highest + 1)
    }
    let number = try spool.append(.location) { _ in [1] }
    let last = max(highest, found.last ?? 0)
    #expect(number > last)
    if isComplete { #expect(number == last + 1) }
    try spool.sync()
    let left = spool.waitingNumbers()
    #expect(left.contains(number))
  }
}

@Suite("A spool that loses power")
struct PowerCutTests {
  private static let records = 230
  /// Steps of a run that nothing ends.
  private static let steps: Int = {
    var whole = Scenario(seed: 1)
    whole.run(records: records)
    return whole.medium.steps
  }()

  /// Parts of all steps, which run beside each other.
  @Test(arguments: 0..<8)
  func `keeps what was synced, and gives no number twice, whenever that is`(part: Int) throws {
    var random = SplitMix(seed: UInt64(part))
    for cut in stride(from: part, to: Self.steps, by: 8) {
      var scenario = Scenario(seed: 1)
      scenario.medium.cut = cut
      scenario.run(records: Self.records)
      for _ in 0..<2 {
        let after = scenario.medium.afterPowerCut(&random)
        try Spool.check(after)
        try scenario.check(after, continuity: 2, isComplete: false)
      }
    }
  }

  @Test
  func `goes on without a gap after an end in order`() throws {
    var scenario = Scenario(seed: 1)
    scenario.run(records: Self.records)
    #expect(scenario.waiting.count > 3)
    try scenario.check(scenario.medium.afterKill(), continuity: 2, isComplete: true)
  }

  @Test(arguments: [1, 50, 120, 229])
  func `goes on without a gap after the program alone was killed`(records: Int) throws {
    var scenario = Scenario(seed: 1)
    scenario.run(records: records)
    // As if the end had not been: the kernel has everything, and the machine was not started again.
    var killed = Scenario(seed: 1)
    killed.medium.cut = scenario.medium.steps - 2
    killed.run(records: records)
    try killed.check(killed.medium.afterKill(), continuity: 1, isComplete: true)
  }

  @Test
  func `survives a second loss of power while it is opened`() throws {
    var random = SplitMix(seed: 3)
    var scenario = Scenario(seed: 2)
    scenario.medium.cut = Self.steps / 2
    scenario.run(records: Self.records)
    let first = scenario.medium.afterPowerCut(&random)
    for cut in 0..<4 {
      let again = Medium(first.durable)
      again.cut = cut
      _ = try? Spool(again, size: Scenario.size, continuity: 3, identity: 9)
      try scenario.check(again.afterPowerCut(&random), continuity: 4, isComplete: false)
    }
  }
}
