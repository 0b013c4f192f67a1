import CairnGeocoding
import CairnGeodesy
import CairnTypes
import Testing

@testable import CairnPlaces

@Suite("Questions to services of places")
struct PlaceQuestionTests {
  private let seoul = Coordinate(latitude: 37.5663528, longitude: 126.9779528)

  private func service(_ kind: PlaceService.Kind) throws -> PlaceService {
    try PlaceService(kind, address: "http://127.0.0.1:8080/", userAgent: "Test/1")
  }

  @Test func `each kind of service is asked in its own way`() throws {
    let area = SearchArea(center: seoul, radius: 11_119.5)
    let (nominatim, photon) = (try service(.nominatim), try service(.photon))
    let address = PlaceQuestion.address("중구, 7&8", near: area)
    #expect(
      PlaceQuestion.position(seoul).address(at: nominatim, language: LanguageTag("ko_KR"))
        == "http://127.0.0.1:8080/reverse?format=jsonv2&addressdetails=1&accept-language=ko-KR"
        + "&lat=37.566353&lon=126.977953")
    #expect(
      address.address(at: nominatim, language: nil)
        == "http://127.0.0.1:8080/search?format=jsonv2&addressdetails=1&limit=10"
        + "&q=%EC%A4%91%EA%B5%AC%2C%207%268&viewbox=126.851793%2C37.466353%2C127.104112%2C37.666353"
    )
    #expect(
      address.address(at: photon, language: LanguageTag("en"))
        == "http://127.0.0.1:8080/api?lang=en&limit=10&q=%EC%A4%91%EA%B5%AC%2C%207%268"
        + "&lat=37.566353&lon=126.977953")
    // It would refuse a language that it does not have.
    #expect(
      PlaceQuestion.position(seoul).address(at: photon, language: LanguageTag("ko"))
        == "http://127.0.0.1:8080/reverse?lat=37.566353&lon=126.977953")
  }

  @Test(arguments: [0, 37.5, -60, 89.9999])
  func `positions with one key are within 50 m of each other`(_ latitude: Double) {
    var cells: [String: [Coordinate]] = [:]
    for step in 0..<2000 {
      let place = Coordinate(
        latitude: min(90, latitude + Double(step % 40) * 0.000_03),
        longitude: 10 + Double(step / 40) * 0.000_03)
      cells[PlaceQuestion.position(place).key(for: nil), default: []].append(place)
    }
    #expect(cells.count > 1)
    for places in cells.values {
      for place in places { #expect(places[0].distance(to: place) <= 50) }
    }
  }

  @Test func `another language, area or address is another question`() {
    let area = SearchArea(center: seoul, radius: 5)
    let keys = [
      PlaceQuestion.address("a b", near: nil).key(for: nil),
      PlaceQuestion.address("a b", near: area).key(for: nil),
      PlaceQuestion.address("a b", near: nil).key(for: LanguageTag("ko")),
      PlaceQuestion.address("ab", near: nil).key(for: nil),
      PlaceQuestion.position(seoul).key(for: nil),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(PlaceQuestion.address(" a  b ", near: nil).key(for: nil) == keys[0])
  }

  @Test(arguments: [
    "", "localhost", "ftp://a.b", "https://", "http://u@h/", "https://a.b/?x=1", "https://a b",
  ])
  func `a service needs an address`(_ text: String) {
    #expect(throws: PlaceServiceError.address(text)) {
      try PlaceService(.photon, address: text, userAgent: "Test/1")
    }
  }

  @Test(arguments: ["", "  ", "ä", "a\r\nb", String(repeating: "a", count: 201)])
  func `a service needs the name of the application`(_ text: String) {
    #expect(throws: PlaceServiceError.userAgent(text)) {
      try PlaceService(.photon, address: "https://a.b", userAgent: text)
    }
  }
}
