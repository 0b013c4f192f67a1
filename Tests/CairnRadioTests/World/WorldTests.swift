import CairnTestSupport
import Foundation
import Testing

/// The positioner in simulated worlds, none of which was used to choose its constants: these had
/// the seeds 1 to 96 and other random numbers.
///
/// `CAIRN_WORLDS=N` prints the figures of the named scenes and of N random worlds.
@Suite("Worlds")
struct WorldTests {
  @Test(arguments: WiFiWorld.scenes.indices)
  func `named scenes are answered as well as by others, and honestly`(index: Int) {
    let scene = WiFiWorld.scenes[index]
    let trials = (0..<4).map {
      WorldTrial(of: scene.world, seed: 2000 + UInt64(10 * index + $0), places: 150)
    }
    let ours = WorldTrial.median(trials.map(\.ours))
    let coverage = trials.reduce(0) { $0 + $1.coverage.after / 4 }
    #expect(trials.allSatisfy { $0.answered > 0.8 })
    #expect(ours < 1.1 * WorldTrial.median(trials.map(\.ichnaea)))
    #expect(ours < 1.1 * WorldTrial.median(trials.map(\.microG)))
    #expect((0.6...0.76).contains(coverage), "\(scene.name): \(coverage)")
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
      let trial = WorldTrial(of: scene.world, seed: 2000 + UInt64(index), places: 1500)
      print(
        scene.name, "median error", Self.metres(trial.ours), "ichnaea", Self.metres(trial.ichnaea),
        "microG", Self.metres(trial.microG), "coverage", Self.percent(trial.coverage.before), "to",
        Self.percent(trial.coverage.after), "radius", Self.metres(trial.radius.after))
    }
    let trials = Self.random(count: count, places: 600)
    let coverage = trials.map(\.coverage.after).sorted()
    let ratios = (trials.map { $0.ours / $0.ichnaea }, trials.map { $0.ours / $0.microG })
    print(
      trials.count, "random worlds: error ÷ ichnaea", WorldTrial.median(ratios.0), "÷ microG",
      WorldTrial.median(ratios.1), "coverage",
      [0, 0.1, 0.5, 0.9, 1].map { Self.percent(Rivals.percentile(coverage, $0)) })
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

  private static func metres(_ value: Double) -> String { "\((value * 10).rounded() / 10) m" }

  private static func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }
}
