import CairnGeocoding
import CairnTypes
import Testing

@testable import CairnPlaces

@Suite("Answers of services of places")
struct PlaceAnswerTests {
  private func read(
    _ json: String, _ kind: PlaceService.Kind = .nominatim
  ) throws(PlaceServiceError) -> [Placemark] {
    try PlaceAnswer.placemarks(json: Array(json.utf8), of: kind)
  }

  @Test func `a reverse answer of Nominatim is one placemark with its street`() throws {
    let marks = try read(
      #"""
      {"place_id":1,"lat":"52.5487921","lon":"-1.8164308","name":"","address":{"house_number":"137",
      "road":"Pilkington Avenue","town":"Sutton Coldfield","state":"England","postcode":"B72 1LH",
      "country":"United Kingdom","country_code":"gb"}}
      """#)
    let mark = try #require(marks.first)
    #expect(marks.count == 1)
    #expect(mark.coordinate == Coordinate(latitude: 52.5487921, longitude: -1.8164308))
    #expect(mark.isoCountryCode == "GB" && mark.postalCode == "B72 1LH")
    #expect(mark.name == "Pilkington Avenue 137")
    #expect(
      mark.formattedAddress
        == "137 Pilkington Avenue, Sutton Coldfield, England, United Kingdom")
  }

  @Test func `a city that is a province of its own has its parts a level higher`() throws {
    let mark = try #require(
      try read(
        #"""
        [{"lat":37.5663,"lon":126.9779,"name":"서울시청","address":{"house_number":"110","road":"세종대로",
        "suburb":"태평로1가","borough":"중구","city":"서울특별시","country":"대한민국","country_code":"kr"}}]
        """#
      ).first)
    #expect(mark.administrativeArea == "서울특별시" && mark.locality == "중구")
    #expect(mark.formattedAddress == "대한민국 서울특별시 중구 태평로1가 세종대로 110")
    #expect(mark.name == "서울시청")
  }

  @Test func `features of Photon are placemarks, and those without a position are left out`() throws
  {
    let marks = try read(
      #"""
      {"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[13.39,52.51]},
      "properties":{"type":"street","name":"Leipziger Straße","city":"Berlin","country":"Deutschland",
      "countrycode":"DE","postcode":"10117"}},{"properties":{"name":"Nowhere"}},
      {"geometry":{"coordinates":[7,95]},"properties":{}},{"geometry":{"coordinates":[1,2]},"properties":
      {"type":"house","street":"Unter den Linden","housenumber":"5"}}]}
      """#, .photon)
    #expect(marks.map(\.name) == ["Leipziger Straße", "Unter den Linden 5"])
    #expect(marks.first?.formattedAddress == "Leipziger Straße, Berlin, Deutschland")
  }

  @Test(arguments: [(#""0""#, #""0.0""#), ("0", "-0.0"), (#""1\u0000""#, "2"), (#""0x1""#, "2")])
  func `a position that is none is no placemark`(latitude: String, longitude: String) throws {
    let entry = #"{"lat":\#(latitude),"lon":\#(longitude),"name":"A"}"#
    #expect(throws: PlaceServiceError.badAnswer("no entry has a position")) { try read(entry) }
    let names = try read("[\(entry),{\"lat\":1,\"lon\":2,\"name\":\"B\"}]").map(\.name)
    #expect(names == ["B"])
  }

  @Test func `what a service does not know is no placemark and no error`() throws {
    #expect(try read(#"{"error":"Unable to geocode"}"#).isEmpty)
    #expect(try read("[]").isEmpty)
    #expect(try read(#"{"features":[]}"#, .photon).isEmpty)
  }

  @Test func `what terminals would obey is left out, and texts have an end`() throws {
    let long = String(repeating: "x", count: 1000)
    let mark = try #require(
      try read(
        #"[{"lat":"1","lon":"2","name":"A\u001b[2J\u0007B","address":{"city":"\#(long)","road":" "}}]"#
      ).first)
    #expect(mark.name == "A[2JB")
    #expect(mark.locality?.count == 200)
    #expect(mark.thoroughfare == nil)
  }

  @Test(arguments: [
    ("<html><body>Bad gateway</body></html>", "byte 1: a value expected"),
    ("", "byte 1: a value expected"),
    ("7", "it is a number"), (#"[{"lat":"x","lon":"2"}]"#, "no entry has a position"),
    (#"[{"lat":"1"#, "byte 11: the end of a text expected"),
  ])
  func `nonsense is a bad answer in words`(_ text: String, _ reason: String) {
    #expect(throws: PlaceServiceError.badAnswer(reason)) { try read(text) }
  }

  @Test func `an answer of the other kind is a bad answer`() {
    #expect(throws: PlaceServiceError.badAnswer("features are missing")) {
      try read("{}", .photon)
    }
    #expect(throws: PlaceServiceError.badAnswer("it is an array")) { try read("[]", .photon) }
  }
}
