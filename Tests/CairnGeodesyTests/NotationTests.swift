import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Maps, grids and other notations")
struct NotationTests {
  private struct Reference {
    let place: Coordinate
    let height: Double
    /// Zone and hemisphere, easting, northing.
    let utm: [Substring]
    let mgrs: Substring
    /// Metres.
    let geocentric: [Double]
  }

  private static func references() throws -> [Reference] {
    let rows = try Corpus.text("reference/coordinates-200.csv").split(whereSeparator: \.isNewline)
    return try rows.dropFirst().map { row in
      let fields = row.split(separator: ",")
      try #require(fields.count == 9)
      let n = try fields.prefix(3).map { try #require(Double($0)) }
      return Reference(
        place: Coordinate(latitude: n[0], longitude: n[1]), height: n[2],
        utm: fields[3].split(separator: " "), mgrs: fields[4],
        geocentric: try fields[5..<8].map { try #require(Double($0)) })
    }
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `200 places are on their maps to the millimetre (GeographicLib)`() throws {
    let references = try Self.references()
    #expect(references.count >= 200)
    var worst = 0.0
    for reference in references {
      let utm = try #require(UTMCoordinate(reference.place))
      #expect(utm.map == reference.utm[0], "\(reference)")
      worst = max(worst, abs(utm.easting - (Double(reference.utm[1]) ?? .nan)))
      worst = max(worst, abs(utm.northing - (Double(reference.utm[2]) ?? .nan)))
    }
    // The reference is rounded to a millimetre.
    #expect(worst < 0.000_501)
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `200 places have their grid reference (GeographicLib)`() throws {
    for reference in try Self.references() {
      #expect(reference.place.mgrs == String(reference.mgrs))
    }
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `200 places are earth-centred to a micrometre (GeographicLib)`() throws {
    for reference in try Self.references() {
      let vector = GeocentricVector(reference.place, ellipsoidalAltitude: reference.height)
      for (found, expected) in zip([vector.x, vector.y, vector.z], reference.geocentric) {
        #expect(abs(found - expected) < 1e-6)
      }
    }
  }

  @Test(arguments: [
    (90.0, 0.0, "n 2000000.000 2000000.000", "ZAH0000000000"),
    (-90.0, 0.0, "s 2000000.000 2000000.000", "BAN0000000000"),
    (0.0, 180.0, "01n 166021.443 0.000", "01NAA6602100000"),
    (0.0, -180.0, "01n 166021.443 0.000", "01NAA6602100000"),
  ])
  func `the poles and the antimeridian have their places`(
    latitude: Double, longitude: Double, utm: String, mgrs: String
  ) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(UTMCoordinate(place)?.description == utm)
    #expect(place.mgrs == mgrs)
  }

  @Test(arguments: [
    (60.0, 4.0, 32), (60.0, 2.9, 31), (55.9, 4.0, 31), (72.0, 8.9, 31), (72.0, 9.0, 33),
    (80.0, 20.9, 33), (80.0, 21.0, 35), (80.0, 33.0, 37), (80.0, 42.0, 38), (71.9, 8.0, 32),
  ])
  func `Norway and Svalbard have zones of their own`(
    latitude: Double, longitude: Double, zone: Int
  ) {
    #expect(UTMCoordinate(Coordinate(latitude: latitude, longitude: longitude))?.zone == zone)
  }

  @Test(arguments: [
    (42.6, -5.6, "ezs42"), (57.64911, 10.40744, "u4pruydqqvj"), (-90.0, -180.0, "000000000000"),
    (90.0, 180.0, "zzzzzzzzzzzz"),
  ])
  func `a geohash is that of its published examples`(
    latitude: Double, longitude: Double, hash: String
  ) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(place.geohash(length: hash.count) == hash)
    #expect(place.geohash()?.count == 12)
  }

  @Test(arguments: [(91.0, 0.0), (.nan, 0), (0, 181), (0, .infinity)])
  func `what is no coordinate has no notation`(latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(UTMCoordinate(place) == nil && place.mgrs == nil && place.geohash() == nil)
  }
}
