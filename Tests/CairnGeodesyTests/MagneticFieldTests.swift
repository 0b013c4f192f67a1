import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@Suite("The magnetic field")
struct MagneticFieldTests {
  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `the official test values are right to the digit`() throws {
    let rows = try Corpus.text("reference/WMM2025_TEST_VALUES.txt").split(
      whereSeparator: \.isNewline
    ).filter { !$0.hasPrefix("#") }
    #expect(rows.count == 12)
    for row in rows {
      let n = row.split(separator: " ").map { Double($0) ?? .nan }
      try #require(n.count == 19)
      let field = try #require(
        MagneticField(
          at: Coordinate(latitude: n[2], longitude: n[3] > 180 ? n[3] - 360 : n[3]),
          ellipsoidalAltitude: n[1] * 1000, year: n[0]))
      // Half of the last digit of each column.
      let nanotesla = [
        (field.north, n[4]), (field.east, n[5]), (field.down, n[6]), (field.horizontal, n[7]),
        (field.intensity, n[8]), (field.northRate, n[12]), (field.eastRate, n[13]),
        (field.downRate, n[14]),
      ]
      for (found, expected) in nanotesla { #expect(abs(found - expected) < 0.0501, "\(row)") }
      let degrees = [
        (field.inclination, n[9]), (field.declination, n[10]), (field.declinationRate, n[18]),
      ]
      for (found, expected) in degrees { #expect(abs(found - expected) < 0.00501, "\(row)") }
    }
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the reference sets in ../shared or CAIRN_SHARED"))
  func `300 places are right to a hundredth of a nanotesla (two other programs)`() throws {
    let rows = try Corpus.text("reference/wmm2025-300.csv").split(whereSeparator: \.isNewline)
    #expect(rows.count == 301)
    var worst = (nanotesla: 0.0, degrees: 0.0)
    for row in rows.dropFirst() {
      let n = row.split(separator: ",").map { Double($0) ?? .nan }
      try #require(n.count == 12)
      let field = try #require(
        MagneticField(
          at: Coordinate(latitude: n[2], longitude: n[3]), ellipsoidalAltitude: n[1] * 1000,
          year: n[0]))
      let found = [field.north, field.east, field.down, field.horizontal, field.intensity]
      for (found, expected) in zip(found, n[4...8]) {
        worst.nanotesla = max(worst.nanotesla, abs(found - expected))
      }
      for (found, expected) in [(field.inclination, n[9]), (field.declination, n[10])] {
        worst.degrees = max(worst.degrees, abs(found - expected))
      }
    }
    // The reference is rounded to 0.01 nT and 0.0001 degrees.
    #expect(worst.nanotesla < 0.0051)
    #expect(worst.degrees < 0.000_051)
  }

  @Test(arguments: [-90.0, 90.0])
  func `a pole has a field, whose horizontal part turns with the longitude`(latitude: Double) throws
  {
    let fields = try [0.0, 90].map { longitude in
      try #require(
        MagneticField(at: Coordinate(latitude: latitude, longitude: longitude), year: 2026))
    }
    #expect(abs(fields[0].horizontal - fields[1].horizontal) < 1e-6)
    #expect(abs(fields[0].down - fields[1].down) < 1e-6)
    let turn = fields[1].declination - fields[0].declination
    let expected = latitude > 0 ? 90.0 : -90.0
    #expect(abs((turn - expected + 540).truncatingRemainder(dividingBy: 360) - 180) < 1e-6)
  }

  @Test func `there is no field outside the years and heights of the model`() {
    let place = Coordinate(latitude: 37, longitude: 127)
    #expect(MagneticField(at: place, year: 2025) != nil)
    #expect(MagneticField(at: place, year: 2024.999) == nil)
    #expect(MagneticField(at: place, year: 2030.001) == nil)
    #expect(MagneticField(at: place, year: .nan) == nil)
    #expect(MagneticField(at: place, ellipsoidalAltitude: 851_000, year: 2026) == nil)
    #expect(MagneticField(at: Coordinate(latitude: 91, longitude: 0), year: 2026) == nil)
  }
}
