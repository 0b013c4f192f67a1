import CairnGeocoding
import CairnTypes
import Foundation
import Testing

@testable import CairnDashboard

@Suite("places on the page's map", .tags(.loopback), .timeLimit(.minutes(15)))
struct PlacesTests {
  private static func square(_ south: Double, _ west: Double, _ size: Double) -> [Coordinate] {
    [(0.0, 0.0), (0, size), (size, size), (size, 0)].map {
      Coordinate(latitude: south + $0.0, longitude: west + $0.1)
    }
  }

  private static func places() throws -> DashboardPlaces {
    var writer = GeoPackWriter()
    writer.addSource("Nobody, CC BY 4.0")
    try writer.add(
      GeoArea(.country, countryCode: "XX", names: [LocalName("Squareland")]),
      rings: [square(0, 0, 10)])
    try writer.add(GeoArea(.sea, names: [LocalName("Round Sea")]), rings: [square(20, 20, 10)])
    try writer.add(
      GeoPlace(
        at: Coordinate(latitude: 5, longitude: 5), names: [LocalName("\"Mid\"")], area: 0,
        population: 1000))
    return DashboardPlaces(try Gazetteer([GeoPack(try writer.finish())]))
  }

  private static func bench() throws -> DashboardBench {
    var sources = DashboardSources()
    sources.places = try places()
    return try DashboardBench(sources: sources)
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `outlines are cut to the map's rectangle`() async throws {
    let bench = try Self.bench()
    let browser = try bench.connect()
    let answer = await browser.get("/outlines?box=-5,-5,5.5,5.5&width=100")
    #expect(answer.status == 200 && browser.field("Content-Type") == "application/json")
    let object = try Self.object(answer.body)
    let land = try #require(object["land"] as? [[Double]])
    #expect(land.count == 1)
    let (x, y) = (
      stride(from: 0, to: land[0].count, by: 2).map { land[0][$0] },
      stride(from: 1, to: land[0].count, by: 2).map { land[0][$0] }
    )
    for values in [x, y] {
      #expect(abs((values.min() ?? 9) - 0) < 0.06 && abs((values.max() ?? 0) - 5.5) < 0.06)
    }
    let places = try #require(object["places"] as? [[Any]])
    #expect(abs((places[0][0] as? Double ?? 0) - 5) < 2e-5)
    #expect(places[0][2] as? String == "\"Mid\"")
    #expect(places[0][3] as? Int == 0)
    #expect(object["water"] is [Any] && object["borders"] is [Any])
    #expect(object["sources"] as? [String] == ["Nobody, CC BY 4.0"])
    bench.end()
  }

  @Test func `an address is that of the packs, or nothing`() async throws {
    let bench = try Self.bench()
    let browser = try bench.connect()
    for (place, text, kind) in [
      ("5.01,5.01", "\"Mid\", Squareland", "locality"), ("1,1", "Squareland", "country"),
      ("25,25", "Round Sea", "ocean"),
    ] {
      let object = try Self.object(await browser.get("/address?at=\(place)").body)
      #expect(object["text"] as? String == text && object["kind"] as? String == kind)
    }
    let nothing = try Self.object(await browser.get("/address?at=-60,-60").body)
    #expect(nothing["text"] is NSNull)
    bench.end()
  }

  @Test func `a hostile question costs no more than a large one`() async throws {
    let places = try Self.places()
    let box = try #require(DashboardPlaces.Box("box=-180,-90,180,90&width=100000"))
    #expect(box.width == 4096)
    #expect(try places.outlines(in: box).count <= DashboardPlaces.longestOutlines)
    let thin = try #require(
      DashboardPlaces.Box("box=5,-90,5.00002,90&width=999999999999999"))
    #expect(try places.outlines(in: thin).count <= DashboardPlaces.longestOutlines)
  }

  @Test(arguments: [
    "outlines", "outlines?box=0,0,1,1", "outlines?width=5", "outlines?box=0,0,1,1&width=0",
    "outlines?box=0,0,1,1&width=-5", "outlines?box=1,0,0,1&width=5", "outlines?box=0,0,0,1&width=5",
    "outlines?box=0,0,1&width=5", "outlines?box=0,0,1,1,1&width=5",
    "outlines?box=0,0,181,1&width=5",
    "outlines?box=0,-91,1,1&width=5", "outlines?box=0,0,nan,1&width=5",
    "outlines?box=0,0,inf,1&width=5", "outlines?box=0,0,1e1,1&width=5",
    "outlines?box=0,0,0x1,1&width=5", "outlines?box=0,0,%31,1&width=5",
    "outlines?box=0,0,1,1&width=5&width=6", "outlines?box=0,0,1,1&width=5&to=1",
    "outlines?box=0,0,1.00000000000000000000000000,1&width=5", "address", "address?at=",
    "address?at=1",
    "address?at=1,2,3", "address?at=91,0", "address?at=0,181", "address?at=nan,0",
    "address?at=1,,2",
    "address?at=1, 2", "address?at=+1,2", "address?at=1,2&at=1,2", "address?at=1,2&lang=ko",
  ])
  func `refuses what is no question`(target: String) async throws {
    let bench = try Self.bench()
    let browser = try bench.connect()
    #expect(await browser.ask(bench.request("/" + target)) == 400)
    bench.end()
  }

  @Test func `without packs there is nothing to ask`() async throws {
    let bench = try DashboardBench()
    let browser = try bench.connect()
    #expect(await browser.get("/outlines?box=0,0,1,1&width=5").status == 404)
    #expect(await browser.get("/address?at=1,2").status == 404)
    browser.forget()
    browser.send(bench.request("/events"))
    #expect(
      await browser.wait {
        $0.events.first?.contains("\"outlines\":false,\"addresses\":false") ?? false
      })
    bench.end()
  }

  @Test func `a damaged pack is an error that says what to do`() async throws {
    var writer = GeoPackWriter()
    try writer.add(GeoArea(.country, countryCode: "XX"), rings: [Self.square(0, 0, 10)])
    let whole = try writer.finish()
    let pack = try GeoPack(whole)
    // The cells are read only when they are used, and come last but names.
    let damaged = try #require(
      (300..<whole.count).lazy.compactMap { at -> DashboardPlaces? in
        var bytes = whole
        bytes[at] ^= 0xFF
        guard let pack = try? GeoPack(bytes), let gazetteer = try? Gazetteer([pack]),
          (try? gazetteer.placemark(at: Coordinate(latitude: 5, longitude: 5))) == nil
        else { return nil }
        return DashboardPlaces(gazetteer)
      }.first)
    #expect(pack.areaCount == 1)
    var sources = DashboardSources()
    sources.places = damaged
    let bench = try DashboardBench(sources: sources)
    let browser = try bench.connect()
    #expect(await browser.get("/outlines?box=-20,-20,20,20&width=50").status == 500)
    #expect(browser.body.contains("cairn geodata stats"))
    bench.end()
  }
}
