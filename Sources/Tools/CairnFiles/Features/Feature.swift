package import CairnJSON
package import CairnTypes

/// A feature of a GeoJSON file.
package struct Feature {
  /// What is known of it.
  package let properties: JSONValue
  /// Outer and inner borders of all its polygons.
  package let rings: [[Coordinate]]

  /// - Throws: why it is of no use.
  package init(_ text: [UInt8]) throws(UnusableRow.Reason) {
    let value: JSONValue
    do throws(JSONFailure) { value = try JSONReader.value(of: text[...]) } catch {
      throw .unsuitable("\(error.reason) expected at byte \(error.column) of the feature")
    }
    properties = value["properties"] ?? .null
    rings = try Self.rings(value["geometry"])
  }

  /// The text of a property; `nil` if it is missing or empty.
  package func text(_ name: String) -> String? {
    guard let value = properties[name] else { return nil }
    if case .number(let digits) = value { return digits }
    guard let text = value.asText, !text.isEmpty else { return nil }
    return text
  }

  /// The first of several properties that has a text.
  package func text(_ names: [String]) -> String? { names.lazy.compactMap { text($0) }.first }

  private static func rings(_ geometry: JSONValue?) throws(UnusableRow.Reason) -> [[Coordinate]] {
    guard case .array(let parts)? = geometry?["coordinates"] else {
      throw .unsuitable("it has no coordinates")
    }
    switch geometry?["type"]?.asText {
    case "Polygon"?: return try parts.map(ring)
    case "MultiPolygon"?:
      var rings: [[Coordinate]] = []
      for part in parts {
        guard case .array(let polygon) = part else { throw .unsuitable("a polygon is no list") }
        rings += try polygon.map(ring)
      }
      return rings
    case let type: throw .unsuitable("it is no polygon, but \(type ?? "nothing")")
    }
  }

  private static func ring(_ value: JSONValue) throws(UnusableRow.Reason) -> [Coordinate] {
    guard case .array(let points) = value else { throw .unsuitable("a ring is no list") }
    return try points.map { point throws(UnusableRow.Reason) in
      guard case .array(let numbers) = point, numbers.count >= 2,
        let longitude = numbers[0].asNumber, let latitude = numbers[1].asNumber
      else { throw .unsuitable("a vertex is no pair of numbers") }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      guard place.isValid else {
        throw .unsuitable("a vertex is not on Earth: latitude \(latitude), longitude \(longitude)")
      }
      return place
    }
  }
}
