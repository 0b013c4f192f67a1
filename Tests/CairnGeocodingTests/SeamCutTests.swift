import CairnTypes
import Testing

@testable import CairnGeocoding

@Suite("Borders across longitude 180° and around poles")
struct SeamCutTests {
  /// Whether the area of a ring holds a position.
  private func holds(
    _ ring: [(Double, Double)], _ latitude: Double, _ longitude: Double
  ) throws -> Bool {
    var writer = GeoPackWriter()
    let ring = ring.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    try writer.add(GeoArea(.country, countryCode: "AA", names: [LocalName("A")]), rings: [ring])
    let gazetteer = try Gazetteer([try GeoPack(try writer.finish())])
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return try gazetteer.placemark(at: place)?.isoCountryCode == "AA"
  }

  @Test(arguments: [(179.0, -179.0), (-179, 179)])
  func `a square across longitude 180° is no band around the world`(
    first: Double, second: Double
  ) throws {
    let ring = [(-18.0, first), (-18.0, second), (-16.0, second), (-16.0, first)]
    for longitude in [179.5, -179.5, 179.9999, -179.9999] {
      #expect(try holds(ring, -17, longitude))
    }
    for longitude in [178.5, -178.5, 0, 90, -90] { #expect(try !holds(ring, -17, longitude)) }
    for latitude in [-18.5, -15.5] { #expect(try !holds(ring, latitude, 179.5)) }
  }

  @Test func `a border that crosses longitude 180° several times holds what is between`() throws {
    // A comb, open to the east.
    let ring = [
      (0.0, 178.0), (0, -178), (1, -178), (1, 179), (2, 179), (2, -178), (3, -178), (3, 178),
    ]
    for latitude in [0.5, 2.5] {
      for longitude in [179.5, -178.5] { #expect(try holds(ring, latitude, longitude)) }
    }
    #expect(try holds(ring, 1.5, 178.5))
    for longitude in [179.5, -179.5] { #expect(try !holds(ring, 1.5, longitude)) }
    for longitude in [177.5, -177.5] { #expect(try !holds(ring, 0.5, longitude)) }
  }

  @Test(arguments: [1.0, -1])
  func `a ring around a pole holds the pole`(side: Double) throws {
    let caps: [[(Double, Double)]] = [
      [(80, 0), (80, 90), (80, 179), (80, -90)], [(80, -90), (80, 179), (80, 90), (80, 0)],
      // Drawn from one edge of the map to the other.
      [(80, -180), (80, -90), (80, 0), (80, 90), (80, 180)],
    ]
    for cap in caps {
      let ring = cap.map { (side * $0.0, $0.1) }
      for longitude in [-170.0, -45, 10, 100, 179.99] {
        for latitude in [85, 89.9] { #expect(try holds(ring, side * latitude, longitude)) }
        for latitude in [75.0, -85] { #expect(try !holds(ring, side * latitude, longitude)) }
      }
    }
  }

  @Test func `what has been cut already stays as it is`() {
    let rings: [[(Double, Double)]] = [
      [(-85, -180), (-90, -180), (-90, 180), (-85, 180), (-80, 0)],
      [(50, -180), (50, 180), (60, 180), (60, -180)], [(-60, -45), (-60, 180), (-80, 180)],
      [(0, 0), (0, 90), (10, 90)],
    ]
    for ring in rings {
      let points = ring.map { GridPoint(border: Coordinate(latitude: $0.0, longitude: $0.1)) }
      #expect(SeamCut.rings(of: points) == [points])
    }
    #expect(SeamCut.rings(of: []).isEmpty)
  }

  @Test func `areas that share a border across longitude 180° touch`() throws {
    let (low, high) = ((10.0, 178.3), (13.0, -176.1))
    let south = [low, high, (5, -176.1), (5, 178.3)]
    let north = [high, low, (20, 178.3), (20, -176.1)]
    for step in stride(from: 1.0, to: 80, by: 3) {
      let longitude = 178.3 + 0.07 * step
      for offset in [-0.02, 0.02] {
        let latitude = 10 + 3 * 0.07 * step / 5.6 + offset
        let place = longitude > 180 ? longitude - 360 : longitude
        #expect(try holds(south, latitude, place) == (offset < 0))
        #expect(try holds(north, latitude, place) == (offset > 0))
      }
    }
  }
}
