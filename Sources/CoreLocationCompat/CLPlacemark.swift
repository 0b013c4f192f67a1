public import Cairn
public import Foundation

/// A place with a name. Made by a `CLGeocoderBackend`.
public final class CLPlacemark: NSObject, Sendable {
  /// The parts of an address, each absent where it is not known.
  public struct Address: Hashable, Sendable {
    public var name, thoroughfare, subThoroughfare, locality, subLocality: String?
    public var administrativeArea, subAdministrativeArea, postalCode: String?
    public var isoCountryCode, country, inlandWater, ocean: String?
    public var areasOfInterest: [String]?
    public var timeZone: TimeZone?

    /// Nothing is known; set what is.
    public init() {}
  }

  /// Where it is.
  public let location: CLLocation?
  private let address: Address
  private let area: Region?

  /// - Parameters:
  ///   - location: where it is.
  ///   - area: the circle that holds it; other shapes have no name in Core Location.
  ///   - address: what it is called.
  public init(location: CLLocation?, area: Region? = nil, address: Address) {
    self.location = location
    self.area = area
    self.address = address
  }

  /// The circle that holds it.
  public var region: CLRegion? {
    guard let area, case .circle(let center, let radius) = area.shape else { return nil }
    return CLCircularRegion(
      center: CLLocationCoordinate2D(center), radius: radius, identifier: area.identifier)
  }

  /// The place's own name.
  public var name: String? { address.name }
  /// The street.
  public var thoroughfare: String? { address.thoroughfare }
  /// The number in the street.
  public var subThoroughfare: String? { address.subThoroughfare }
  /// The city.
  public var locality: String? { address.locality }
  /// The part of the city.
  public var subLocality: String? { address.subLocality }
  /// The state or province.
  public var administrativeArea: String? { address.administrativeArea }
  /// The county.
  public var subAdministrativeArea: String? { address.subAdministrativeArea }
  /// The postal code.
  public var postalCode: String? { address.postalCode }
  /// Two letters of ISO 3166.
  public var isoCountryCode: String? { address.isoCountryCode }
  /// The country's name.
  public var country: String? { address.country }
  /// A lake or river.
  public var inlandWater: String? { address.inlandWater }
  /// An ocean.
  public var ocean: String? { address.ocean }
  /// What is worth seeing there.
  public var areasOfInterest: [String]? { address.areasOfInterest }
  /// The zone of its clocks.
  public var timeZone: TimeZone? { address.timeZone }
}
