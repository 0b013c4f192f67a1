import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnRadio

@Suite("Radio pack")
struct RadioPackTests {
  @Test(arguments: [0, 1, 31, 32, 33, 1000, 5000])
  func `everything that was written is found`(count: Int) throws {
    let sample = PackSample(count)
    let pack = try RadioPack(sample.bytes)
    try pack.verify()
    #expect(pack.day == 20_782)
    #expect(pack.count(.accessPoints) == count)
    #expect(pack.count(.cells) == sample.cells.count)
    #expect(pack.count(.areas) == sample.areas.count)
    for (bssid, known) in sample.accessPoints {
      let found = try #require(try pack.accessPoints.find(bssid))
      #expect(found.coordinate.distance(to: known.coordinate) < 0.9)
      #expect((found.accuracy == nil) == (known.accuracy == nil))
      if let stated = found.accuracy, let accuracy = known.accuracy {
        #expect(stated >= accuracy && stated <= max(1.125, accuracy * 1.125 + 0.125))
      }
    }
    for (identity, known) in sample.cells {
      let found = try #require(pack.cells.cell(identity))
      #expect(found.coordinate.distance(to: known.coordinate) < 0.9)
      #expect(found.range >= known.range && found.range <= max(9, known.range * 1.125 + 1))
    }
    for (identity, _) in sample.areas {
      #expect(pack.cells.area(of: identity) != nil)
    }
  }

  @Test func `what was not written is not found`() throws {
    let sample = PackSample(1000)
    let pack = try RadioPack(sample.bytes)
    let known = Set(sample.accessPoints.map(\.0))
    for (bssid, _) in sample.accessPoints {
      for near in [bssid.rawValue - 1, bssid.rawValue + 1] {
        guard let near = BSSID(rawValue: near), !known.contains(near) else { continue }
        #expect(try pack.accessPoints.find(near) == nil)
      }
    }
    for value in [0, 1, 1 << 48 - 1 as UInt64] {
      let bssid = try #require(BSSID(rawValue: value))
      #expect(try pack.accessPoints.find(bssid) == nil)
    }
    let cell = try #require(
      CellIdentity(.nr, countryCode: 1, networkCode: 1, area: nil, cell: 1 << 36 - 1))
    #expect(pack.cells.cell(cell) == nil)
    #expect(pack.cells.area(of: cell) == nil)
  }

  @Test func `a place at 0, 0, which an older program wrote, is none`() throws {
    var sample = PackSample(0)
    let bssid = AccessPoints.bssid(7)
    let nowhere = Coordinate(latitude: 0, longitude: 0)
    sample.accessPoints = [(bssid, KnownAccessPoint(coordinate: nowhere, accuracy: 5))]
    let identity = try #require(
      CellIdentity(.lte, countryCode: 228, networkCode: 1, area: 7, cell: 70_000))
    sample.cells = [(identity, KnownCell(coordinate: nowhere, range: 500))]
    let pack = try RadioPack(sample.bytes)
    #expect(try pack.accessPoints.find(bssid) == nil)
    #expect(pack.cells.cell(identity) == nil)
  }

  @Test func `an access point takes less than 14 bytes`() throws {
    let sample = PackSample(20_000)
    let pack = try RadioPack(sample.bytes)
    let each = Double(pack.byteCount(.accessPoints)) / 20_000
    #expect(each < 13.4)
    #expect(
      pack.byteCount == PackSection.allCases.map(pack.byteCount).reduce(128, +))
  }

  @Test func `every corner of the earth comes back`() throws {
    for latitude in [-90.0, -45.000_001, 0, 1e-6, 89.999_999, 90] {
      for longitude in [-180.0, -0.000_01, 0, 7.433, 179.999_999, 180] {
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        let place = PackPlace(coordinate, radius: nil, unit: 0.125)
        #expect(place.coordinate.isValid)
        #expect(place.coordinate.distance(to: coordinate) < 0.9)
        // What is read and written again does not creep away.
        #expect(PackPlace(place.coordinate, radius: nil, unit: 0.125) == place)
      }
    }
  }

  @Test func `radii are rounded up, and are the same when written again`() {
    let coordinate = Coordinate(latitude: 1, longitude: 2)
    for code in 1...127 as ClosedRange<UInt64> {
      let radius = PackPlace(rawValue: code << 49).radius(unit: 0.125) ?? .nan
      #expect(PackPlace(coordinate, radius: radius, unit: 0.125).rawValue >> 49 == code)
      let more = PackPlace(coordinate, radius: radius * 1.000_1, unit: 0.125).rawValue >> 49
      #expect(more == min(127, code + 1))
    }
    for odd in [-1, 0, 1e300, .infinity, .nan] {
      #expect((1...127).contains(PackPlace(coordinate, radius: odd, unit: 1).rawValue >> 49))
    }
  }

  @Test func `the bounds hold all places`() throws {
    let sample = PackSample(500)
    let bounds = try #require(RadioPack(sample.bytes).bounds)
    let pack = try RadioPack(sample.bytes)
    var outside = 0
    try pack.accessPoints.forEach { _, known in
      let place = known.coordinate
      if place.latitude < bounds.southWest.latitude - 1e-6
        || place.latitude > bounds.northEast.latitude + 1e-6
        || place.longitude < bounds.southWest.longitude - 1e-6
        || place.longitude > bounds.northEast.longitude + 1e-6
      {
        outside += 1
      }
    }
    #expect(outside == 0)
    #expect(try RadioPack(PackSample(0).bytes).bounds == nil)
  }

  @Test func `what is read can be written again without a change`() throws {
    let bytes = try PackSample(700).bytes
    let pack = try RadioPack(bytes)
    var copy = PackSample(0)
    try pack.accessPoints.forEach { copy.accessPoints.append(($0, $1)) }
    try pack.cells.forEach { copy.cells.append(($0, $1)) }
    try pack.cells.forEachArea { copy.areas.append(($0, $1)) }
    #expect(try copy.bytes == bytes)
  }

  @Test func `a writer refuses disorder and phones`() throws {
    var writer = RadioPackWriter()
    let known = KnownAccessPoint(coordinate: Coordinate(latitude: 1, longitude: 2))
    try writer.add(AccessPoints.bssid(5), known)
    for number in [4, 5] as [UInt64] {
      #expect(throws: PackError.order(.accessPoints)) {
        try writer.add(AccessPoints.bssid(number), known)
      }
    }
    let phone = try #require(BSSID("06:11:22:33:44:55"))
    #expect(throws: PackError.notEligible(phone)) { try writer.add(phone, known) }
    let cell = try #require(
      CellIdentity(.lte, countryCode: 1, networkCode: 1, area: 3, cell: 99_999))
    try writer.add(cell, KnownCell(coordinate: known.coordinate, range: 0))
    #expect(throws: PackError.order(.accessPoints)) {
      try writer.add(AccessPoints.bssid(6), known)
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    let pack = try RadioPack(bytes)
    #expect(pack.cells.cell(cell)?.range == CellPack.unknownRange)
    #expect(pack.day == nil)
  }

  @Test func `positions come from a pack`() throws {
    var writer = RadioPackWriter()
    for number in 1...3 as ClosedRange<UInt64> {
      try writer.add(
        AccessPoints.bssid(number),
        KnownAccessPoint(
          coordinate: Coordinate(latitude: 47 + Double(number) * 1e-4, longitude: 8), accuracy: 20))
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    let pack = try RadioPack(bytes)
    let now = MonotonicTime(nanoseconds: 1_000_000_000)
    let scan = WiFiScan(
      sightings: (1...3).map {
        AccessPointSighting(
          bssid: AccessPoints.bssid($0), ssid: SSID(Array("net".utf8)), signal: -60, time: now)
      }, time: now)
    let position = try WiFiPositioner().position(of: scan, at: now, from: pack.accessPoints)
    #expect(position.networks == 3)
    #expect(position.coordinate.distance(to: Coordinate(latitude: 47.0002, longitude: 8)) < 2)
  }
}
