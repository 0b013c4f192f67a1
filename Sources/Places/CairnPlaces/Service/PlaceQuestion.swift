internal import CCairnMath
package import CairnGeocoding
package import CairnTypes

/// A question to a place service, in the format of each kind of service.
package enum PlaceQuestion: Hashable, Sendable {
  /// The place at a position.
  case position(Coordinate)
  /// The places of an address, with the area to search first.
  case address(String, near: SearchArea?)

  /// Metres of a cell's side: two positions in one cell are within 50 m of each other.
  private static let cell = 35.0
  private static let metresPerDegree = 111_195.0
  /// Maximum number of answers.
  private static let limit = 10
  /// Languages of Photon's index, which refuses others; without one it uses the place's own
  /// language.
  private static let photonLanguages = ["de", "en", "fr"]

  /// Returns the address of the question.
  package func address(at service: PlaceService, language: LanguageTag?) -> String {
    var query: [(String, String)] = []
    switch service.kind {
    case .nominatim:
      query = [("format", "jsonv2"), ("addressdetails", "1")]
      if let language { query.append(("accept-language", "\(language)")) }
    case .photon:
      if let name = language?.language, Self.photonLanguages.contains(name) {
        query = [("lang", name)]
      }
    }
    let path: String
    switch self {
    case .position(let place):
      path = "/reverse"
      query += Self.pair(place)
    case .address(let text, let area):
      path = service.kind == .nominatim ? "/search" : "/api"
      query += [("limit", "\(Self.limit)"), ("q", text)]
      if let area, area.center.isValid { query += Self.preference(area, service.kind) }
    }
    let pairs = query.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    return "\(service.address)\(path)?\(pairs)"
  }

  /// Returns a key that is equal for questions with the same answer.
  package func key(for language: LanguageTag?) -> String {
    let language = language.map { "\($0)" } ?? "-"
    switch self {
    case .position(let place):
      let row = (place.latitude * Self.metresPerDegree / Self.cell).rounded(.down)
      // By the middle of the row, so that all positions of a row have the same columns.
      let latitude = (row + 0.5) * Self.cell / Self.metresPerDegree
      let width = Self.width(at: latitude) * Self.metresPerDegree
      let column = (place.longitude * width / Self.cell).rounded(.down)
      return "\(language) @ \(row.text(places: 0)) \(column.text(places: 0))"
    case .address(let text, let area):
      let near = area.map { Self.pair($0.center).map(\.1).joined(separator: ",") } ?? "-"
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      return "\(language) \(near) \(words)"
    }
  }

  /// Returns the length of a degree of longitude, in degrees of latitude; never 0.
  private static func width(at latitude: Double) -> Double {
    max(0.001, cairn_cos(latitude * .pi / 180))
  }

  private static func pair(_ place: Coordinate) -> [(String, String)] {
    [("lat", place.latitude.text(places: 6)), ("lon", place.longitude.text(places: 6))]
  }

  private static func preference(
    _ area: SearchArea, _ kind: PlaceService.Kind
  ) -> [(String, String)] {
    guard kind == .nominatim else { return pair(area.center) }
    let north = min(area.radius / metresPerDegree, 90)
    let east = min(north / width(at: area.center.latitude), 180)
    let corners = [
      max(-180, area.center.longitude - east), max(-90, area.center.latitude - north),
      min(180, area.center.longitude + east), min(90, area.center.latitude + north),
    ]
    return [("viewbox", corners.map { $0.text(places: 6) }.joined(separator: ","))]
  }

  /// Source: RFC 3986, section 2.3.
  private static func encoded(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.append(byte)
      default:
        encoded.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
          encoded.append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "A") &+ digit &- 10)
        }
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
