internal import CairnJSON
public import CairnTypes

/// The answer of a geolocation service.
///
/// Source: mozilla/ichnaea, docs/api/geolocate.rst.
public struct GeolocateAnswer: Hashable, Sendable {
  /// Ratio of the radius that services state, 95 % of a normal distribution in the plane, to that
  /// of 68 %.
  private static let radiusRatio = 2.447_746_8 / standardDeviations68
  /// Metres: the accuracy assumed for answers without a radius.
  private static let unknownAccuracy = 5000.0

  /// Where the device is.
  public let coordinate: Coordinate
  /// Metres: the radius that holds the position with 68 % probability.
  public let horizontalAccuracy: Double
  /// Whether only the area of a cell was known.
  public let isArea: Bool

  /// Reads an answer.
  ///
  /// - Parameter json: the body, in UTF-8.
  /// - Throws: the defect of the answer, for a person.
  public init(json: [UInt8]) throws(GeolocateFailure) {
    let value: JSONValue
    do throws(JSONFailure) { value = try JSONReader.value(of: json[...]) } catch {
      throw GeolocateFailure("byte \(error.column): \(error.reason) expected")
    }
    let fallback = value["fallback"]?.asText
    // A position derived from the network address is not one of the device.
    guard fallback != "ipf" else {
      throw GeolocateFailure("it places only the network's address")
    }
    guard let latitude = value["location"]?["lat"]?.asNumber,
      let longitude = value["location"]?["lng"]?.asNumber
    else { throw GeolocateFailure("location with lat and lng is missing") }
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw GeolocateFailure("its location is out of range") }
    guard !coordinate.isNullIsland else {
      throw GeolocateFailure("its location is 0, 0, which stands for none")
    }
    let stated = value["accuracy"]?.asNumber ?? 0
    horizontalAccuracy =
      stated > 0 ? max(1, min(1e6, stated / Self.radiusRatio)) : Self.unknownAccuracy
    isArea = fallback != nil
  }
}

/// Why an answer cannot be used.
public struct GeolocateFailure: Error, Hashable, Sendable {
  /// Description of the missing or wrong part, for a person.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}
