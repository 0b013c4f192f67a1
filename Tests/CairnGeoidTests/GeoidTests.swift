import CairnGeoid
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@Suite("The geoid")
struct GeoidTests {
  private static let geoid = Geoid()

  private func undulation(_ latitude: Double, _ longitude: Double) -> Double? {
    Self.geoid.undulation(at: Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `200 points are right to 6 cm, and those of NGA to 14 cm`() throws {
    let rows = try Corpus.text("reference/egm96-points.csv").split(whereSeparator: \.isNewline)
    #expect(rows.count == 207)
    var squares = 0.0
    var worst = 0.0
    for row in rows.dropFirst() {
      let fields = row.split(separator: ",")
      let n = fields.compactMap { Double($0) }
      try #require(fields.count == 4 && n.count == 3)
      let found = try #require(undulation(n[0], n[1] > 180 ? n[1] - 360 : n[1]))
      let off = abs(found - n[2])
      if fields[3] == "nga" {
        #expect(off < 0.14, "\(row)")
      } else {
        squares += off * off
        worst = max(worst, off)
      }
    }
    #expect((squares / 200).squareRoot() < 0.06)
    #expect(worst < 0.39)
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `every node of the grid is right to half its unit`() throws {
    let bytes = try Data(contentsOf: Corpus.file("reference/egm96-30min.i16le"))
    try #require(bytes.count == 361 * 720 * 2)
    var worst = 0.0
    for row in 0..<361 {
      for column in 0..<720 {
        let at = (row * 720 + column) * 2
        let centimetres = Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
        let found = undulation(Double(row) / 2 - 90, Double(column) / 2 - 180) ?? .nan
        worst = max(worst, abs(found - Double(centimetres) / 100))
      }
    }
    #expect(worst < 0.025_001)
  }

  @Test func `is the same on both sides of the antimeridian, and all around a pole`() throws {
    for latitude in stride(from: -89.9, through: 89.9, by: 7.3) {
      let west = try #require(undulation(latitude, -180))
      let east = try #require(undulation(latitude, 180))
      #expect(abs(west - east) < 1e-9)
    }
    for latitude in [-90.0, 90] {
      let poles = try [-180.0, -77.7, 0, 0.25, 123].map { try #require(undulation(latitude, $0)) }
      #expect(poles.allSatisfy { abs($0 - poles[0]) < 1e-9 })
    }
    // Published extremes: south of India, and New Guinea.
    #expect(abs(try #require(undulation(4.75, 78.75)) + 106.9) < 1)
    #expect(abs(try #require(undulation(-8.25, 147.25)) - 85.4) < 1)
  }

  @Test func `what is no coordinate has no undulation`() {
    #expect(undulation(90.1, 0) == nil && undulation(.nan, 0) == nil && undulation(0, 181) == nil)
  }
}
