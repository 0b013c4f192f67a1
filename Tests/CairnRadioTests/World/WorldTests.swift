import CairnTestSupport
import Foundation
import Testing

/// The positioner in simulated worlds, none of which was used to choose its constants: those had
/// other seeds and other random numbers.
///
/// `CAIRN_WORLDS=N` prints the figures of N worlds like each named scene and of N random worlds.
@Suite("Worlds")
struct WorldTests {
  @Test(arguments: WiFiWorld.scenes.indices)
  func `scenes are answered no worse than by others, and honestly`(index: Int) {
    let trials = Self.scene(index, count: 4, places: 150)
    let ours = Self.sum(trials.map(\.ours))
    let coverage = Self.sum(trials.map(\.coverage.after)) / Double(trials.count)
    #expect(trials.allSatisfy { $0.answered > 0.5 })
    #expect(ours <= Self.sum(trials.map(\.ichnaea)))
    #expect(ours <= Self.sum(trials.map(\.microG)))
    #expect((0.6...0.77).contains(coverage), "\(WiFiWorld.scenes[index].name): \(coverage)")
  }

  @Test func `random worlds are answered better than by others, and honestly`() {
    let trials = Self.random(count: 10, places: 120)
    let ichnaea = trials.map { $0.ours / $0.ichnaea }
    let microG = trials.map { $0.ours / $0.microG }
    #expect(WorldTrial.median(ichnaea) < 1)
    #expect(WorldTrial.median(microG) < 0.95)
    #expect((0.62...0.74).contains(WorldTrial.median(trials.map(\.coverage.after))))
  }

  @Test(
    arguments: [(1, 50.0, 12.0), (1, 8, 1.4), (2, 50, 12), (2, 8, 1.4)]
      as [(streets: Int, step: Double, speed: Double)])
  func `learned access points are where they are said to be`(
    way: (streets: Int, step: Double, speed: Double)
  ) {
    let trial = StreetTrial(
      streets: way.streets, step: way.step, speed: way.speed, count: 150, seed: 77)
    #expect(trial.error < (way.streets == 1 ? 40 : 25))
    #expect((0.5...0.85).contains(trial.coverage), "\(trial)")
  }

  @Test(
    arguments: [(2, 2500), (0.5, 5000), (0.06, 15_000)] as [(density: Double, half: Double)])
  func `several cells are better than one, and their radius is honest`(
    network: (density: Double, half: Double)
  ) {
    var world = CellWorld(
      density: network.density, half: network.half, observations: 20, seed: 6)
    let one = world.judge(cells: 1, hasAdvance: false, places: 150)
    let several = world.judge(cells: 6, hasAdvance: false, places: 150)
    let bounded = world.judge(cells: 3, hasAdvance: true, places: 150)
    #expect(several.error < one.error)
    for result in [one, several, bounded] {
      #expect((0.55...0.95).contains(result.coverage), "\(result)")
    }
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["CAIRN_WORLDS"] != nil),
    .timeLimit(.minutes(60)))
  func `figures of many worlds`() {
    let count = ProcessInfo.processInfo.environment["CAIRN_WORLDS"].flatMap { Int($0) } ?? 20
    for (index, scene) in WiFiWorld.scenes.enumerated() {
      let trials = Self.scene(index, count: count, places: 600)
      let mean = { (part: (WorldTrial) -> Double) in
        Self.sum(trials.map(part)) / Double(trials.count)
      }
      print(
        scene.name, "median error", Self.metres(mean(\.ours)), "ichnaea",
        Self.metres(mean(\.ichnaea)), "microG", Self.metres(mean(\.microG)), "coverage",
        Self.percent(mean(\.coverage.before)), "to", Self.percent(mean(\.coverage.after)), "radius",
        Self.metres(mean(\.radius.after)))
    }
    let trials = Self.random(count: count, places: 600)
    let coverage = trials.map(\.coverage.after).sorted()
    let ratios = (trials.map { $0.ours / $0.ichnaea }, trials.map { $0.ours / $0.microG })
    print(
      trials.count, "random worlds: error ÷ ichnaea", WorldTrial.median(ratios.0), "÷ microG",
      WorldTrial.median(ratios.1), "coverage",
      [0, 0.1, 0.5, 0.9, 1].map { Self.percent(Rivals.percentile(coverage, $0)) })
  }

  /// Trials in worlds like one of the named scenes.
  private static func scene(_ index: Int, count: Int, places: Int) -> [WorldTrial] {
    (0..<UInt64(max(1, count))).map { draw in
      let seed = 7000 + 1000 * UInt64(index) + draw
      var random = SplitMix(seed: seed)
      let world = WiFiWorld(like: WiFiWorld.scenes[index].world, random: &random)
      return WorldTrial(of: world, seed: 90_000 + seed, places: places)
    }
  }

  /// Trials in random worlds in which a quarter of the places have a position.
  private static func random(count: Int, places: Int) -> [WorldTrial] {
    (0..<UInt64(max(1, count))).compactMap { index in
      var random = SplitMix(seed: 1001 + index)
      let world = WiFiWorld(random: &random)
      let trial = WorldTrial(of: world, seed: 51_001 + index, places: places)
      return trial.answered > 0.25 ? trial : nil
    }
  }

  private static func sum(_ values: [Double]) -> Double { values.reduce(0, +) }

  private static func metres(_ value: Double) -> String { "\((value * 10).rounded() / 10) m" }

  private static func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }
}
