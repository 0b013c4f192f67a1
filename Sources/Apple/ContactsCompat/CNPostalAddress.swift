public import Foundation

/// A postal address; the parts that are not known are empty.
open class CNPostalAddress: NSObject, NSSecureCoding, NSCopying, NSMutableCopying {
  fileprivate var parts: Parts

  /// Stored parts of an address.
  struct Parts: Hashable {
    var street = ""
    var subLocality = ""
    var city = ""
    var subAdministrativeArea = ""
    var state = ""
    var postalCode = ""
    var country = ""
    var isoCountryCode = ""
  }

  /// The street with the house number.
  open var street: String { parts.street }
  /// The city district.
  open var subLocality: String { parts.subLocality }
  /// The city.
  open var city: String { parts.city }
  /// The county.
  open var subAdministrativeArea: String { parts.subAdministrativeArea }
  /// The state or province.
  open var state: String { parts.state }
  /// The postal code.
  open var postalCode: String { parts.postalCode }
  /// The country's name.
  open var country: String { parts.country }
  /// The country's two-letter ISO 3166 code.
  open var isoCountryCode: String { parts.isoCountryCode }

  /// Creates an address whose parts are all empty.
  public override init() { parts = Parts() }

  fileprivate init(_ parts: Parts) { self.parts = parts }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CNPostalAddress)?.parts == parts
  }

  open override var hash: Int { parts.hashValue }

  open override var description: String {
    let known = CNPostalAddress.keys.compactMap { key, path in
      parts[keyPath: path].isEmpty ? nil : "\(key)=\(parts[keyPath: path])"
    }
    return "<CNPostalAddress: \(known.joined(separator: ", "))>"
  }

  open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts) }

  open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts) }

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    parts = Parts()
    for (key, path) in CNPostalAddress.keys where coder.containsValue(forKey: key) {
      parts[keyPath: path] = coder.decodeObject(of: NSString.self, forKey: key) as String? ?? ""
    }
  }

  open func encode(with coder: NSCoder) {
    for (key, path) in CNPostalAddress.keys { coder.encode(parts[keyPath: path], forKey: key) }
  }

  /// The names of the parts.
  private static var keys: [(String, WritableKeyPath<Parts, String>)] {
    [
      (CNPostalAddressStreetKey, \.street), (CNPostalAddressSubLocalityKey, \.subLocality),
      (CNPostalAddressCityKey, \.city),
      (CNPostalAddressSubAdministrativeAreaKey, \.subAdministrativeArea),
      (CNPostalAddressStateKey, \.state), (CNPostalAddressPostalCodeKey, \.postalCode),
      (CNPostalAddressCountryKey, \.country), (CNPostalAddressISOCountryCodeKey, \.isoCountryCode),
    ]
  }
}

/// A postal address whose parts can be set.
open class CNMutablePostalAddress: CNPostalAddress {
  open override var street: String {
    get { parts.street }
    set { parts.street = newValue }
  }
  open override var subLocality: String {
    get { parts.subLocality }
    set { parts.subLocality = newValue }
  }
  open override var city: String {
    get { parts.city }
    set { parts.city = newValue }
  }
  open override var subAdministrativeArea: String {
    get { parts.subAdministrativeArea }
    set { parts.subAdministrativeArea = newValue }
  }
  open override var state: String {
    get { parts.state }
    set { parts.state = newValue }
  }
  open override var postalCode: String {
    get { parts.postalCode }
    set { parts.postalCode = newValue }
  }
  open override var country: String {
    get { parts.country }
    set { parts.country = newValue }
  }
  open override var isoCountryCode: String {
    get { parts.isoCountryCode }
    set { parts.isoCountryCode = newValue }
  }
}

/// The name of `CNPostalAddress.street`.
public let CNPostalAddressStreetKey = "street"
/// The name of `CNPostalAddress.subLocality`.
public let CNPostalAddressSubLocalityKey = "subLocality"
/// The name of `CNPostalAddress.city`.
public let CNPostalAddressCityKey = "city"
/// The name of `CNPostalAddress.subAdministrativeArea`.
public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"
/// The name of `CNPostalAddress.state`.
public let CNPostalAddressStateKey = "state"
/// The name of `CNPostalAddress.postalCode`.
public let CNPostalAddressPostalCodeKey = "postalCode"
/// The name of `CNPostalAddress.country`.
public let CNPostalAddressCountryKey = "country"
/// The name of `CNPostalAddress.isoCountryCode`.
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"
