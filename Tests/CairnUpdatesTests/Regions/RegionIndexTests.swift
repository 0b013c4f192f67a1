import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Many regions")
struct RegionIndexTests {
  /// Where the walks are: anywhere, at the antimeridian, at both poles.
  static let places = [
    seoul, Coordinate(latitude: -17, longitude: 180), Coordinate(latitude: 0, longitude: -180),
    Coordinate(latitude: 89.9, longitude: 30), Coordinate(latitude: -90, longitude: 0),
  ]

  /// Circles, polygons and corridors of 5 m to 90 km, and some polygons as large as countries.
  private func region(_ number: Int, near place: Coordinate, _ random: inout SplitMix) -> Region {
    let spread = [3_000.0, 3_000, 30_000, 2_000_000][Int.random(in: 0..<4, using: &random)]
    let center = place.moved(
      by: Double.random(in: 0..<spread, using: &random),
      bearing: Double.random(in: 0..<360, using: &random))
    let sizes = [50.0, 500, 500, 5_000, 90_000]
    let size = number % 24 == 0 ? 2_000_000 : sizes[Int.random(in: 0..<5, using: &random)]
    let radius = Double.random(in: 5..<size, using: &random)
    let shape: Region.Shape
    switch number % 4 {
    case 0:
      shape = .polygon(
        (0..<5).map {
          center.moved(
            by: radius * Double.random(in: 0.3..<1, using: &random), bearing: 72 * Double($0))
        })
    case 1:
      let line = (0..<3).map { center.moved(by: radius * Double($0), bearing: 50 * Double($0)) }
      shape = .corridor(line, width: radius / 2)
    default: shape = .circle(center: center, radius: radius)
    }
    return Region(identifier: "\(number)", shape: shape)
  }

  @Test("all regions together give what each alone gives", arguments: Self.places)
  func together(place: Coordinate) throws {
    var random = SplitMix(seed: 1)
    let options = MonitoringOptions { $0.dwell = .seconds(3) }
    var monitor = RegionMonitor()
    var alone: [String: RegionMonitor] = [:]
    var position = place
    var number = 0
    for second in 0..<250 {
      // Some come, some go, some are replaced.
      for _ in 0..<(second == 0 ? 100 : second % 3) {
        let region = region(number, near: place, &random)
        number += 1
        try monitor.add(region, options: options)
        alone[region.identifier] = try RegionMonitor(region, options)
      }
      if second % 2 == 0 {
        let gone = "\(Int.random(in: 0..<number, using: &random))"
        let wasThere = monitor.remove(gone)
        #expect(wasThere == (alone[gone] != nil))
        alone[gone] = nil
      }
      let step = second % 25 == 24 ? 20_000.0 : 60
      position = position.moved(
        by: Double.random(in: 0..<step, using: &random),
        bearing: Double.random(in: 0..<360, using: &random))
      var fix = fix(Double(second), accuracy: Double.random(in: 2..<60, using: &random))
      fix.coordinate = position
      let events = monitor.live(fix)
      var expected: [RegionEvent] = []
      var nearest = Double.infinity
      for name in alone.keys {
        expected += alone[name]?.live(fix) ?? []
        nearest = min(nearest, alone[name]?.nearestBoundary ?? .infinity)
        #expect(monitor.state(of: name) == alone[name]?.state(of: name))
      }
      #expect(Set(events) == Set(expected))
      #expect(events.count == expected.count)
      #expect(monitor.nearestBoundary == nearest)
      #expect(monitor.nextDeadline == alone.values.compactMap(\.nextDeadline).min())
      #expect(monitor.count == alone.count)
    }
  }

  @Test("K175: a fix measures the regions near it and no others")
  func near() throws {
    var random = SplitMix(seed: 175)
    var monitor = RegionMonitor()
    for number in 0..<10_000 {
      let center = Coordinate(
        latitude: Double.random(in: 34..<39, using: &random),
        longitude: Double.random(in: 125..<131, using: &random))
      try monitor.add(
        circle("\(number)", radius: Double.random(in: 50..<1000, using: &random), at: center))
    }
    try monitor.add(circle("country", radius: 100_000))
    _ = monitor.live(fix(0))
    #expect(monitor.measuredRegions < 12)
    #expect(monitor.state(of: "country") == .inside)
    #expect((0..<10_000).allSatisfy { monitor.state(of: "\($0)") != .unknown })
    var measured = 0
    for second in 1...1000 {
      _ = monitor.live(fix(Double(second), north: 30 * Double(second)))
      measured += monitor.measuredRegions
    }
    #expect(measured < 1000 * 12)
  }

  @Test func `regions at one and the same place are found, and go`() throws {
    var monitor = RegionMonitor()
    for number in 0..<1000 {
      try monitor.add(circle("\(number)", radius: 10 + Double(number)), options: .immediate)
    }
    #expect(monitor.live(fix(0, north: 500)).count == 509)
    #expect(monitor.live(fix(1, north: 2000)).count == 509)
    for number in 0..<1000 { monitor.remove("\(number)") }
    #expect(monitor.count == 0)
    #expect(monitor.live(fix(2)).isEmpty)
    try monitor.add(circle(), options: .immediate)
    #expect(monitor.live(fix(3)).count == 1)
  }
}
