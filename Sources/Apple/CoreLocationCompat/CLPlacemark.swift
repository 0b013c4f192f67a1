public import Cairn
public import ContactsCompat
public import Foundation

/// A named place, from a `CLGeocoderBackend`.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; what it stores is constant.
open class CLPlacemark: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
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

  private let place: CLLocation?
  private let address: Address
  private let area: Region?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - location: the position.
  ///   - area: the circle around the place; Core Location cannot express other shapes.
  ///   - address: the address.
  public init(location: CLLocation?, area: Region? = nil, address: Address) {
    place = location
    self.area = area
    self.address = address
  }

  /// Creates a place like another one.
  public init(placemark: CLPlacemark) {
    place = placemark.place
    area = placemark.area
    address = placemark.address
  }

  /// Creates a place of which nothing is known, for subclasses that replace its properties.
  public override init() {
    place = nil
    area = nil
    address = Address()
  }

  /// The position.
  ///
  /// From `GeocoderBackend` it has latitude and longitude alone. Its `horizontalAccuracy` is 0, as
  /// in every location that is created from these two: it says nothing about the size of the place.
  open var location: CLLocation? { place }
  /// The circle around the place; `nil` if unknown or not a circle.
  ///
  /// Unknown with `GeocoderBackend`, whose placemarks have a position and no extent.
  open var region: CLRegion? {
    guard let area, case .circle(let center, let radius) = area.shape else { return nil }
    return CLCircularRegion(
      center: CLLocationCoordinate2D(center), radius: radius, identifier: area.identifier)
  }
  /// The place's own name.
  open var name: String? { address.name }
  /// The street.
  open var thoroughfare: String? { address.thoroughfare }
  /// The house number.
  open var subThoroughfare: String? { address.subThoroughfare }
  /// The city.
  open var locality: String? { address.locality }
  /// The city district.
  open var subLocality: String? { address.subLocality }
  /// The state or province.
  open var administrativeArea: String? { address.administrativeArea }
  /// The county.
  open var subAdministrativeArea: String? { address.subAdministrativeArea }
  /// The postal code.
  open var postalCode: String? { address.postalCode }
  /// The country's two-letter ISO 3166 code.
  open var isoCountryCode: String? { address.isoCountryCode }
  /// The country's name.
  open var country: String? { address.country }
  /// The name of a lake or river.
  open var inlandWater: String? { address.inlandWater }
  /// The name of an ocean.
  open var ocean: String? { address.ocean }
  /// Sights at the place.
  open var areasOfInterest: [String]? { address.areasOfInterest }
  /// The time zone.
  open var timeZone: TimeZone? { address.timeZone }

  /// The address as Contacts has it; `nil` if no part of it is known.
  open var postalAddress: CNPostalAddress? {
    let postal = CNMutablePostalAddress()
    postal.street = [subThoroughfare, thoroughfare].compactMap(\.self).joined(separator: " ")
    postal.subLocality = subLocality ?? ""
    postal.city = locality ?? ""
    postal.subAdministrativeArea = subAdministrativeArea ?? ""
    postal.state = administrativeArea ?? ""
    postal.postalCode = postalCode ?? ""
    postal.country = country ?? ""
    postal.isoCountryCode = isoCountryCode ?? ""
    return postal == CNPostalAddress() ? nil : postal
  }

  /// The address by the keys that were used before Contacts; `nil` if no part of it is known.
  @available(*, deprecated, message: "use postalAddress and the properties")
  open var addressDictionary: [AnyHashable: Any]? { dictionary }

  open override var description: String {
    let postal = postalAddress.map {
      CNPostalAddressFormatter.string(from: $0, style: .mailingAddress)
        .replacingOccurrences(of: "\n", with: ", ")
    }
    return [name, postal, location.map { "@ \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    var address = Address()
    for (key, path) in Self.archived { address[keyPath: path] = coder.decodeText(forKey: key) }
    if coder.containsValue(forKey: "areasOfInterest") {
      address.areasOfInterest =
        coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "areasOfInterest")
        as? [String]
    }
    address.timeZone = coder.decodeText(forKey: "timeZone").flatMap { TimeZone(identifier: $0) }
    self.address = address
    place = coder.decode(CLLocation.self, forKey: "location")
    let circle = coder.decode(CLCircularRegion.self, forKey: "region")
    area = circle.map(\.cairn)
  }

  open func encode(with coder: NSCoder) {
    for (key, path) in Self.archived { coder.encode(address[keyPath: path], forKey: key) }
    coder.encode(areasOfInterest, forKey: "areasOfInterest")
    coder.encode(timeZone?.identifier, forKey: "timeZone")
    coder.encode(location, forKey: "location")
    coder.encode(region, forKey: "region")
  }

  /// The texts of an archive, each with its key.
  private static var archived: [(String, WritableKeyPath<Address, String?>)] {
    [
      ("name", \.name), ("thoroughfare", \.thoroughfare), ("subThoroughfare", \.subThoroughfare),
      ("locality", \.locality), ("subLocality", \.subLocality),
      ("administrativeArea", \.administrativeArea),
      ("subAdministrativeArea", \.subAdministrativeArea), ("postalCode", \.postalCode),
      ("isoCountryCode", \.isoCountryCode), ("country", \.country), ("inlandWater", \.inlandWater),
      ("ocean", \.ocean),
    ]
  }
}
