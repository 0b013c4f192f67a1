import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)
}

private func polygon(_ corners: [Coordinate]) -> Region {
  Region(identifier: "area", shape: .polygon(corners))
}

@Suite("Region shapes")
struct RegionOutlineTests {
  @Test(
    "K173: a radius that is too large or not above 0 is a regionMonitoringFailure",
    arguments: [0, -1, 100_000.1, .nan, .infinity, -.infinity])
  func radius(radius: Double) throws {
    var monitor = RegionMonitor()
    for shape in [
      Region.Shape.circle(center: seoul, radius: radius),
      .corridor([seoul, seoul.moved(by: 500, bearing: 0)], width: 2 * radius),
    ] {
      let error = #expect(throws: RegionError.self) {
        try monitor.add(Region(identifier: "home", shape: shape))
      }
      guard case .radius = try #require(error) else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.locationError.code == .regionMonitoringFailure)
    }
    #expect(monitor.count == 0)
    try monitor.add(circle(radius: 100_000))
  }

  @Test func `the error of a region that is refused says what is wrong with it`() {
    func words(_ error: RegionError) -> String { error.locationError.reason ?? "" }
    #expect(words(.radius(200_000)).contains("a radius (or half of a width) of 200000.0 m"))
    #expect(words(.radius(200_000)).contains("at most 100000 m"))
    #expect(words(.coordinate(index: 1)).contains("point 2 has a latitude or longitude"))
    #expect(words(.tooFewPoints(found: 2)).contains("a polygon needs three"))
    #expect(words(.tooLarge).contains("4000 km"))
    #expect(words(.beacon).contains("beacons"))
    #expect(words(.options).contains("at least 0.5 and below 1"))
  }

  @Test func `shapes that are none are refused, and the region before stays`() throws {
    var monitor = try RegionMonitor(circle("area"))
    let wrong = Coordinate(latitude: 91, longitude: 0)
    let refused: [(Region.Shape, RegionError)] = [
      (.circle(center: wrong, radius: 10), .coordinate(index: 0)),
      (.polygon([seoul, wrong, seoul]), .coordinate(index: 1)),
      (.polygon([]), .tooFewPoints(found: 0)),
      (.polygon([place(0, 0), place(0, 1), place(0, 0)]), .tooFewPoints(found: 2)),
      (.corridor([seoul, seoul], width: 10), .tooFewPoints(found: 1)),
      (.corridor([], width: 10), .tooFewPoints(found: 0)),
      (.polygon([place(0, 0), place(0, 120), place(0, -120)]), .tooLarge),
      (.corridor([place(0, 0), place(0, 180)], width: 10), .tooLarge),
      (.corridor([place(0, -50), place(0, 50)], width: 10), .tooLarge),
    ]
    for (shape, error) in refused {
      #expect(throws: error, "\(shape)") {
        try monitor.add(Region(identifier: "area", shape: shape))
      }
    }
    for change: (inout MonitoringOptions) -> Void in [
      { $0.confidence = 1 }, { $0.confidence = 0.49 }, { $0.confidence = .nan },
      { $0.dwell = .seconds(-1) }, { $0.hysteresis = -1 }, { $0.hysteresis = .infinity },
    ] {
      #expect(throws: RegionError.options) { try monitor.add(circle(), options: .init(change)) }
    }
    #expect(monitor.identifiers == ["area"])
    #expect(monitor.region("area") == circle("area"))
  }

  /// Fiji, around both poles, at 89.9°, on the equator and where the ellipsoid is steepest.
  static let places: [[Coordinate]] = [
    [
      place(-16.1, 178.4), place(-15.9, -179.6), place(-17.5, -178.9), place(-17.0, 179.9),
      place(-18.4, 178.2),
    ],
    [place(85, 0), place(86, 100), place(84, -150), place(85.5, -60)],
    [place(-88, 10), place(-88, -80), place(-88, -170), place(-87.5, 100)],
    [place(89.9, 0), place(89.9, 120), place(89.95, -120)],
    [place(89.9, 170), place(89.8, -170), place(89.6, 175)],
    [place(1, 179), place(1, -179), place(-1, -179), place(0, 180), place(-1, 179)],
    [place(45, 7), place(46, 8), place(44.2, 8.8), place(45, 7.9), place(44.1, 7.2)],
  ]

  @Test(
    "K174: inside is right around poles and across the antimeridian", arguments: Self.places)
  func inside(corners: [Coordinate]) throws {
    var random = SplitMix(seed: 174)
    let reference = Reference(closed: corners)
    let size = corners.map { corners[0].distance(to: $0) }.max() ?? 0
    var monitor = try RegionMonitor(polygon(corners), .immediate)
    var inside = 0
    for second in 1...1000 {
      let corner = corners[second % corners.count]
      let point = corner.moved(
        by: Double.random(in: 0..<size, using: &random),
        bearing: Double.random(in: 0..<360, using: &random))
      var fix = fix(Double(second), accuracy: 0.001)
      fix.coordinate = point
      _ = monitor.live(fix)
      let isInside = reference.isInside(point)
      #expect((monitor.state(of: "area") == .inside) == isInside, "\(point)")
      inside += isInside ? 1 : 0
    }
    #expect((20..<980).contains(inside))
  }

  @Test("distances are right to 0.1 %", arguments: Self.places)
  func distances(corners: [Coordinate]) throws {
    var random = SplitMix(seed: 17)
    for isClosed in [true, false] {
      let reference = isClosed ? Reference(closed: corners) : Reference(open: corners)
      let shape =
        isClosed ? Region.Shape.polygon(corners) : .corridor(corners, width: 2 * 1000)
      var monitor = try RegionMonitor(Region(identifier: "area", shape: shape))
      for second in 1...40 {
        var fix = fix(Double(second))
        fix.coordinate = corners[second % corners.count].moved(
          by: Double.random(in: 0..<100_000, using: &random),
          bearing: Double.random(in: 0..<360, using: &random))
        _ = monitor.live(fix)
        let line = reference.distance(to: fix.coordinate)
        let expected = isClosed ? line : (line - 1000).magnitude
        let found = try #require(monitor.nearestBoundary)
        #expect((found - expected).magnitude < 1 + 0.001 * line, "\(fix.coordinate)")
      }
    }
  }

  @Test func `the other side of the Earth is outside`() throws {
    for corners in Self.places {
      var monitor = try RegionMonitor(polygon(corners), .immediate)
      var fix = fix(0)
      fix.coordinate = place(
        -corners[0].latitude,
        corners[0].longitude > 0 ? corners[0].longitude - 180 : corners[0].longitude + 180)
      _ = monitor.live(fix)
      #expect(monitor.state(of: "area") == .outside)
      #expect((monitor.nearestBoundary ?? 0) > 18_000_000)
    }
  }

  @Test func `a corridor is as wide as it says on both sides and at its ends`() throws {
    let end = seoul.moved(by: 5000, bearing: 90)
    var monitor = try RegionMonitor(
      Region(identifier: "route", shape: .corridor([seoul, end], width: 200)), .immediate)
    let cases: [(Double, Double, RegionState)] = [
      (0, 2500, .inside), (99, 2500, .inside), (-99, 2500, .inside), (101, 2500, .outside),
      (-101, 2500, .outside), (0, -99, .inside), (0, -101, .outside), (71, -71, .outside),
    ]
    for (second, (north, east, state)) in cases.enumerated() {
      _ = monitor.live(fix(Double(second), north: north, east: east, accuracy: 0.001))
      #expect(monitor.state(of: "route") == state, "\(north) \(east)")
    }
  }
}

/// Slow and made differently: geodesics in small steps, and the turning of the line of sight.
private struct Reference {
  private var steps: [Coordinate] = []

  init(closed corners: [Coordinate]) { self.init(open: corners + corners.prefix(1)) }

  init(open points: [Coordinate]) {
    for (start, end) in zip(points, points.dropFirst()) {
      let length = start.distance(to: end)
      let bearing = start.bearing(to: end) ?? 0
      steps += (0...20).map { start.moved(by: length * Double($0) / 20, bearing: bearing) }
    }
  }

  func isInside(_ point: Coordinate) -> Bool {
    var turned = 0.0
    var last = steps.last.flatMap { point.bearing(to: $0) } ?? 0
    for step in steps {
      let bearing = point.bearing(to: step) ?? last
      var turn = bearing - last
      if turn > 180 { turn -= 360 }
      if turn < -180 { turn += 360 }
      turned += turn
      last = bearing
    }
    return turned.magnitude > 180
  }

  /// Metres: by thirds in every step that may have the nearest point.
  func distance(to point: Coordinate) -> Double {
    var best = Double.infinity
    for (start, end) in zip(steps, steps.dropFirst()) {
      let length = start.distance(to: end)
      guard let bearing = start.bearing(to: end), point.distance(to: start) - length < best else {
        continue
      }
      var (low, high) = (0.0, length)
      for _ in 0..<30 {
        let third = (high - low) / 3
        let left = point.distance(to: start.moved(by: low + third, bearing: bearing))
        let right = point.distance(to: start.moved(by: high - third, bearing: bearing))
        if left < right { high -= third } else { low += third }
        best = min(best, left, right)
      }
    }
    return best
  }
}
