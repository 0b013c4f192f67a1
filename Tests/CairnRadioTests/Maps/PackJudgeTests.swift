import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnRadio

@Suite("Judge of a new pack")
struct PackJudgeTests {
  private static func place(_ number: Int) -> PackJudge.Place {
    PackJudge.Place(Coordinate(latitude: 47 + Double(number) * 0.003, longitude: 8))
  }

  @Test func `one place counts once, however often it is seen`() {
    var judge = PackJudge(of: 1, against: 2)
    for _ in 0..<1000 { judge.add(Self.place(1), new: 900, old: 5, fixAccuracy: 4) }
    #expect(judge.count == 1 && judge.verdict == .open)
    #expect(!judge.wants(Self.place(1)) && judge.wants(Self.place(2)))
    // Ten metres away is the same place, and 250 m is another.
    let near = PackJudge.Place(Coordinate(latitude: 47.00305, longitude: 8.0001))
    #expect(near == Self.place(1))
    #expect(PackJudge.Place(Coordinate(latitude: 47.00305, longitude: 8.0035)) != near)
  }

  @Test func `twelve places that all speak against it are enough, and eleven are not`() {
    var judge = PackJudge(of: 1, against: 2)
    for number in 0..<11 { judge.add(Self.place(number), new: 200, old: 20, fixAccuracy: 4) }
    #expect(judge.verdict == .open)
    judge.add(Self.place(11), new: 200, old: 20, fixAccuracy: 4)
    #expect(judge.verdict == .worse)
    #expect((6.7...7.3).contains(judge.medianRatio), "\(judge.medianRatio)")
    var better = PackJudge(of: 1, against: 2)
    for number in 0..<12 { better.add(Self.place(number), new: 20, old: 200, fixAccuracy: 4) }
    #expect(better.verdict == .sound)
  }

  @Test func `ties say nothing, and many of them that it is sound`() {
    var judge = PackJudge(of: 1, against: 2)
    for number in 0..<299 { judge.add(Self.place(number), new: 34, old: 20, fixAccuracy: 4) }
    #expect(judge.count == 299 && judge.worse == 0 && judge.better == 0)
    #expect(judge.verdict == .open)
    judge.add(Self.place(300), new: 34, old: 20, fixAccuracy: 4)
    #expect(judge.verdict == .sound)
    judge.add(Self.place(301), new: 900, old: 20, fixAccuracy: 4)
    #expect(judge.count == 300)
  }

  @Test func `a fault at a few of many places is not the pack's`() {
    var judge = PackJudge(of: 1, against: 2)
    for number in 0..<180 { judge.add(Self.place(number), new: 20, old: 20, fixAccuracy: 4) }
    for number in 180..<198 { judge.add(Self.place(number), new: 300, old: 20, fixAccuracy: 4) }
    #expect(judge.verdict == .open)
    // Of 200 places, 20 more for worse than for better.
    for number in 198..<202 { judge.add(Self.place(number), new: 300, old: 20, fixAccuracy: 4) }
    #expect(judge.verdict == .worse)
  }

  @Test func `numbers that are none, and poor fixes, do not count`() {
    var judge = PackJudge(of: 1, against: 2)
    for (new, old, accuracy) in [
      (.nan, 1, 1), (1, .infinity, 1), (-1, 1, 1), (1, 1, 21), (1, 1, .nan),
    ] {
      let counts = judge.add(Self.place(1), new: new, old: old, fixAccuracy: accuracy)
      #expect(!counts)
    }
    #expect(judge.count == 0)
    judge.add(Self.place(1), new: 1e300, old: 0, fixAccuracy: 0)
    #expect(judge.worse == 1)
  }

  @Test func `is kept between programs, without an order of places`() throws {
    var judge = PackJudge(of: 1, against: 2)
    for number in 0..<40 {
      judge.add(
        Self.place(number), new: number % 3 == 0 ? 100 : 20, old: number % 3 == 1 ? 90 : 20,
        fixAccuracy: 4)
    }
    let bytes = judge.encoded
    let read = try #require(PackJudge(decoding: bytes))
    #expect(read.encoded == bytes && read.subject == judge.subject)
    #expect(read.count == 40 && read.worse == judge.worse && read.better == judge.better)
    #expect(read.medianRatio == judge.medianRatio)
    for length in bytes.indices { #expect(PackJudge(decoding: Array(bytes.prefix(length))) == nil) }
    #expect(PackJudge(of: 2, against: 1).subject != judge.subject)
  }

  /// In made-up towns that the constants were not chosen with; the others are quarters 0 to 15.
  @Test func `goes back from packs that are worse, and hardly ever from others`() {
    let worlds = JudgeWorlds(16..<32)
    for change in JudgeWorlds.Change.allCases {
      guard let isWorse = change.isWorse else { continue }
      let verdicts = Self.verdicts(change, worlds, trials: 6)
      #expect(verdicts.allSatisfy { ($0 == .worse) == isWorse }, "\(change.rawValue): \(verdicts)")
    }
  }

  /// The verdicts of devices of which each knows eight of the quarters.
  private static func verdicts(
    _ change: JudgeWorlds.Change, _ worlds: JudgeWorlds, trials: Int
  ) -> [PackJudge.Verdict] {
    (0..<trials).map { trial in
      var random = SplitMix(seed: UInt64(trial))
      let chosen = Array((0..<worlds.count).shuffled(using: &random).prefix(8))
      return worlds.judge(change, in: chosen, seed: UInt64(trial) &+ 1).verdict
    }
  }
}
