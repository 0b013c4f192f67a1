import CairnGeocoding
import CairnTypes
import Testing

@testable import CairnGeocoding

@Suite("outlines of areas for a map")
struct OutlinesTests {
  private let gazetteer: Gazetteer

  init() throws { gazetteer = try Gazetteer([GeoPack(SmallWorld.bytes())]) }

  /// South, west, north and east of a rectangle.
  struct Box: CustomTestStringConvertible {
    let south, west, north, east: Double

    init(_ south: Double, _ west: Double, _ north: Double, _ east: Double) {
      (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    var testDescription: String { "\(south) \(west) \(north) \(east)" }

    func holds(_ place: Coordinate) -> Bool {
      place.latitude > south && place.latitude < north && place.longitude > west
        && place.longitude < east
    }

    /// Degrees to the nearest side.
    func distance(_ place: Coordinate) -> Double {
      let (y, x) = (place.latitude, place.longitude)
      let (dx, dy) = (max(west - x, 0, x - east), max(south - y, 0, y - north))
      if dx > 0 || dy > 0 { return max(dx, dy) }
      return min(y - south, north - y, x - west, east - x)
    }
  }

  private static let countries = [
    Box(33, 126, 37, 128), Box(33, 128, 37, 131), Box(-18, 179, -16, 180),
    Box(-18, -180, -16, -179),
  ]
  private static let lake = Box(34, 129, 35, 130)

  static func outlines(
    _ gazetteer: Gazetteer, _ box: Box, points: Int
  ) throws -> Outlines {
    try gazetteer.outlines(
      from: Coordinate(latitude: box.south, longitude: box.west),
      to: Coordinate(latitude: box.north, longitude: box.east), points: points)
  }

  /// Whether an odd number of rings holds a place.
  static func holds(_ rings: [[Coordinate]], _ place: Coordinate) -> Bool {
    var isInside = false
    for ring in rings {
      guard var last = ring.last else { continue }
      for next in ring {
        if (last.latitude > place.latitude) != (next.latitude > place.latitude) {
          let part = (place.latitude - last.latitude) / (next.latitude - last.latitude)
          if place.longitude < last.longitude + part * (next.longitude - last.longitude) {
            isInside.toggle()
          }
        }
        last = next
      }
    }
    return isInside
  }

  @Test(
    arguments: [
      Box(-90, -180, 90, 180), Box(30, 120, 40, 140), Box(33.5, 126.5, 36.5, 127.5),
      Box(34.2, 127.1, 36.1, 130.3), Box(32, 129.5, 34.5, 132), Box(34.1, 129.1, 34.9, 129.9),
      Box(-20, 178.5, -15, 180), Box(-17.5, -180, -10, -179.5), Box(0, 0, 10, 10),
      Box(33.123456, 126.7654321, 38, 129.1234567), Box(-90, 126.5, 90, 126.6),
    ], [7, 100, 2000])
  func `what is inside is what the areas hold`(box: Box, points: Int) throws {
    let outlines = try Self.outlines(gazetteer, box, points: points)
    let step = max((box.east - box.west) / Double(points), (box.north - box.south) / 8192)
    var judged = 0
    for row in 0..<60 {
      for column in 0..<60 {
        let place = Coordinate(
          latitude: box.south + (Double(row) + 0.5) / 60 * (box.north - box.south),
          longitude: box.west + (Double(column) + 0.5) / 60 * (box.east - box.west))
        // Thinning moves a border by one and a half steps at most.
        guard (Self.countries + [Self.lake, box]).allSatisfy({ $0.distance(place) > 1.5 * step })
        else { continue }
        judged += 1
        let isLake = Self.lake.holds(place)
        let isLand = !isLake && Self.countries.contains { $0.holds(place) }
        #expect(Self.holds(outlines.land, place) == isLand, "land at \(place)")
        #expect(Self.holds(outlines.water, place) == isLake, "water at \(place)")
      }
    }
    #expect(judged > 0 || points == 7)
    for line in outlines.land + outlines.water + outlines.borders {
      for place in line {
        #expect(
          place.latitude >= box.south - 1e-5 && place.latitude <= box.north + 2e-5
            && place.longitude >= box.west - 1e-5 && place.longitude <= box.east + 2e-5)
      }
    }
  }

  @Test func `borders are those between countries, and of districts where they are large`() throws {
    // Level 3 is drawn up to 0.003 degrees a point.
    let far = try Self.outlines(gazetteer, Box(30, 120, 40, 140), points: 1000)
    let border = try #require(far.borders.first)
    #expect(far.borders.count == 1)
    #expect(border.allSatisfy { abs($0.longitude - 128) < 0.03 })
    #expect(border.map(\.latitude).min() ?? 0 < 33.1 && border.map(\.latitude).max() ?? 0 > 36.9)
    let near = try Self.outlines(gazetteer, Box(34.5, 126.5, 35.5, 127.5), points: 1000)
    #expect(near.borders.contains { $0.contains { abs($0.latitude - 35) < 0.002 } })
    #expect(near.borders.contains { $0.contains { abs($0.longitude - 127) < 0.002 } })
  }

  @Test func `places are in the rectangle, the largest first`() throws {
    let places = try Self.outlines(gazetteer, Box(30, 120, 40, 140), points: 100).places
    #expect(places.map(\.name) == ["Seoul", "Busan", "Springfield"])
    #expect(places.map(\.rank) == [0, 1, 2])
    let some = try Self.outlines(gazetteer, Box(33.5, 127, 36.5, 128), points: 100).places
    #expect(some.map(\.name) == ["Busan"])
  }

  @Test func `a country that only its parts have borders of is no land beside a pack of countries`()
    throws
  {
    var writer = GeoPackWriter()
    let korea = try writer.add(GeoArea(.country, countryCode: "KR"))
    let city = try writer.add(GeoArea(.division, level: 1, parent: korea, countryCode: "KR"))
    for west in [126.0, 127] {
      try writer.add(
        GeoArea(.division, level: 2, parent: city, countryCode: "KR"),
        rings: [SmallWorld.square(33, west, 36, west + 1)])
    }
    let districts = try GeoPack(writer.finish())
    let world = try GeoPack(SmallWorld.bytes())
    let place = Coordinate(latitude: 36.5, longitude: 127.5)
    let box = Box(30, 120, 40, 140)
    for packs in [[districts, world], [world, districts]] {
      let both = try Self.outlines(Gazetteer(packs), box, points: 400)
      #expect(Self.holds(both.land, place))
    }
    // Alone, the districts are the land.
    let alone = try Self.outlines(Gazetteer([districts]), box, points: 400)
    #expect(!Self.holds(alone.land, place))
    #expect(Self.holds(alone.land, Coordinate(latitude: 35.5, longitude: 127.5)))
  }

  @Test func `a coast of many bays becomes coarser, and stays closed`() throws {
    var writer = GeoPackWriter()
    let bays = 15_000
    let ring = (0..<(2 * bays)).map { index in
      Coordinate(
        latitude: (index.isMultiple(of: 2) ? 10 : 12) + Double(index) / 1e4,
        longitude: -100 + 200 * Double(index) / Double(2 * bays))
    }
    let back = [
      Coordinate(latitude: -20, longitude: 100), Coordinate(latitude: -20, longitude: 0),
      Coordinate(latitude: -20, longitude: -100),
    ]
    try writer.add(GeoArea(.country, countryCode: "XX"), rings: [ring + back])
    let gazetteer = try Gazetteer([GeoPack(writer.finish())])
    let outlines = try Self.outlines(gazetteer, Box(-90, -180, 90, 180), points: 1 << 20)
    #expect(outlines.count <= Gazetteer.mostCoordinates)
    #expect(Self.holds(outlines.land, Coordinate(latitude: 0, longitude: 0)))
    #expect(!Self.holds(outlines.land, Coordinate(latitude: 30, longitude: 0)))
  }

  @Test func `nothing is drawn of no rectangle`() throws {
    for box in [Box(10, 10, 10, 20), Box(10, 20, 20, 10), Box(33.5, 127, 33.500001, 127.000001)] {
      #expect(try Self.outlines(gazetteer, box, points: 100).count == 0)
    }
  }

  @Test func `damage is an error, and nothing worse`() throws {
    let bytes = try SmallWorld.bytes()
    var refused = 0
    for at in stride(from: 300, to: bytes.count, by: 41) {
      var damaged = bytes
      damaged[at] ^= 0x10
      guard let pack = try? GeoPack(damaged), let gazetteer = try? Gazetteer([pack]) else {
        continue
      }
      do throws(GeoPackError) {
        _ = try gazetteer.outlines(
          from: Coordinate(latitude: -90, longitude: -180),
          to: Coordinate(latitude: 90, longitude: 180), points: 1000)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
