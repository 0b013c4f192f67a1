import CairnGeocoding
import CairnLinux
import CairnPlaces
import CairnTypes

/// Source of the answers of `cairn geocode`.
enum NameSource {
  case packs(Gazetteer)
  case service(PlaceClient)

  /// The sources of the data, with the words that licences ask to show.
  var sources: [String] {
    switch self {
    case .packs(let gazetteer): gazetteer.sources
    case .service(let client): [client.service.attribution]
    }
  }

  func placemark(
    at place: Coordinate, _ language: LanguageTag?
  ) throws(UnusableRow.Reason) -> Placemark? {
    switch self {
    case .packs(let gazetteer):
      do throws(GeoPackError) {
        return try gazetteer.placemark(at: place, language: language)
      } catch {
        throw .unsuitable("\(error)")
      }
    case .service(let client):
      do throws(PlaceServiceError) {
        return try client.placemarks(at: place, language: language).first
      } catch {
        throw .unsuitable("\(error)")
      }
    }
  }

  func placemarks(
    named query: String, near area: SearchArea?, _ language: LanguageTag?, limit: Int
  ) throws(UnusableRow.Reason) -> [Placemark] {
    switch self {
    case .packs(let gazetteer):
      do throws(GeoPackError) {
        return try gazetteer.placemarks(named: query, near: area, language: language, limit: limit)
      } catch {
        throw .unsuitable("\(error)")
      }
    case .service(let client):
      do throws(PlaceServiceError) {
        return Array(
          try client.placemarks(named: query, near: area, language: language).prefix(limit))
      } catch {
        throw .unsuitable("\(error)")
      }
    }
  }

  /// The columns that are added; packs have no streets.
  var columns: [String] {
    let common = [
      "country", "administrativeArea", "locality", "subLocality", "name", "ocean", "inlandWater",
      "timeZone", "address",
    ]
    return switch self {
    case .packs: common
    case .service: common + ["thoroughfare", "subThoroughfare", "postalCode"]
    }
  }

  /// The values of the columns.
  func values(of mark: Placemark) -> [AddedValue] {
    var texts = [
      mark.isoCountryCode, mark.administrativeArea, mark.locality, mark.subLocality, mark.name,
      mark.ocean, mark.inlandWater, mark.timeZone, mark.formattedAddress,
    ]
    if case .service = self {
      texts += [mark.thoroughfare, mark.subThoroughfare, mark.postalCode]
    }
    return texts.map { $0.flatMap { $0.isEmpty ? nil : .text($0) } ?? .nothing }
  }
}
