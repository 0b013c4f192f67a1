public import CairnGeocoding
public import CairnTypes

/// Looks up placemarks for a `Geocoder`: packs, or a service of the application's.
public protocol PlacemarkSource: Sendable {
  /// Returns the places at a position, the nearest first; none if nothing is known.
  func placemarks(
    at coordinate: Coordinate, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark]

  /// Returns the places that an address may mean, the likeliest first; none if nothing is found.
  ///
  /// Those in `area` come before others that fit as well; `nil` is no preference.
  func placemarks(
    named address: String, near area: SearchArea?, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark]
}

/// Packs as a source; they need no network.
public struct PackSource: PlacemarkSource {
  /// The packs.
  public let gazetteer: Gazetteer

  /// Creates a source.
  public init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// Returns the place at a position; a damaged pack is a `storageFailure`.
  public func placemarks(
    at coordinate: Coordinate, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    do throws(GeoPackError) {
      return try gazetteer.placemark(at: coordinate, language: language).map { [$0] } ?? []
    } catch {
      throw LocationError(.storageFailure)
    }
  }

  /// Returns the places that an address may mean; a damaged pack is a `storageFailure`.
  public func placemarks(
    named address: String, near area: SearchArea?, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    do throws(GeoPackError) {
      return try gazetteer.placemarks(named: address, near: area, language: language)
    } catch {
      throw LocationError(.storageFailure)
    }
  }
}
