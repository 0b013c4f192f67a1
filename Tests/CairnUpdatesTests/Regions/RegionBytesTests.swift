import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Regions: as bytes")
struct RegionBytesTests {
  private func shapes() -> [Region.Shape] {
    let corners = [(0.0, 300.0), (120, 200), (240, 400)].map {
      seoul.moved(by: $0.1, bearing: $0.0)
    }
    return [
      .circle(center: seoul, radius: 100), .polygon(corners), .corridor(corners, width: 50),
      .circle(center: Coordinate(latitude: 90, longitude: 180), radius: 100_000),
    ]
  }

  /// Of every shape, option and state.
  private func monitor() throws -> RegionMonitor {
    var monitor = RegionMonitor()
    let accuracies: [DesiredAccuracy] = [.best, .bestForNavigation, .reduced, 25, .kilometer]
    for (index, shape) in shapes().enumerated() {
      for state in RegionState.allCases {
        var region = Region(identifier: "région \(index) \(state)", shape: shape)
        region.notifyOnEntry = state != .inside
        region.notifyOnExit = state != .outside
        var options = MonitoringOptions { $0.initialState = state }
        options.desiredAccuracy = accuracies[index]
        options.dwell = .seconds(index)
        options.confidence = 0.5 + Double(index) / 10
        try monitor.add(region, options: options)
      }
    }
    return monitor
  }

  @Test func `every shape, option and state comes back`() throws {
    let monitor = try monitor()
    let again = try #require(RegionMonitor(decoding: monitor.encoded))
    #expect(Set(again.identifiers) == Set(monitor.identifiers))
    for identifier in monitor.identifiers {
      #expect(again.region(identifier) == monitor.region(identifier))
      #expect(again.state(of: identifier) == monitor.state(of: identifier))
    }
    #expect(again.encoded == monitor.encoded)
    let empty = try #require(RegionMonitor(decoding: RegionMonitor().encoded))
    #expect(empty.count == 0)
  }

  @Test func `100,000 regions come back, with the states that fixes gave them`() throws {
    var monitor = RegionMonitor()
    for index in 0..<100_000 {
      let center = seoul.moved(by: Double(index), bearing: Double(index % 360))
      try monitor.add(circle("\(index)", at: center))
    }
    _ = monitor.live(fix(0))
    let bytes = monitor.encoded
    let again = try #require(RegionMonitor(decoding: bytes))
    #expect(again.count == 100_000)
    for index in stride(from: 0, to: 100_000, by: 97) {
      #expect(again.region("\(index)") == monitor.region("\(index)"))
      #expect(again.state(of: "\(index)") == monitor.state(of: "\(index)"))
    }
    #expect(again.state(of: "50") == .inside && again.state(of: "500") == .outside)
    #expect(bytes.count < 8_000_000)
  }

  @Test func `what was crossed meanwhile is told at the first fix, and nothing else is`() throws {
    var monitor = try RegionMonitor(circle())
    try monitor.add(circle("far", at: seoul.moved(by: 5000, bearing: 0)))
    #expect(monitor.live(fix(0)).map(\.state) == [.inside])
    var still = try #require(RegionMonitor(decoding: monitor.encoded))
    #expect(still.live(fix(100)).isEmpty)
    #expect(still.walk(101..<160) { ($0 - 101) * 10 }.map(\.crossing) == [.exit])
    var gone = try #require(RegionMonitor(decoding: monitor.encoded))
    let events = gone.live(fix(100, north: 5000))
    #expect(Set(events.map(\.crossing)) == [.exit, .enter])
  }

  @Test func `each change of a region or its state counts, and nothing else does`() throws {
    var monitor = try RegionMonitor(circle())
    var counts = [monitor.changes]
    for second in 0..<600 {
      _ = monitor.live(fix(Double(second), north: Double(second)))
      if monitor.changes != counts.last { counts.append(monitor.changes) }
    }
    #expect(counts.count == 3)
    monitor.remove("home")
    #expect(monitor.changes != counts.last)
  }

  @Test func `a cut gives nothing, and no damage a trap`() throws {
    let whole = try monitor().encoded
    for length in 0..<whole.count {
      // Whole regions may be left.
      if let cut = RegionMonitor(decoding: Array(whole[..<length])) { #expect(cut.count < 12) }
    }
    var random = SplitMix(seed: 4)
    var decoded = 0
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard var monitor = RegionMonitor(decoding: bytes) else { continue }
      decoded += 1
      for second in 0..<3 {
        _ = monitor.live(fix(Double(second * 60), north: Double(second) * 400))
      }
      _ = monitor.nextFixNeeded(at: at(200), maximumSpeed: 40)
      #expect(RegionMonitor(decoding: monitor.encoded) != nil)
    }
    #expect(decoded > 100)
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0...100, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = RegionMonitor(decoding: [1] + noise)
    }
  }
}
