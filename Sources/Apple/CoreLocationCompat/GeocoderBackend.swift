public import Cairn
internal import CairnGeocoding
public import CairnPlaces
public import Foundation

/// Answers `CLGeocoder` with a `Geocoder`, such as one that looks into packs of places.
///
/// Its placemarks have a position without an accuracy, and no region.
public struct GeocoderBackend: CLGeocoderBackend {
  /// Geocoder that answers the requests.
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

  /// Returns the places that an address may mean; of equally good ones, those in the area come first.
  public func places(
    named address: String, in area: Region?, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    var first: SearchArea?
    if let area, case .circle(let center, let radius) = area.shape {
      first = SearchArea(center: center, radius: radius)
    }
    return try await geocoder.placemarks(
      named: address, near: first, language: LanguageTag(locale)
    )
    .map { CLPlacemark($0) }
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
    address.thoroughfare = place.thoroughfare
    address.subThoroughfare = place.subThoroughfare
    address.postalCode = place.postalCode
    address.inlandWater = place.inlandWater
    address.ocean = place.ocean
    address.timeZone = place.timeZone.flatMap { TimeZone(identifier: $0) }
    let position = CLLocation(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    self.init(location: position, address: address)
  }
}
