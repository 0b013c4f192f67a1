public import Cairn
public import Foundation

/// A named place, from a `CLGeocoderBackend`. The parts of its address are its properties too, for
/// example `placemark.locality`.
@dynamicMemberLookup
public final class CLPlacemark: NSObject, Sendable {
  /// The parts of an address; `nil` for each unknown one.
  public struct Address: Hashable, Sendable {
    /// The place's own name.
    public var name: String?
    /// The street.
    public var thoroughfare: String?
    /// The house number.
    public var subThoroughfare: String?
    /// The city.
    public var locality: String?
    /// The city district.
    public var subLocality: String?
    /// The state or province.
    public var administrativeArea: String?
    /// The county.
    public var subAdministrativeArea: String?
    /// The postal code.
    public var postalCode: String?
    /// The country's two-letter ISO 3166 code.
    public var isoCountryCode: String?
    /// The country's name.
    public var country: String?
    /// The name of a lake or river.
    public var inlandWater: String?
    /// The name of an ocean.
    public var ocean: String?
    /// Sights at the place.
    public var areasOfInterest: [String]?
    /// The time zone.
    public var timeZone: TimeZone?

    /// Creates an address with nothing known; set the known parts.
    public init() {}
  }

  /// The position.
  public let location: CLLocation?
  private let address: Address
  private let area: Region?

  /// - Parameters:
  ///   - location: the position.
  ///   - area: the circle around the place; Core Location cannot express other shapes.
  ///   - address: the address.
  public init(location: CLLocation?, area: Region? = nil, address: Address) {
    self.location = location
    self.area = area
    self.address = address
  }

  /// The circle around the place; `nil` if unknown or not a circle.
  public var region: CLRegion? {
    guard let area, case .circle(let center, let radius) = area.shape else { return nil }
    return CLCircularRegion(
      center: CLLocationCoordinate2D(center), radius: radius, identifier: area.identifier)
  }

  /// A part of the address.
  public subscript<Part>(dynamicMember part: KeyPath<Address, Part>) -> Part {
    address[keyPath: part]
  }
}
