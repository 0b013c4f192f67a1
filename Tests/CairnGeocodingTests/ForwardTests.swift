import CairnTypes
import Testing

@testable import CairnGeocoding

@Suite("Positions of names")
struct ForwardTests {
  private func found(_ text: String, _ language: String? = nil) throws -> [Placemark] {
    try SmallWorld.gazetteer().placemarks(
      named: text, language: language.flatMap { LanguageTag($0) })
  }

  @Test func `a name that several places have gives all, the most populous first`() throws {
    let marks = try found("중구")
    #expect(marks.map(\.administrativeArea) == ["서울특별시", "부산광역시"])
    #expect(marks.allSatisfy { $0.locality == "중구" && $0.subLocality == nil })
  }

  @Test(arguments: [
    "서울특별시 중구 태평로1가", "서울 중구 태평로1가", "태평로1가, 중구, 서울특별시", "대한민국 서울특별시 중구 태평로1가",
    "서울　중구　태평로１가",
  ])
  func `a district is found by its full name in either order`(_ text: String) throws {
    let marks = try found(text)
    #expect(marks.map(\.formattedAddress) == ["대한민국 서울특별시 중구 태평로1가"])
    let place = try #require(marks.first).coordinate
    #expect((33...35).contains(place.latitude) && (126...127).contains(place.longitude))
  }

  @Test func `Hangul in pieces is the same as whole syllables`() throws {
    let pieces = "\u{1106}\u{1167}\u{11BC}\u{1103}\u{1169}\u{11BC}"
    #expect(try found(pieces).first?.subLocality == "명동")
  }

  @Test func `places of one name and address are one only if they are near each other`() throws {
    var writer = GeoPackWriter(day: 20_000)
    let country = try writer.add(
      GeoArea(.country, countryCode: "US", names: [LocalName("United States")]),
      rings: [SmallWorld.square(30, -100, 45, -80)])
    for (latitude, longitude, people) in [
      (39.8, -89.64, 114_000), (37.2, -93.29, 169_000), (37.21, -93.3, 10),
    ] {
      try writer.add(
        GeoPlace(
          at: Coordinate(latitude: latitude, longitude: longitude),
          names: [LocalName("Springfield")], area: country, timeZone: "America/Chicago",
          population: people))
    }
    let gazetteer = try Gazetteer([GeoPack(try writer.finish())])
    let marks = try gazetteer.placemarks(named: "Springfield")
    #expect(marks.map { $0.coordinate.latitude.rounded() } == [37, 40])
    let near = SearchArea(center: Coordinate(latitude: 39.8, longitude: -89.6), radius: 50_000)
    let nearest = try gazetteer.placemarks(named: "Springfield", near: near)
    #expect(nearest.map { $0.coordinate.latitude.rounded() } == [40, 37])
  }

  @Test func `what holds a place must have the other names`() throws {
    #expect(try found("부산 중구").map(\.administrativeArea) == ["부산광역시"])
    #expect(try found("대구 중구").isEmpty)
  }

  @Test(arguments: ["Springfield, Illinois, United States", "springfield IL", "SPRINGFIELD US"])
  func `state and country may be names or codes`(_ text: String) throws {
    #expect(try found(text).map(\.locality) == ["Springfield"])
  }

  @Test func `a name comes before another spelling`() throws {
    #expect(try found("Seoul").compactMap(\.locality) == ["Seoul", "Springfield"])
  }

  @Test func `a beginning is enough where nothing has the name`() throws {
    #expect(try found("Spring").map(\.locality) == ["Springfield"])
    #expect(try found("서울").map(\.administrativeArea) == ["서울특별시"])
  }

  @Test func `of equal names, those in the area come first`() throws {
    let busan = SearchArea(center: Coordinate(latitude: 34, longitude: 127.5), radius: 50_000)
    let marks = try SmallWorld.gazetteer().placemarks(named: "중구", near: busan)
    #expect(marks.map(\.administrativeArea) == ["부산광역시", "서울특별시"])
    // A better name outside precedes another spelling inside.
    let illinois = SearchArea(center: Coordinate(latitude: 36, longitude: 129), radius: 1000)
    let seouls = try SmallWorld.gazetteer().placemarks(named: "Seoul", near: illinois)
    #expect(seouls.compactMap(\.locality) == ["Seoul", "Springfield"])
  }

  @Test(arguments: ["서울시 중구", "중구 서울시", "서울시"])
  func `cities and provinces have short names`(_ text: String) throws {
    #expect(try found(text).map(\.administrativeArea) == ["서울특별시"])
  }

  @Test func `an area without borders is where most of its people are, or is not found`() throws {
    #expect(try found("Illinois").map(\.coordinate.latitude) == [36.000_005])
    var writer = GeoPackWriter()
    let nowhere = try writer.add(GeoArea(.country, countryCode: "AA", names: [LocalName("Aland")]))
    let gazetteer = try Gazetteer([GeoPack(try writer.finish())])
    #expect(nowhere == 0)
    #expect(try gazetteer.placemarks(named: "Aland").isEmpty)
  }

  @Test func `provinces with new names are found by the old ones, and by both`() {
    #expect(ProvinceName.meanings(of: "충북") == ["충북", "충청북도"])
    #expect(ProvinceName.meanings(of: "전북") == ["전북", "전북특별자치도", "전라북도"])
    #expect(ProvinceName.meanings(of: "강원도") == ["강원도", "강원특별자치도"])
    #expect(ProvinceName.meanings(of: "Bern") == ["Bern"])
  }

  @Test(arguments: [
    "33.5, 126.5", "geo:33.5,126.5;u=35", "33° 30′ N, 126° 30′ E", "북위 33도 30분 동경 126도 30분",
    "52S BC 67929 09771", "52sbc6792909771", "52n 267929.5 3709771.5",
  ])
  func `a coordinate is understood`(_ text: String) throws {
    #expect(try found(text).map(\.subLocality) == ["태평로1가"])
  }

  @Test("M190: an address that nothing has gives no placemark, and a coordinate itself")
  func nothing() throws {
    #expect(try found("Atlantis").isEmpty)
    #expect(try found("").isEmpty)
    #expect(try found(String(repeating: "a ", count: 500)).isEmpty)
    #expect(try found("10, 10").map(\.coordinate) == [Coordinate(latitude: 10, longitude: 10)])
  }

  @Test(arguments: [
    ("München", "munchen"), ("Łódź", "lodz"), ("ＳＥＯＵＬ", "seoul"), ("Saint-Denis", "saint denis"),
    ("L'Aquila", "laquila"), ("Straße", "strasse"), ("São  Paulo", "sao paulo"), ("ÅRHUS", "arhus"),
  ])
  func `case, accents, width and punctuation do not matter`(_ text: String, _ key: String) {
    #expect(SearchText.key(text) == key)
  }
}
