public import Cairn
public import Foundation

/// A place with a name, made by a `CLGeocoderBackend`. The parts of its address are its properties too:
/// `placemark.locality`.
@dynamicMemberLookup
public final class CLPlacemark: NSObject, Sendable {
  /// The parts of an address, each absent where it is not known.
  public struct Address: Hashable, Sendable {
    /// The place's own name.
    public var name: String?
    /// The street.
    public var thoroughfare: String?
    /// The number in the street.
    public var subThoroughfare: String?
    /// The city.
    public var locality: String?
    /// The part of the city.
    public var subLocality: String?
    /// The state or province.
    public var administrativeArea: String?
    /// The county.
    public var subAdministrativeArea: String?
    /// The postal code.
    public var postalCode: String?
    /// Two letters of ISO 3166.
    public var isoCountryCode: String?
    /// The country's name.
    public var country: String?
    /// A lake or river.
    public var inlandWater: String?
    /// An ocean.
    public var ocean: String?
    /// What is worth seeing there.
    public var areasOfInterest: [String]?
    /// The zone of its clocks.
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

  /// A part of its address.
  public subscript<Part>(dynamicMember part: KeyPath<Address, Part>) -> Part {
    address[keyPath: part]
  }
}
