import CairnTestSupport
import CairnGeodesy
import CairnTypes
import Testing

@Suite("Distance, bearing and movement")
struct CoordinateGeodesyTests {
  private let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)

  @Test("D58: 50.000 m north at Seoul is 50.000 m, not a sphere's 50.093 m")
  func seoulNorth() {
    // Meridional radius of curvature, written out independently of the module.
    let sine = 0.609_692_6  // of 37.5663528°
    let e2 = 0.006_694_379_990_14
    let w = 1 - e2 * sine * sine
    let radius = 6_378_137 * (1 - e2) / (w * w.squareRoot())
    let degrees = 50 / radius * 180 / .pi
    let north = Coordinate(latitude: seoul.latitude + degrees, longitude: seoul.longitude)
    #expect(abs(seoul.distance(to: north) - 50) < 0.0005)
    let onSphere = degrees * .pi / 180 * 6_371_000
    #expect(abs(onSphere - 50.093) < 0.001)
    #expect(abs(seoul.moved(by: 50, bearing: 0).latitude - north.latitude) < 5e-9)
  }

  @Test("distance is symmetric and zero only to itself")
  func symmetry() {
    var random = SplitMix(seed: 1)
    for _ in 0..<2000 {
      let a = random.coordinate()
      let b = random.coordinate()
      #expect(abs(a.distance(to: b) - b.distance(to: a)) < 2e-8, "\(a) \(b)")
      #expect(a.distance(to: a) == 0)
    }
  }

  @Test("moving and measuring agree at all distances, the change of method at 10 km included")
  func roundTrip() {
    var random = SplitMix(seed: 2)
    for i in 0..<4000 {
      let a = random.coordinate()
      let metres =
        switch i % 4 {
        case 0: random.uniform(0.001, 100)
        case 1: random.uniform(9_900, 10_100)
        case 2: random.uniform(10_100, 1_000_000)
        default: random.uniform(1_000_000, 19_900_000)
        }
      let bearing = random.uniform(0, 360)
      let b = a.moved(by: metres, bearing: bearing)
      let tolerance = metres < 10_000 ? 5e-5 : 1e-7
      #expect(abs(a.distance(to: b) - metres) < tolerance, "\(a) \(metres) \(bearing)")
      #expect(b.isValid)
    }
  }

  @Test("bearing undoes a move")
  func bearingRoundTrip() throws {
    var random = SplitMix(seed: 3)
    for _ in 0..<2000 {
      let a = Coordinate(
        latitude: random.uniform(-89, 89), longitude: random.uniform(-180, 180))
      let bearing = random.uniform(0, 360)
      let found = try #require(
        a.bearing(to: a.moved(by: random.uniform(1000, 15_000_000), bearing: bearing)))
      #expect((0..<360).contains(found))
      let difference = (found - bearing).magnitude
      #expect(min(difference, 360 - difference) < 1e-8)
    }
  }

  @Test("nearly antipodal and antipodal points have the half meridian or less between them")
  func antipodal() {
    let meridian = 20_003_931.458_625_4  // pole to pole, GeographicLib's quarter meridian twice
    var random = SplitMix(seed: 4)
    for _ in 0..<1000 {
      let a = random.coordinate()
      let opposite = Coordinate(
        latitude: -a.latitude, longitude: a.longitude > 0 ? a.longitude - 180 : a.longitude + 180)
      #expect(abs(a.distance(to: opposite) - meridian) < 1e-6, "\(a)")
      let near = Coordinate(
        latitude: max(-90, min(90, opposite.latitude + random.uniform(-0.6, 0.6))),
        longitude: opposite.longitude + random.uniform(-0.6, 0.6))
      let there = a.distance(to: near)
      #expect(there <= meridian + 1e-6)
      // The triangle inequality with the exact antipode bounds it from below.
      #expect(there >= meridian - near.distance(to: opposite) - 1e-6, "\(a) \(near)")
    }
  }

  @Test("the poles are points, whatever their longitude")
  func poles() {
    let pole = Coordinate(latitude: 90, longitude: 10)
    #expect(pole.distance(to: Coordinate(latitude: 90, longitude: -120)) == 0)
    #expect(pole.bearing(to: Coordinate(latitude: 90, longitude: -120)) == nil)
    let south = Coordinate(latitude: -90, longitude: 33)
    #expect(abs(pole.distance(to: south) - 20_003_931.458_625_4) < 1e-6)
    let near = pole.moved(by: 1000, bearing: 90)
    #expect(abs(pole.distance(to: near) - 1000) < 1e-6)
    #expect(near.latitude < 90 && near.latitude > 89.9)
    #expect(abs(Coordinate(latitude: 89, longitude: 5).bearing(to: pole) ?? .nan) < 1e-9)
    let across = Coordinate(latitude: 89.999, longitude: 0)
      .distance(to: Coordinate(latitude: 89.999, longitude: 180))
    #expect(abs(across - 223.388) < 0.01)
  }

  @Test("the antimeridian is a meridian like any other")
  func antimeridian() {
    let west = Coordinate(latitude: -17, longitude: 179.9995)
    let east = Coordinate(latitude: -17, longitude: -179.9995)
    let elsewhere = Coordinate(latitude: -17, longitude: 0.0005)
      .distance(to: Coordinate(latitude: -17, longitude: -0.0005))
    #expect(abs(west.distance(to: east) - elsewhere) < 1e-6)
    #expect(abs((west.bearing(to: east) ?? 0) - 90) < 0.001)
    let moved = west.moved(by: 500, bearing: 90)
    #expect(moved.longitude < -179 && moved.longitude >= -180)
    let same = Coordinate(latitude: 5, longitude: 180)
    #expect(same.distance(to: Coordinate(latitude: 5, longitude: -180)) == 0)
  }

  @Test("the equator is followed where it is the shortest way")
  func equator() {
    let a = Coordinate(latitude: 0, longitude: 0)
    let degree = 6_378_137 * Double.pi / 180
    for longitude in [1.0, 90, 179] {
      let b = Coordinate(latitude: 0, longitude: longitude)
      #expect(abs(a.distance(to: b) - degree * longitude) < 1e-6)
      #expect(a.bearing(to: b) == 90)
      #expect(b.bearing(to: a) == 270)
    }
    let moved = a.moved(by: degree * 90, bearing: 90)
    #expect(abs(moved.latitude) < 1e-12 && abs(moved.longitude - 90) < 1e-12)
    let north = a.moved(by: 1000, bearing: 0)
    #expect(abs(north.longitude) < 1e-12 && north.latitude > 0)
  }

  @Test("a negative distance goes backwards, a nought stays")
  func backwards() {
    let a = seoul.moved(by: -1234.5, bearing: 20)
    let b = seoul.moved(by: 1234.5, bearing: 200)
    #expect(a.distance(to: b) < 1e-8)
    #expect(seoul.moved(by: 0, bearing: 77).distance(to: seoul) < 1e-8)
  }

  @Test(
    "what is no coordinate gives no number",
    arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) {
    let bad = Coordinate(latitude: value, longitude: 0)
    let worse = Coordinate(latitude: 0, longitude: value)
    #expect(!bad.distance(to: seoul).isFinite)
    #expect(!seoul.distance(to: worse).isFinite)
    #expect(seoul.bearing(to: bad) == nil)
    #expect(!worse.moved(by: 1, bearing: 0).isValid)
    #expect(!seoul.moved(by: value, bearing: 0).isValid)
  }

  @Test("a location measures like its coordinate, height apart")
  func locations() {
    var a = Location(
      coordinate: seoul, horizontalAccuracy: 3, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "test", technology: .gnss))
    a.altitude = 5000
    var b = a
    b.coordinate = seoul.moved(by: 100, bearing: 45)
    b.altitude = 0
    #expect(abs(a.distance(to: b) - 100) < 1e-6)
  }
}

extension SplitMix {
  fileprivate mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  fileprivate mutating func coordinate() -> Coordinate {
    Coordinate(latitude: uniform(-90, 90), longitude: uniform(-180, 180))
  }
}
