import CairnTypes
import Testing

@testable import CairnUpdates

@Suite("Regions of beacons")
struct BeaconRegionTests {
  private static let uuid = UUID128(high: 3, low: 4)

  private func at(_ seconds: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: 0) + .seconds(seconds)
  }

  private func region(_ name: String = "shop", major: UInt16? = nil) -> Region {
    Region(identifier: name, shape: .beacon(BeaconConstraint(uuid: Self.uuid, major: major)))
  }

  private func sighting(_ device: UInt64 = 1, major: UInt16 = 1, at time: MonotonicTime)
    -> BeaconSighting
  {
    BeaconSighting(
      device: device,
      frame: .proximity(
        ProximityFrame(
          layout: .altBeacon, company: 1, uuid: Self.uuid, major: major, minor: 1, power: -60)),
      rssi: nil, time: time)
  }

  private func monitor(_ regions: Region..., state: RegionState = .outside) throws -> RegionMonitor
  {
    var monitor = RegionMonitor()
    var options = MonitoringOptions()
    options.initialState = state
    for region in regions { try monitor.add(region, options: options) }
    monitor.listen(true, at: at(0))
    return monitor
  }

  @Test func `are entered with one sighting of a beacon that matches, and need no fixes`() throws {
    var monitor = try monitor(region("one", major: 1), region("two", major: 2))
    #expect(monitor.count == 2 && monitor.hasBeacons && !monitor.hasAreas)
    #expect(monitor.nextFixNeeded(at: at(1), maximumSpeed: 40) == nil)
    let events = monitor.receive(sighting(at: at(1)))
    #expect(events.map(\.identifier) == ["one"] && events.map(\.crossing) == [.enter])
    #expect(events.first?.evidence == nil && events.first?.beacon?.device == 1)
    #expect(monitor.receive(sighting(at: at(2))).isEmpty)
    #expect(monitor.state(of: "one") == .inside && monitor.state(of: "two") == .outside)
  }

  @Test func `are left when the last of their beacons was silent for the dwell`() throws {
    var monitor = try monitor(region())
    _ = monitor.receive(sighting(1, at: at(1)))
    _ = monitor.receive(sighting(2, at: at(5)))
    #expect(monitor.nextDeadline == at(25))
    #expect(monitor.fire(at: at(24)).isEmpty)
    monitor.lose(2, silentSince: at(3))
    #expect(monitor.nextDeadline == at(23))
    let events = monitor.fire(at: at(24))
    #expect(events.map(\.crossing) == [.exit] && events.map(\.state) == [.outside])
    #expect(monitor.nextDeadline == nil)
  }

  @Test func `that are unknown become outside soon, without an event`() throws {
    var monitor = try monitor(region(), state: .unknown)
    #expect(monitor.nextDeadline == at(5))
    #expect(monitor.fire(at: at(5)).isEmpty && monitor.state(of: "shop") == .outside)
    #expect(monitor.receive(sighting(at: at(6))).map(\.crossing) == [.enter])
    var early = try self.monitor(region(), state: .unknown)
    #expect(early.receive(sighting(at: at(2))).map(\.crossing) == [nil])
  }

  @Test func `do not count a silence in which nothing listened`() throws {
    var monitor = try monitor(region())
    _ = monitor.receive(sighting(at: at(1)))
    monitor.listen(false, at: at(10))
    #expect(monitor.nextDeadline == nil && monitor.fire(at: at(500)).isEmpty)
    monitor.listen(true, at: at(500))
    #expect(monitor.nextDeadline == at(520))
  }

  @Test func `remember as many devices as they can keep`() throws {
    var monitor = try monitor(region())
    for device in 0..<1_000 { _ = monitor.receive(sighting(UInt64(device), at: at(device))) }
    #expect(monitor.beacons.regions.first?.heard.count == BeaconRegions.capacity)
    #expect(monitor.nextDeadline == at(999 + 20))
  }

  @Test func `are stored beside areas, with their states and options`() throws {
    var options = MonitoringOptions()
    options.dwell = .seconds(7)
    var monitor = RegionMonitor()
    let circle = Region(
      identifier: "home",
      shape: .circle(center: Coordinate(latitude: 1, longitude: 2), radius: 100))
    try monitor.add(circle, options: options)
    let beacons = [
      region("all"), region("group", major: 5),
      Region(
        identifier: "one",
        shape: .beacon(BeaconConstraint(uuid: Self.uuid, major: 65_535, minor: 0))),
    ]
    for region in beacons { try monitor.add(region, options: options) }
    let before = monitor.changes
    _ = monitor.receive(sighting(at: at(1)))
    #expect(monitor.changes == before + 1)
    let bytes = monitor.encoded
    let back = try #require(RegionMonitor(decoding: bytes))
    #expect(back.identifiers.sorted() == ["all", "group", "home", "one"])
    for region in beacons + [circle] {
      #expect(back.region(region.identifier) == region)
      #expect(back.options(of: region.identifier)?.dwell == .seconds(7))
    }
    #expect(back.state(of: "all") == .inside && back.state(of: "group") == .unknown)
    for length in 1..<bytes.count {
      _ = RegionMonitor(decoding: Array(bytes.prefix(length)))
    }
  }

  @Test func `replace an area of the same name, and are removed by name`() throws {
    var monitor = RegionMonitor()
    try monitor.add(
      Region(
        identifier: "shop",
        shape: .circle(center: Coordinate(latitude: 1, longitude: 2), radius: 100)))
    try monitor.add(region())
    #expect(monitor.count == 1 && !monitor.hasAreas)
    #expect(monitor.remove("shop") && !monitor.remove("shop") && monitor.count == 0)
  }
}
