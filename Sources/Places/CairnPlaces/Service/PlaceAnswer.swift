public import CairnGeocoding
internal import CairnJSON
internal import CairnTypes

/// Reads the answers of place services.
public enum PlaceAnswer {
  /// Maximum number of places read from one answer.
  private static let limit = 50
  /// Characters of the longest text that is kept.
  private static let longest = 200

  /// Reads an answer.
  ///
  /// Invalid entries are left out if at least one is valid.
  ///
  /// - Parameters:
  ///   - json: the body.
  ///   - kind: the kind of service.
  /// - Returns: the service's best place first; empty if it knows none.
  /// - Throws: `.badAnswer` if the body is not an answer of such a service.
  public static func placemarks(
    json: [UInt8], of kind: PlaceService.Kind
  ) throws(PlaceServiceError) -> [Placemark] {
    let value: JSONValue
    do throws(JSONFailure) { value = try JSONReader.value(of: json[...]) } catch {
      throw .badAnswer("byte \(error.column): \(error.reason) expected")
    }
    let entries: [JSONValue]
    switch (kind, value) {
    case (.nominatim, .array(let list)): entries = list
    case (.nominatim, .object):
      // An unknown place is answered with an error and status 200.
      if value["lat"] == nil, value["error"] != nil { return [] }
      entries = [value]
    case (.photon, .object):
      guard case .array(let list)? = value["features"] else {
        throw .badAnswer("features are missing")
      }
      entries = list
    default: throw .badAnswer("it is \(value.kind)")
    }
    let read = entries.prefix(limit)
    let marks = read.compactMap { kind == .nominatim ? nominatim($0) : photon($0) }
    guard !marks.isEmpty || read.isEmpty else { throw .badAnswer("no entry has a position") }
    return marks
  }

  // MARK: - Nominatim

  /// Source: Nominatim's manual, "Place Output Formats" and "addressdetails".
  private static func nominatim(_ entry: JSONValue) -> Placemark? {
    guard let place = position(entry["lat"], entry["lon"]) else { return nil }
    var mark = Placemark(at: place)
    let address = Part(entry["address"])
    mark.isoCountryCode = code(address["country_code"])
    mark.country = address["country"]
    mark.administrativeArea = address["state"] ?? address["province"] ?? address["region"]
    mark.locality =
      address["city"] ?? address["town"] ?? address["village"] ?? address["municipality"]
      ?? address["hamlet"] ?? address["county"]
    mark.subLocality =
      address["suburb"] ?? address["city_district"] ?? address["borough"] ?? address["quarter"]
      ?? address["neighbourhood"]
    if mark.isoCountryCode == "KR", mark.administrativeArea == nil, let part = address["borough"] {
      // A city that is also a province, with its 구.
      mark.administrativeArea = mark.locality
      mark.locality = part
      mark.subLocality = address["suburb"] ?? address["quarter"]
    }
    mark.thoroughfare = address["road"] ?? address["pedestrian"] ?? address["footway"]
    mark.subThoroughfare = address["house_number"]
    mark.postalCode = address["postcode"]
    mark.inlandWater = address["water"]
    mark.name = text(entry["name"]) ?? smallest(mark)
    return mark
  }

  // MARK: - Photon

  /// Source: Photon's README, "Photon API".
  private static func photon(_ entry: JSONValue) -> Placemark? {
    guard case .array(let position)? = entry["geometry"]?["coordinates"], position.count >= 2,
      let place = Self.position(position[1], position[0])
    else { return nil }
    var mark = Placemark(at: place)
    let properties = Part(entry["properties"])
    mark.isoCountryCode = code(properties["countrycode"])
    mark.country = properties["country"]
    mark.administrativeArea = properties["state"]
    mark.locality = properties["city"] ?? properties["county"]
    mark.subLocality = properties["district"] ?? properties["locality"]
    mark.thoroughfare = properties["street"]
    mark.subThoroughfare = properties["housenumber"]
    mark.postalCode = properties["postcode"]
    let name = properties["name"]
    // In an entry for a larger area, only its name identifies it.
    switch properties["type"] {
    case "street": mark.thoroughfare = mark.thoroughfare ?? name
    case "district", "locality": mark.subLocality = mark.subLocality ?? name
    case "city": mark.locality = properties["city"] ?? name
    case "state": mark.administrativeArea = mark.administrativeArea ?? name
    case "country": mark.country = mark.country ?? name
    default: break
    }
    mark.name = name ?? smallest(mark)
    return mark
  }

  // MARK: - Parts

  /// The texts of an object.
  private struct Part {
    private let object: JSONValue?

    init(_ object: JSONValue?) { self.object = object }

    subscript(name: String) -> String? { PlaceAnswer.text(object?[name]) }
  }

  /// Reads a position, whose numbers are texts in Nominatim's answers.
  private static func position(_ latitude: JSONValue?, _ longitude: JSONValue?) -> Coordinate? {
    func number(_ value: JSONValue?) -> Double? {
      value?.asNumber ?? value?.asText.flatMap { DecimalText.number($0) }
    }
    guard let latitude = number(latitude), let longitude = number(longitude) else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid && !place.isNullIsland ? place : nil
  }

  private static func code(_ text: String?) -> String? {
    guard let text, text.utf8.count == 2,
      text.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) })
    else { return nil }
    return text.uppercased()
  }

  private static func smallest(_ mark: Placemark) -> String? {
    if let street = mark.thoroughfare {
      return mark.subThoroughfare.map { "\(street) \($0)" } ?? street
    }
    return mark.inlandWater ?? mark.subLocality ?? mark.locality ?? mark.administrativeArea
      ?? mark.country
  }

  /// Returns a text without control characters for terminals; `nil` if nothing is left.
  private static func text(_ value: JSONValue?) -> String? {
    guard let text = value?.asText else { return nil }
    let scalars = text.unicodeScalars.prefix(longest).filter {
      $0.properties.generalCategory != .control
    }
    let plain = String(String.UnicodeScalarView(scalars))
    return plain.allSatisfy(\.isWhitespace) ? nil : plain
  }
}
