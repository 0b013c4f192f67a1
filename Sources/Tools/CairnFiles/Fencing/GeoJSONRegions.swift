import CairnJSON
import CairnTypes
import CairnUpdates

/// Reads regions from GeoJSON: points with a radius, polygons without holes, lines with a width.
///
/// Source: RFC 7946.
enum GeoJSONRegions {
  /// - Throws: the line and column, or the feature, that is wrong, and why.
  static func read(_ bytes: [UInt8]) throws(RegionFileError) -> [PlacedRegion] {
    let root: JSONValue
    do throws(JSONFailure) {
      root = try JSONReader.value(of: bytes[...])
    } catch {
      throw RegionFileError(
        place: place(of: error.column - 1, in: bytes),
        reason: "not JSON: expected \(error.reason)")
    }
    guard root["type"] == .text("FeatureCollection"), case .array(let features)? = root["features"]
    else {
      throw RegionFileError(
        place: "line 1", reason: "no FeatureCollection with features; other GeoJSON is not read")
    }
    var regions: [PlacedRegion] = []
    regions.reserveCapacity(features.count)
    for (index, feature) in features.enumerated() {
      let place = "feature \(index + 1)"
      let shape: Region.Shape
      do throws(Reason) { shape = try self.shape(of: feature) } catch {
        throw RegionFileError(place: place, reason: error.text)
      }
      let region = Region(identifier: identifier(of: feature) ?? place, shape: shape)
      try regions.add(PlacedRegion(region: region, place: place))
    }
    return regions
  }

  private struct Reason: Error {
    let text: String
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(max(0, offset))
    let lines = before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return "line \(lines + 1), column \(before.count - start + 1)"
  }

  private static func identifier(of feature: JSONValue) -> String? {
    let properties = feature["properties"]
    let candidates = [
      properties?["identifier"], properties?["name"], properties?["id"], feature["id"],
    ]
    return candidates.lazy.compactMap { candidate in
      switch candidate {
      case .text(let text): text.isEmpty ? nil : text
      case .number(let digits): digits
      default: nil
      }
    }.first
  }

  private static func shape(of feature: JSONValue) throws(Reason) -> Region.Shape {
    guard let geometry = feature["geometry"], case .text(let type)? = geometry["type"],
      let coordinates = geometry["coordinates"]
    else { throw Reason(text: "no geometry with a type and coordinates") }
    switch type {
    case "Point":
      return .circle(
        center: try coordinate(coordinates), radius: try property("radius", of: feature, for: type))
    case "LineString":
      return .corridor(
        try self.coordinates(of: coordinates), width: try property("width", of: feature, for: type))
    case "Polygon":
      guard case .array(let rings) = coordinates, let ring = rings.first else {
        throw Reason(text: "a Polygon without a ring")
      }
      guard rings.count == 1 else {
        throw Reason(text: "a Polygon with a hole: make two regions of it, or leave the hole out")
      }
      return .polygon(try self.coordinates(of: ring))
    default:
      throw Reason(text: "a \(type): only Point, Polygon and LineString are regions")
    }
  }

  private static func property(
    _ name: String, of feature: JSONValue, for type: String
  ) throws(Reason) -> Double {
    guard let value = feature["properties"]?[name] else {
      throw Reason(text: "a \(type) needs a property \"\(name)\", in metres")
    }
    guard case .number(let digits) = value, let metres = Double(digits) else {
      throw Reason(text: "\"\(name)\" is \(value.kind), not a number of metres")
    }
    return metres
  }

  private static func coordinates(of value: JSONValue) throws(Reason) -> [Coordinate] {
    guard case .array(let positions) = value else {
      throw Reason(text: "its coordinates are \(value.kind), not an array of positions")
    }
    var coordinates: [Coordinate] = []
    coordinates.reserveCapacity(positions.count)
    for position in positions { coordinates.append(try coordinate(position)) }
    return coordinates
  }

  /// Reads longitude and latitude; a height that may follow is ignored.
  private static func coordinate(_ value: JSONValue) throws(Reason) -> Coordinate {
    guard case .array(let numbers) = value, numbers.count >= 2,
      case .number(let longitude) = numbers[0], case .number(let latitude) = numbers[1],
      let longitude = Double(longitude), let latitude = Double(latitude)
    else { throw Reason(text: "a position is not [longitude, latitude]") }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
