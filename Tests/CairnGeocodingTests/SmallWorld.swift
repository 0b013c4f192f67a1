import CairnGeocoding
import CairnTypes

/// Two countries with a border between them, an island country across the antimeridian, a lake, a sea
/// around the first two, districts like Korea's, and a few towns.
enum SmallWorld {
  static let korean = LanguageTag("ko")

  static func square(_ south: Double, _ west: Double, _ north: Double, _ east: Double)
    -> [Coordinate]
  {
    [(south, west), (south, east), (north, east), (north, west)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
  }

  static func bytes() throws -> [UInt8] {
    var writer = GeoPackWriter(day: 20_000)
    writer.addSource("Nobody in particular")
    let korea = try writer.add(
      GeoArea(
        .country, countryCode: "KR",
        names: [
          LocalName("South Korea", LanguageTag("en")), LocalName("대한민국", korean),
        ]), rings: [square(33, 126, 37, 128)])
    try writer.add(
      GeoArea(
        .country, countryCode: "US", names: [LocalName("United States", LanguageTag("en"))]),
      rings: [square(33, 128, 37, 131), square(34, 129, 35, 130)])
    try writer.add(
      GeoArea(.country, countryCode: "FJ", names: [LocalName("Fiji")]),
      rings: [square(-18, 179, -16, 180), square(-18, -180, -16, -179)])
    try writer.add(
      GeoArea(.sea, names: [LocalName("Yellow Sea"), LocalName("황해", korean)]),
      rings: [square(30, 120, 40, 126), square(30, 131, 40, 140)])
    try writer.add(
      GeoArea(.lake, names: [LocalName("Small Lake")]), rings: [square(34, 129, 35, 130)])
    for (index, city) in ["서울특별시", "부산광역시"].enumerated() {
      let names = [LocalName(city, korean)]
      let sido = try writer.add(
        GeoArea(.division, level: 1, parent: korea, countryCode: "KR", names: names))
      let gu = try writer.add(
        GeoArea(
          .division, level: 2, parent: sido, countryCode: "KR",
          names: [LocalName("중구", korean)]))
      let west = 126 + Double(index)
      for (part, dong) in ["태평로1가", "명동"].enumerated() {
        let south = 33.0 + 2 * Double(part)
        try writer.add(
          GeoArea(
            .division, level: 3, parent: gu, countryCode: "KR",
            names: [LocalName(dong + (index == 0 ? "" : "남"), korean)]),
          rings: [square(south, west, south + 2, west + 1)])
      }
      try writer.add(
        GeoPlace(
          at: Coordinate(latitude: 34, longitude: west + 0.5),
          names: [LocalName(index == 0 ? "Seoul" : "Busan")], area: sido,
          timeZone: "Asia/Seoul", population: index == 0 ? 9_000_000 : 3_000_000))
    }
    let illinois = try writer.add(
      GeoArea(
        .division, level: 1, parent: 1, countryCode: "US", code: "US-IL",
        names: [LocalName("Illinois")]))
    try writer.add(
      GeoPlace(
        at: Coordinate(latitude: 36, longitude: 129), names: [LocalName("Springfield")],
        alternates: ["Seoul"], area: illinois, timeZone: "America/Chicago", population: 114_000))
    try writer.add(
      GeoPlace(
        at: Coordinate(latitude: -17, longitude: -179.99), names: [LocalName("Nadi")], area: 2,
        timeZone: "Pacific/Fiji"))
    return try writer.finish()
  }

  static func gazetteer() throws -> Gazetteer {
    try Gazetteer([GeoPack(try bytes())])
  }
}
