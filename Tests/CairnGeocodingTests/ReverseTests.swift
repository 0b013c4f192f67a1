import CairnTypes
import Testing

@testable import CairnGeocoding

@Suite("Names of positions")
struct ReverseTests {
  private func mark(
    _ latitude: Double, _ longitude: Double, _ language: String? = nil
  ) throws -> Placemark? {
    try SmallWorld.gazetteer().placemark(
      at: Coordinate(latitude: latitude, longitude: longitude),
      language: language.flatMap { LanguageTag($0) })
  }

  @Test("M193: a Korean address is written large to small")
  func koreanOrder() throws {
    let mark = try #require(try mark(33.5, 126.5))
    #expect(mark.isoCountryCode == "KR")
    #expect(mark.administrativeArea == "서울특별시")
    #expect(mark.locality == "중구")
    #expect(mark.subLocality == "태평로1가")
    #expect(mark.name == "태평로1가")
    #expect(mark.timeZone == "Asia/Seoul")
    #expect(mark.ocean == nil)
    #expect(mark.formattedAddress == "대한민국 서울특별시 중구 태평로1가")
  }

  @Test("M193: an American address is written small to large")
  func americanOrder() throws {
    let mark = try #require(try mark(36.01, 129.01))
    #expect(mark.formattedAddress == "Springfield, Illinois, United States")
    #expect(mark.timeZone == "America/Chicago")
  }

  @Test("M192: the language of names is found however it is spelt", arguments: ["Ko-kr", "ko_KR"])
  func language(_ text: String) throws {
    #expect(try mark(36.01, 129.01, text)?.country == "United States")
    #expect(try mark(33.5, 126.5, text)?.country == "대한민국")
    #expect(try mark(33.5, 126.5, "en")?.country == "South Korea")
    #expect(try mark(35, 123, text)?.ocean == "황해")
  }

  @Test func `the sea is recognised, and has no country`() throws {
    let mark = try #require(try mark(35, 123))
    #expect(mark.ocean == "Yellow Sea")
    #expect(mark.name == "Yellow Sea")
    #expect(mark.isoCountryCode == nil)
    #expect(mark.timeZone == nil)
    #expect(mark.formattedAddress == "Yellow Sea")
  }

  @Test func `a lake in a country is inland water`() throws {
    let mark = try #require(try mark(34.5, 129.5))
    #expect(mark.inlandWater == "Small Lake")
    #expect(mark.ocean == nil)
  }

  @Test func `within 1 km of the coast there is a country, and the sea as well`() throws {
    // 0.01 degrees of longitude are 0.9 km here.
    let near = try #require(try mark(35.5, 125.99))
    #expect(near.isoCountryCode == "KR")
    #expect(near.subLocality == "명동")
    #expect(near.ocean == "Yellow Sea")
    #expect(try mark(35.5, 125.98)?.isoCountryCode == nil)
  }

  @Test func `the nearest place is looked for on both sides of the antimeridian`() throws {
    let mark = try #require(try mark(-17, 179.99))
    #expect(mark.isoCountryCode == "FJ")
    #expect(mark.locality == "Nadi")
    #expect(mark.timeZone == "Pacific/Fiji")
  }

  @Test func `a place of another country does not count`() throws {
    // Springfield is nearer, but across the border.
    let mark = try #require(try mark(35.99, 127.999))
    #expect(mark.isoCountryCode == "KR")
    #expect(mark.timeZone == "Asia/Seoul")
  }

  @Test(arguments: [(90.0, 0.0), (-90, 0), (0, 180), (0, -180), (10, 10)])
  func `where nothing is known there is no placemark`(_ latitude: Double, _ longitude: Double)
    throws
  {
    #expect(try mark(latitude, longitude) == nil)
  }

  @Test(arguments: [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)])
  func `what is no position has no placemark`(_ latitude: Double, _ longitude: Double) throws {
    #expect(try mark(latitude, longitude) == nil)
  }
}
