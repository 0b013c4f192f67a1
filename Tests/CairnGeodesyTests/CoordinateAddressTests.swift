import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Positions as people write them")
struct CoordinateAddressTests {
  @Test(.enabled(if: Corpus.isExpected))
  func `UTM, UPS and MGRS of independent programs are read`() throws {
    let rows = try Corpus.text("reference/coordinates-200.csv").split(whereSeparator: \.isNewline)
      .dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    try #require(rows.count == 200)
    for row in rows {
      let place = Coordinate(
        latitude: try #require(Double(row[0])), longitude: try #require(Double(row[1])))
      let utm = try #require(Coordinate(address: row[3]), "\(row[3])")
      #expect(place.distance(to: utm) < 0.002, "\(row[3])")
      let mgrs = try #require(Coordinate(address: row[4]), "\(row[4])")
      // The middle of its square metre; squares of some programs differ by one at their edges.
      #expect(place.distance(to: mgrs) < 1.5, "\(row[4])")
    }
  }

  @Test func `a coarse reference is the middle of its square`() throws {
    let fine = try #require(Coordinate(address: "52S CG 21419 59624"))
    for (text, metres) in [("52S CG 2141 5962", 8.0), ("52SCG2159", 800), ("52S CG", 80_000)] {
      let coarse = try #require(Coordinate(address: text), "\(text)")
      #expect(fine.distance(to: coarse) < metres)
      #expect(coarse.mgrs?.hasPrefix("52SCG") == true)
    }
  }

  @Test func `a letter after a zone is a hemisphere or a band`() throws {
    let north = try #require(Coordinate(address: "52n 321419 4159624"))
    #expect(Coordinate(address: "52S 321419 4159624") == north)
    #expect(try #require(Coordinate(address: "52s 321419 4159624")).latitude < 0)
    #expect(try #require(Coordinate(address: "n 2000000 2000000")).latitude == 90)
    #expect(try #require(Coordinate(address: "s 2000000 2000000")).latitude == -90)
  }

  @Test(arguments: [
    "북위 37도 33분 58.87초 동경 126도 58분 40.63초", "북위 37도 33분 58.87초, 동경 126도 58분 40.63초",
    "geo:37.56635277,126.97795277;u=35", "GEO:37.56635277,126.97795277,30?z=2",
  ])
  func `other notations are read`(_ text: String) throws {
    let place = try #require(Coordinate(address: text))
    #expect(place.distance(to: Coordinate(latitude: 37.56635277, longitude: 126.97795277)) < 0.5)
  }

  @Test(arguments: [
    "", "52", "52S", "61SCG2141959624", "0SCG21", "52ICG21", "52SXX2141959624", "52SCG214",
    "52S CG 2x",
    "52SCG214195962412", "31NZZ00", "n 100 100", "52n 1 1", "52n 5e5 4e6", "99n 500000 4000000",
    "geo:37", "geo:91,0", "Seoul", "AB 12", "32VAA00",
  ])
  func `what is no position is none`(_ text: String) {
    #expect(Coordinate(address: text) == nil)
  }

  @Test func `a position is found again from its notations, everywhere`() throws {
    var random = SplitMix(seed: 5)
    for _ in 0..<3000 {
      let place = Coordinate(
        latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
      let utm = try #require(UTMCoordinate(place))
      let back = try #require(UTMCoordinate("\(utm)")).coordinate
      #expect(place.distance(to: back) < 0.002)
      let reference = try #require(place.mgrs)
      #expect(place.distance(to: try #require(Coordinate(mgrs: reference), "\(reference)")) < 1)
    }
  }
}
