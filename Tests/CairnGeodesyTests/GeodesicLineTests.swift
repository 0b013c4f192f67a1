import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@Suite("The shortest line")
struct GeodesicLineTests {
  /// Farthest from the reference, over all lines.
  private struct Errors {
    var length = 0.0
    /// Metres that the error of an azimuth is worth at the other end: near a point and its antipode,
    /// any azimuth will do.
    var across = 0.0

    /// `reduced` is how many metres the end moves when the azimuth turns by a radian.
    mutating func add(
      _ line: GeodesicLine, length: Double, azimuths: (Double, Double), reduced: Double
    ) {
      self.length = max(self.length, abs(line.length - length))
      for (found, expected) in [(line.startAzimuth, azimuths.0), (line.endAzimuth, azimuths.1)] {
        let off = abs(found - expected)
        across = max(across, min(off, 360 - off) * .pi / 180 * abs(reduced))
      }
    }
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `500 lines are right to 20 nm, short and antipodal ones included`() throws {
    var errors = Errors()
    let rows = try Corpus.text("reference/geodesic-500.csv").split(whereSeparator: \.isNewline)
    #expect(rows.count == 501)
    for row in rows.dropFirst() {
      let n = row.split(separator: ",").compactMap { Double($0) }
      try #require(n.count == 7)
      let line = Coordinate(latitude: n[0], longitude: n[1])
        .geodesic(to: Coordinate(latitude: n[2], longitude: n[3]))
      errors.add(
        try #require(line), length: n[6], azimuths: (n[4], n[5]),
        reduced: Self.reduced(n[6]))
    }
    #expect(errors.length < 2e-8)
    #expect(errors.across < 1e-3)
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `100 lines of GeodTest are right to 20 nm`() throws {
    var errors = Errors()
    let rows = try Corpus.text("reference/GeodTest-100.dat").split(whereSeparator: \.isNewline)
    #expect(rows.count == 100)
    for row in rows {
      let n = row.split(separator: " ").compactMap { Double($0) }
      try #require(n.count == 10)
      let line = Coordinate(latitude: n[0], longitude: n[1])
        .geodesic(to: Coordinate(latitude: n[3], longitude: n[4]))
      errors.add(
        try #require(line), length: n[6], azimuths: (n[2], n[5]),
        reduced: n[8])
    }
    #expect(errors.length < 2e-8)
    #expect(errors.across < 1e-3)
  }

  /// Returns the reduced length on a sphere, by the series of the sine around a quarter turn.
  private static func reduced(_ metres: Double) -> Double {
    let x = .pi / 2 - metres / 6_371_000
    let x2 = x * x
    return 6_371_000 * (1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56))))
  }

  @Test func `an invalid coordinate has no line`() {
    let place = Coordinate(latitude: 1, longitude: 2)
    #expect(place.geodesic(to: Coordinate(latitude: 91, longitude: 0)) == nil)
    #expect(Coordinate(latitude: .nan, longitude: 0).geodesic(to: place) == nil)
    #expect(place.geodesic(to: place)?.length == 0)
  }
}
