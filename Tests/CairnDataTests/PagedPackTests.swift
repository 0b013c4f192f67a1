import CairnData
import CairnGeocoding
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@Suite("A pack of places of which little is in memory")
struct PagedPackTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/places.pack" }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a pack of 4000 places, 100 to a row, and returns its bytes.
  private func write() throws -> [UInt8] {
    var writer = GeoPackWriter()
    let land = try writer.add(
      GeoArea(.country, countryCode: "KR", names: [LocalName("Land")]),
      rings: [
        [(-1, -1), (-1, 9), (9, 9), (9, -1)].map { Coordinate(latitude: $0.0, longitude: $0.1) }
      ])
    for number in 0..<4000 {
      try writer.add(
        GeoPlace(
          at: Self.place(number), names: [LocalName("Place \(number), of a long name")], area: land,
          population: number))
    }
    let bytes = try writer.finish()
    try folder.write(bytes, to: "places.pack")
    return bytes
  }

  private static func place(_ number: Int) -> Coordinate {
    Coordinate(latitude: Double(number / 100) * 0.1, longitude: Double(number % 100) * 0.05)
  }

  @Test(arguments: [0, 8192, 1 << 20])
  func `answers as if it were all in memory`(_ limit: Int) throws {
    let whole = try Gazetteer([GeoPack(try write())])
    let paged = try Gazetteer([GeoPack(PagedFile(path, limit: limit))])
    for number in stride(from: 0, to: 4000, by: 7) {
      let mark = try paged.placemark(at: Self.place(number))
      #expect(mark == (try whole.placemark(at: Self.place(number))))
      #expect(mark?.locality == "Place \(number), of a long name")
    }
    #expect(
      try paged.placemarks(named: "place 77 of a long name")
        == whole.placemarks(named: "place 77 of a long name"))
    #expect(throws: Never.self) { try paged.packs[0].verify() }
  }

  @Test func `answers on many threads at once`() async throws {
    let whole = try Gazetteer([GeoPack(try write())])
    let paged = try Gazetteer([GeoPack(PagedFile(path, limit: 0))])
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for part in 0..<8 {
        group.addTask {
          try stride(from: part, to: 4000, by: 31).count {
            try paged.placemark(at: Self.place($0)) != whole.placemark(at: Self.place($0))
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  /// What has not been read before the file was cut cannot be read any more; what has been read is right.
  @Test(arguments: [0, 1, 300, 4096, 50_000])
  func `a file that is cut while it is open is an error`(_ length: Int) throws {
    let bytes = try write()
    let whole = try Gazetteer([GeoPack(bytes)])
    let paged = try Gazetteer([GeoPack(PagedFile(path, limit: 0))])
    try folder.write(Array(bytes.prefix(length)), to: "places.pack")
    var unreadable = 0
    for number in stride(from: 0, to: 4000, by: 61) {
      do throws(GeoPackError) {
        let mark = try paged.placemark(at: Self.place(number))
        #expect(mark == (try whole.placemark(at: Self.place(number))))
      } catch {
        #expect(error == .unreadable)
        unreadable += 1
      }
    }
    #expect(unreadable > 10)
    #expect(throws: GeoPackError.unreadable) { try paged.placemarks(named: "place 77") }
    #expect(throws: GeoPackError.unreadable) { try paged.packs[0].verify() }
  }

  @Test func `damage is found block by block`() throws {
    var bytes = try write()
    bytes[bytes.count - 1000] ^= 1
    try folder.write(bytes, to: "places.pack")
    let pack = try GeoPack(PagedFile(path, limit: 0))
    #expect(throws: GeoPackError.self) { try pack.verify() }
  }

  @Test func `an empty file and one that is not there are errors`() throws {
    try folder.write([UInt8](), to: "places.pack")
    #expect(throws: GeoPackError.notAPack) { try GeoPack(PagedFile(path)) }
    #expect(throws: FileFailure(folder.path + "/x", .absent)) { try PagedFile(folder.path + "/x") }
  }
}
