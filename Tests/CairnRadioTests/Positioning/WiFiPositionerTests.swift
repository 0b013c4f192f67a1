import CairnGeodesy
import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Positions from Wi-Fi")
struct WiFiPositionerTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private let home = Coordinate(latitude: 46.95, longitude: 7.43)

  private func sighting(
    _ number: UInt64, _ signal: Double = -60, age: Duration = .zero, ssid: String = "net"
  ) -> AccessPointSighting {
    AccessPointSighting(
      bssid: AccessPoints.bssid(number), ssid: SSID(ssid.utf8), signal: signal, time: now - age)
  }

  /// A database of access points at distances east of home, in metres, by number.
  private func source(_ places: [UInt64: Double]) -> AccessPointLookUp {
    AccessPointLookUp { bssid in
      places[bssid.rawValue & 0xFFFF].map {
        KnownAccessPoint(coordinate: home.moved(by: $0, bearing: 90))
      }
    }
  }

  private func position(
    _ sightings: [AccessPointSighting], _ places: [UInt64: Double], isMoving: Bool? = nil
  ) throws(WiFiPositionFailure) -> WiFiPosition {
    try WiFiPositioner().position(
      of: WiFiScan(sightings: sightings, time: now), at: now, isMoving: isMoving,
      from: source(places))
  }

  @Test func `equal signals meet in the middle`() throws {
    let result = try position([sighting(1), sighting(2)], [1: 0, 2: 100])
    #expect(result.networks == 2 && result.time == now)
    #expect((result.coordinate.distance(to: home) - 50).magnitude < 0.1)
    #expect((30...90).contains(result.horizontalAccuracy))
    #expect(result.horizontalAccuracy == result.unscaledAccuracy)
  }

  @Test func `a stronger signal draws the position nearer`() throws {
    let result = try position([sighting(1, -45), sighting(2, -80)], [1: 0, 2: 100])
    #expect(result.coordinate.distance(to: home) < 10)
  }

  @Test func `reasons for no position are told apart`() {
    let known: [UInt64: Double] = [1: 0, 2: 2000]
    #expect(throws: WiFiPositionFailure.nothingHeard) { try position([], known) }
    #expect(throws: WiFiPositionFailure.nothingHeard) {
      try position([sighting(1, age: .seconds(40))], known, isMoving: false)
    }
    #expect(throws: WiFiPositionFailure.noneEligible(heard: 1)) {
      try position([sighting(1, ssid: "x_nomap")], known)
    }
    #expect(throws: WiFiPositionFailure.noneKnown(lookedUp: 2)) {
      try position([sighting(7), sighting(8)], known)
    }
    #expect(throws: WiFiPositionFailure.onlyOneKnown(lookedUp: 2)) {
      try position([sighting(1), sighting(8)], known)
    }
    #expect(throws: WiFiPositionFailure.disagreement(known: 2)) {
      try position([sighting(1), sighting(2)], known)
    }
  }

  @Test func `one access point heard twice is one`() {
    #expect(throws: WiFiPositionFailure.onlyOneKnown(lookedUp: 1)) {
      try position([sighting(1), sighting(1, -50)], [1: 0, 2: 10])
    }
  }

  @Test func `old sightings count only at rest`() throws {
    let old = [sighting(1, age: .seconds(20)), sighting(2, age: .seconds(20))]
    #expect(try position(old, [1: 0, 2: 10], isMoving: false).networks == 2)
    for isMoving in [true, nil] {
      #expect(throws: WiFiPositionFailure.nothingHeard) {
        try position(old, [1: 0, 2: 10], isMoving: isMoving)
      }
    }
  }

  @Test func `opted out access points are never looked up`() {
    var asked: [BSSID] = []
    let scan = WiFiScan(
      sightings: [sighting(1, ssid: "a_nomap"), sighting(2, ssid: ""), sighting(3)], time: now)
    let source = AccessPointLookUp { bssid in
      asked.append(bssid)
      return nil
    }
    _ = try? WiFiPositioner().position(of: scan, at: now, from: source)
    #expect(asked == [AccessPoints.bssid(3)])
  }

  @Test func `the larger group wins, and of equal ones the stronger`() throws {
    let larger = try position(
      [sighting(1, -40), sighting(2, -41), sighting(3, -80), sighting(4, -80), sighting(5, -80)],
      [1: 0, 2: 10, 3: 5000, 4: 5010, 5: 5020])
    #expect(larger.networks == 3 && larger.coordinate.distance(to: home) > 4900)
    let stronger = try position(
      [sighting(1, -60), sighting(2, -61), sighting(3, -59), sighting(4, -80)],
      [1: 0, 2: 10, 3: 5000, 4: 5010])
    #expect(stronger.networks == 2 && stronger.coordinate.distance(to: home) > 4900)
  }

  @Test func `no two access points of a group are farther apart than the limit`() throws {
    // A chain of 300 m steps is no group, whatever its neighbours are.
    let chain = try position((1...4).map { sighting($0) }, [1: 0, 2: 300, 3: 600, 4: 900])
    #expect(chain.networks == 2)
  }

  @Test func `weak signals are used only where there are few others`() throws {
    let places: [UInt64: Double] = [1: 0, 2: 10, 3: 20, 4: 30]
    let few = try position([sighting(1), sighting(2, -93)], places)
    #expect(few.networks == 2)
    let many = try position([sighting(1), sighting(2), sighting(3), sighting(4, -93)], places)
    #expect(many.networks == 3)
  }

  @Test func `look-ups and networks are limited`() throws {
    var count = 0
    let sightings = (0..<500).map { sighting($0, -40 - Double($0) / 20) }
    let source = AccessPointLookUp { _ in
      count += 1
      return KnownAccessPoint(coordinate: home)
    }
    let result = try WiFiPositioner().position(
      of: WiFiScan(sightings: sightings, time: now), at: now, from: source)
    #expect(count == WiFiPositioner.maximumLookUps)
    #expect(result.networks == WiFiPositioner.maximumNetworks)
  }

  @Test func `an access point that has moved within the group counts little`() throws {
    let sightings = (1...6).map { sighting($0) }
    let places: [UInt64: Double] = [1: 0, 2: 5, 3: 10, 4: 15, 5: 20, 6: 450]
    let result = try position(sightings, places)
    #expect(result.coordinate.distance(to: home) < 30)
  }

  @Test(arguments: [
    (90.0, 0.0), (-90, 0), (0, 180), (0, -180), (51, 179.9999), (89.9999, 12),
  ])
  func `poles and the date line are places like others`(latitude: Double, longitude: Double) throws
  {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let source = AccessPointLookUp { bssid in
      KnownAccessPoint(
        coordinate: place.moved(by: 30, bearing: bssid.rawValue & 1 == 0 ? 90 : 270))
    }
    let scan = WiFiScan(sightings: [sighting(1), sighting(2)], time: now)
    let result = try WiFiPositioner().position(of: scan, at: now, from: source)
    #expect(result.coordinate.isValid)
    #expect(result.coordinate.distance(to: place) < 35)
  }

  @Test func `a database's damage is not passed on`() throws {
    let bad: [KnownAccessPoint] = [
      .init(coordinate: Coordinate(latitude: .nan, longitude: 0)),
      .init(coordinate: Coordinate(latitude: 91, longitude: 0)),
      .init(coordinate: home, accuracy: .nan), .init(coordinate: home, accuracy: -5),
      .init(coordinate: home, accuracy: .infinity), .init(coordinate: home),
    ]
    let source = AccessPointLookUp { bad[Int($0.rawValue & 0xFF) % bad.count] }
    let signals = [-60, Double.infinity, .nan, -1e300, 1e300, 0, -60, -60, -1000]
    let sightings = signals.enumerated().map { sighting(UInt64($0), $1) }
    let result = try WiFiPositioner().position(
      of: WiFiScan(sightings: sightings, time: now), at: now, from: source)
    #expect(result.coordinate.isValid && result.horizontalAccuracy.isFinite)
  }
}
