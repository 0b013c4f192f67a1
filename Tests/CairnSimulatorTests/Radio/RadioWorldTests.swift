import CairnGeodesy
import CairnRadio
import CairnSimulator
import CairnTypes
import Testing

@Suite("A radio world")
struct RadioWorldTests {
  private static let center = Coordinate(latitude: 37.5663528, longitude: 126.9779528)
  private static let now = MonotonicTime(nanoseconds: 5_000_000_000)

  /// Places about the middle of the world.
  private static let places: [Coordinate] = (0..<60).map { number in
    center.moved(
      by: Double(20 + number * 3), bearing: Double(number * 77).truncatingRemainder(dividingBy: 360)
    )
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  // How many are heard, and the error of the simulation that the constants were chosen in.
  @Test(arguments: [
    (RadioScene.dense, 31.0, 10.7), (.urban, 18, 17.1), (.suburban, 9, 28.8),
  ])
  func `is heard and surveyed as its scene says`(
    scene: RadioScene, heard: Double, error: Double
  ) throws {
    let world = RadioWorld(scene, around: Self.center, seed: 3)
    let scans = Self.places.map { world.accessPoints(at: $0, time: Self.now) }
    let mean = Double(scans.reduce(0) { $0 + $1.count }) / Double(scans.count)
    #expect((0.7...1.4).contains(mean / heard), "\(mean) heard")
    let errors = zip(scans, Self.places).compactMap { sightings, place -> Double? in
      try? WiFiPositioner().position(
        of: WiFiScan(sightings: sightings, time: Self.now), at: Self.now, from: world.survey
      ).coordinate.distance(to: place)
    }
    #expect(errors.count >= 55)
    #expect((0.6...1.6).contains(Self.median(errors) / error), "\(Self.median(errors)) m")
  }

  @Test func `is the same for the same seed, and at the same place but for a few decibels`() {
    let worlds = [1, 1, 2].map { RadioWorld(.urban, around: Self.center, seed: $0) }
    let heard = worlds.map { $0.accessPoints(at: Self.center, time: Self.now) }
    #expect(heard[0] == heard[1])
    #expect(heard[0] != heard[2])
    let later = worlds[0].accessPoints(at: Self.center, time: Self.now + .seconds(900))
    let before = Dictionary(uniqueKeysWithValues: heard[0].map { ($0.bssid, $0.signal) })
    let changes = later.compactMap { sighting in
      before[sighting.bssid].map { abs($0 - sighting.signal) }
    }
    #expect(changes.count > heard[0].count / 2)
    #expect(changes.contains { $0 > 0 } && changes.allSatisfy { $0 < 15 })
  }

  @Test func `one channel is heard at a time`() {
    let world = RadioWorld(.dense, around: Self.center)
    let heard = world.accessPoints(at: Self.center, time: Self.now, on: 2437)
    #expect(!heard.isEmpty && heard.allSatisfy { $0.frequency == 2437 && $0.isEligible })
    #expect(heard.count < world.accessPoints(at: Self.center, time: Self.now).count)
  }

  @Test(arguments: RadioScene.all)
  func `has a cell that serves, whose place is known as maps know it`(scene: RadioScene) throws {
    let world = RadioWorld(scene, around: Self.center, seed: 4)
    var errors: [Double] = []
    for place in Self.places {
      let cells = world.cells(at: place, time: Self.now)
      #expect(cells.map { $0.identity != nil } == cells.indices.map { $0 == 0 })
      let position = try CellPositioner.position(of: cells, at: Self.now, from: world.survey)
      errors.append(position.coordinate.distance(to: place))
      #expect(position.horizontalAccuracy >= 300)
    }
    let radius = 1000 / scene.siteDensity.squareRoot()
    #expect((0.02...1.5).contains(Self.median(errors) / radius), "\(Self.median(errors)) m")
  }
}
