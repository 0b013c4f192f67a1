package import CairnGeocoding
internal import CairnJSON
package import CairnTypes

/// Places on the page's map, and the address of its centre: from packs on the device, never from a network.
///
/// Isolation: `outlines` and `address` are called on one thread at a time, which a disk may keep waiting.
package struct DashboardPlaces: Sendable {
  /// Bytes of the longest outlines.
  package static let longestOutlines = 256 << 10
  /// Pixels beyond which outlines get no finer.
  private static let widest = 4096

  private let gazetteer: Gazetteer

  /// Creates places of packs.
  package init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// A rectangle of a map.
  package struct Box: Hashable, Sendable {
    /// Degrees, the western and southern ones smaller.
    package let west, south, east, north: Double
    /// Pixels.
    package let width: Int

    /// Reads `box=WEST,SOUTH,EAST,NORTH&width=PIXELS`; `nil` unless it is a rectangle on Earth.
    package init?(_ query: String) {
      let (longitudes, latitudes) = (-180.0...180.0, -90.0...90.0)
      guard let fields = QueryFields(query, ["box", "width"]), let width = fields.whole(1),
        let box = fields.numbers(0, in: [longitudes, latitudes, longitudes, latitudes]),
        width > 0, box[0] < box[2], box[1] < box[3]
      else { return nil }
      (west, south, east, north) = (box[0], box[1], box[2], box[3])
      self.width = min(width, DashboardPlaces.widest)
    }
  }

  /// Reads `at=LATITUDE,LONGITUDE`; `nil` for anything else.
  package static func position(_ query: String) -> Coordinate? {
    QueryFields(query, ["at"])?.numbers(0, in: [-90...90, -180...180])
      .map { Coordinate(latitude: $0[0], longitude: $0[1]) }
  }

  /// Returns what a map shows, as an object of at most `longestOutlines`.
  ///
  /// Once `isWanted` is false, nobody waits for it, and what is too long is not made coarser.
  ///
  /// - Throws: the damage of a pack.
  package func outlines(
    in box: Box, isWanted: () -> Bool = { true }
  ) throws(GeoPackError) -> [UInt8] {
    var points = box.width * 2
    while true {
      let outlines = try gazetteer.outlines(
        from: Coordinate(latitude: box.south, longitude: box.west),
        to: Coordinate(latitude: box.north, longitude: box.east), points: points)
      let text = Self.text(outlines, gazetteer.sources)
      // Many short lines have more commas than a few long ones.
      if text.count <= Self.longestOutlines || points < 16 || !isWanted() { return text }
      points /= 2
    }
  }

  /// Returns the address of a position, as an object.
  ///
  /// - Throws: the damage of a pack.
  package func address(at place: Coordinate) throws(GeoPackError) -> [UInt8] {
    let mark = try gazetteer.placemark(at: place)
    let text = mark?.formattedAddress ?? ""
    var json = JSONText()
    json.object {
      $0.member("text", text.isEmpty ? nil : text)
      if let mark, !text.isEmpty { $0.member("kind", Self.kind(of: mark)) }
    }
    json.newline()
    return json.bytes
  }

  /// The smallest part that is known, as `cairn geocode` calls its column.
  private static func kind(of mark: Placemark) -> String {
    let parts = [
      ("inlandWater", mark.inlandWater), ("subLocality", mark.subLocality),
      ("locality", mark.locality), ("administrativeArea", mark.administrativeArea),
      ("country", mark.country), ("ocean", mark.ocean),
    ]
    return parts.first { $0.1 != nil && $0.1 == mark.name }?.0 ?? "country"
  }

  private static func text(_ outlines: Outlines, _ sources: [String]) -> [UInt8] {
    var json = JSONText(capacity: 1 << 14)
    json.object {
      for (name, lines) in [
        ("land", outlines.land), ("water", outlines.water), ("borders", outlines.borders),
      ] {
        $0.key(name)
        $0.array { list in for line in lines { Self.write(line, to: &list) } }
      }
      // Licences ask to show them.
      $0.array("sources") { list in for source in sources { list.element(source) } }
      $0.array("places") { list in
        for place in outlines.places {
          list.array {
            $0.element(place.coordinate.longitude, places: 5)
            $0.element(place.coordinate.latitude, places: 5)
            $0.element(place.name)
            $0.integer(place.rank)
          }
        }
      }
    }
    json.newline()
    return json.bytes
  }

  private static func write(_ line: [Coordinate], to list: inout JSONText) {
    list.array {
      for place in line {
        $0.element(place.longitude, places: 5)
        $0.element(place.latitude, places: 5)
      }
    }
  }
}
