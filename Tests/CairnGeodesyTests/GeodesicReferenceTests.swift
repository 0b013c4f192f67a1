import CairnTestSupport
import CairnGeodesy
import CairnTypes
import Testing

@Suite(
  "Geodesics against reference sets",
  .enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
struct GeodesicReferenceTests {
  @Test("N197: distances of 500 inverse problems agree, and bearings lead there (GeographicLib)")
  func inverse500() throws {
    let text = try Corpus.text("reference/geodesic-500.csv")
    let rows = text.split(whereSeparator: \.isNewline).dropFirst()
    #expect(rows.count == 500)
    for row in rows {
      let n = row.split(separator: ",").compactMap { Double($0) }
      try #require(n.count == 7)
      let a = Coordinate(latitude: n[0], longitude: n[1])
      let b = Coordinate(latitude: n[2], longitude: n[3])
      // Below 10 km the chord serves.
      let tolerance = n[6] < 10_000 ? 5e-5 : 1e-7
      #expect(abs(a.distance(to: b) - n[6]) < tolerance, "\(row)")
      let bearing = try #require(a.bearing(to: b))
      #expect(a.moved(by: n[6], bearing: bearing).distance(to: b) < 1e-6, "\(row)")
    }
  }

  @Test("N197: distances and azimuths of GeodTest agree, nearly antipodal ones included")
  func geodTest() throws {
    for n in try Self.geodTestRows() {
      let a = Coordinate(latitude: n[0], longitude: n[1])
      let b = Coordinate(latitude: n[3], longitude: n[4])
      let tolerance = n[6] < 10_000 ? 5e-5 : 1e-7
      #expect(abs(a.distance(to: b) - n[6]) < tolerance, "\(n)")
      expectAzimuth(a.bearing(to: b), n[2], reducedLength: n[8], "\(n)")
      let bearing = try #require(a.bearing(to: b))
      #expect(a.moved(by: n[6], bearing: bearing).distance(to: b) < 1e-6, "\(n)")
    }
  }

  @Test("N197: moving along GeodTest's geodesics ends at its points")
  func direct() throws {
    for n in try Self.geodTestRows() {
      let a = Coordinate(latitude: n[0], longitude: n[1])
      let end = Coordinate(latitude: n[3], longitude: n[4])
      let reached = a.moved(by: n[6], bearing: n[2])
      #expect(reached.distance(to: end) < 1e-7, "\(n)")
    }
  }

  private static func geodTestRows() throws -> [[Double]] {
    let text = try Corpus.text("reference/GeodTest-100.dat")
    let rows = text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    try #require(rows.count == 100)
    try #require(rows.allSatisfy { $0.count == 10 })
    return rows
  }

  /// Near conjugate points many azimuths lead to the same place: there only arriving counts.
  private func expectAzimuth(
    _ found: Double?, _ expected: Double, reducedLength: Double, _ comment: Comment
  ) {
    guard let found else {
      Issue.record("no bearing: \(comment)")
      return
    }
    var difference = (found - expected).truncatingRemainder(dividingBy: 360).magnitude
    difference = min(difference, 360 - difference)
    #expect(difference * .pi / 180 * reducedLength.magnitude < 1e-4, comment)
    #expect(difference < 1e-8 || reducedLength.magnitude < 1e6, comment)
  }
}
