import CairnFiles
import CairnGeodesy
import CairnRadio
import CairnTypes
import Testing

@testable import cairn

@Suite("Text of tables")
struct TableTextTests {
  @Test(arguments: [
    "", ",", "a", "a,b", " a ,\tb\t, c d ,", "a,b\r", "\r", ",,\r", "04:00:00:00:00:01,47.1,8,",
    "ä, ö",
  ])
  func `a line is split into the same fields with and without texts`(text: String) throws {
    // Not at the start of its array, as lines of a file are.
    let bytes = Array("xy".utf8) + Array(text.utf8)
    let line = bytes[2...]
    var places: [Range<Int>] = []
    let isSplit = CSVLine.split(line, into: &places)
    #expect(isSplit)
    let fields = try #require(CSVLine.fields(of: line))
    #expect(places.map { String(decoding: line[$0], as: UTF8.self) } == fields)
  }

  @Test func `a line with a quotation mark needs texts`() {
    var places: [Range<Int>] = []
    let isSplit = CSVLine.split(ArraySlice("a,\"b,c\"".utf8), into: &places)
    #expect(!isSplit)
    var line = TableLine()
    let isRead = line.read(ArraySlice("a,\"b,c\", d".utf8))
    #expect(isRead)
    #expect(line.texts == ["a", "b,c", "d"])
    #expect(line[3].isEmpty && line[nil].isEmpty)
    let isReadAgain = line.read(ArraySlice("a,\"b".utf8))
    #expect(!isReadAgain)
  }

  @Test func `the mean of places goes across longitude 180°`() {
    var mean = PlaceMean(near: Coordinate(latitude: 10, longitude: 179.999))
    mean.add(Coordinate(latitude: 10, longitude: 179.999), weight: 1)
    mean.add(Coordinate(latitude: 10.002, longitude: -179.999), weight: 1)
    let expected = Coordinate(latitude: 10.001, longitude: 180)
    #expect(mean.coordinate.distance(to: expected) < 0.1)
  }

  @Test func `more rows do not make an access point more accurate`() throws {
    let bssid = try #require(BSSID("04:00:00:00:00:01"))
    let rows = (0..<100).map { number in
      AccessPointRow(
        bssid, Coordinate(latitude: 47 + Double(number % 2) * 1e-4, longitude: 8), accuracy: 20)
    }
    let merged = try #require(rows[...].merged())
    // Two places 11 m apart, each right within 20 m.
    #expect(abs(merged.place.latitude - 47.00005) < 1e-6)
    #expect(try #require(merged.accuracy) > 20)
    #expect(try #require(merged.accuracy) < 22)
    let unknown = rows.map { AccessPointRow(bssid, $0.place.coordinate, accuracy: nil) }
    #expect(try #require(unknown[...].merged()).accuracy == nil)
  }
}
