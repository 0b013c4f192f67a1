import CairnGeocoding
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnPlaces

@Suite("Where packs of places are looked for")
struct PackSearchTests {
  private func search(_ variables: [String: String], _ program: String? = "/opt/c/bin/x")
    -> PackSearch
  {
    PackSearch(program: program) { variables[$0] }
  }

  @Test func `the variable names the only folder`() {
    #expect(search(["CAIRN_GEODATA": "/a", "HOME": "/h"]).folders == ["/a"])
    #expect(search(["CAIRN_GEODATA": ""]).folders.count == 2)
  }

  @Test func `without it, the user's folder comes before those of the program and the system`() {
    let shared = ["/opt/c/share/cairn/geodata", "/usr/share/cairn/geodata"]
    #expect(search(["HOME": "/h"]).folders == ["/h/.local/share/cairn/geodata"] + shared)
    #expect(
      search(["HOME": "/h", "XDG_DATA_HOME": "/d"]).folders == ["/d/cairn/geodata"] + shared)
    #expect(search(["XDG_DATA_HOME": "d"]).folders == shared)
    #expect(
      search([:], "/src/.build/x/debug/cairn").folders == [
        "/src/geodata", "/usr/share/cairn/geodata",
      ])
    #expect(search([:], nil).folders == ["/usr/share/cairn/geodata"])
  }

  @Test func `all packs of a folder are used, and what else is there is not`() throws {
    let folder = try TemporaryFolder()
    var writer = GeoPackWriter()
    let square = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    try writer.add(GeoArea(.country, countryCode: "AA", names: [LocalName("A")]), rings: [square])
    let bytes = try writer.finish()
    for name in ["b.pack", "a.pack", ".c.pack", "d.txt"] { try folder.write(bytes, to: name) }
    let search = search(["CAIRN_GEODATA": folder.path])
    #expect(try search.packs() == ["a.pack", "b.pack"].map { folder.path + "/" + $0 })
    let place = Coordinate(latitude: 0.5, longitude: 0.5)
    #expect(try Gazetteer.installed(search).placemark(at: place)?.country == "A")
    #expect(
      try Gazetteer.installed(search, limit: 0).placemark(at: place)?.country == "A")
    try folder.write([1], to: "b.pack")
    let damaged = PackSearchFailure.pack(
      folder.path + "/b.pack", reason: "this is no pack of places")
    #expect(throws: damaged) { try Gazetteer.installed(search) }
  }

  @Test func `without packs, the error says where they were looked for`() throws {
    let folder = try TemporaryFolder()
    let search = search(["CAIRN_GEODATA": folder.path])
    #expect(throws: PackSearchFailure.none([folder.path])) { try search.packs() }
    #expect(
      PackSearchFailure.none(["/a", "/b"]).description.hasPrefix(
        "there is no pack of places in /a, /b; make one"))
  }
}
