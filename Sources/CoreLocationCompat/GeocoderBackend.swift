public import Cairn
public import CairnGeocoder
internal import CairnGeocoding
public import Foundation

/// Answers `CLGeocoder` with a `Geocoder`, such as one that looks into packs of places.
public struct GeocoderBackend: CLGeocoderBackend {
  /// Who answers.
  public let geocoder: Geocoder

  /// Creates a backend.
  ///
  /// - Parameter geocoder: who answers.
  public init(_ geocoder: Geocoder) { self.geocoder = geocoder }

  public func places(
    at coordinate: Coordinate, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    try await geocoder.placemarks(at: coordinate, language: LanguageTag(locale))
      .map { CLPlacemark($0) }
  }

  /// Returns the places that an address may mean; those in the area come first.
  public func places(
    named address: String, in area: Region?, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    let found = try await geocoder.placemarks(named: address, language: LanguageTag(locale))
    guard let area, case .circle(let center, let radius) = area.shape else {
      return found.map { CLPlacemark($0) }
    }
    let inside = found.filter { center.distance(to: $0.coordinate) <= radius }
    let outside = found.filter { center.distance(to: $0.coordinate) > radius }
    return (inside + outside).map { CLPlacemark($0) }
  }
}

extension LanguageTag {
  /// The language of a locale; `nil` for none, or for one without a language.
  fileprivate init?(_ locale: Locale?) {
    guard let locale else { return nil }
    self.init(locale.identifier(.bcp47))
  }
}

extension CLPlacemark {
  /// A place in Core Location's form.
  fileprivate convenience init(_ place: Placemark) {
    var address = Address()
    address.name = place.name
    address.isoCountryCode = place.isoCountryCode
    address.country = place.country
    address.administrativeArea = place.administrativeArea
    address.locality = place.locality
    address.subLocality = place.subLocality
    address.inlandWater = place.inlandWater
    address.ocean = place.ocean
    address.timeZone = place.timeZone.flatMap { TimeZone(identifier: $0) }
    let position = CLLocation(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    self.init(location: position, address: address)
  }
}
