public import ContactsCompat
internal import Foundation

// Addresses by the keys of the Address Book, which programs used before there was Contacts.

extension CNPostalAddress {
  /// The address on one line.
  var oneLine: String {
    CNPostalAddressFormatter.string(from: self, style: .mailingAddress)
      .replacingOccurrences(of: "\n", with: ", ")
  }
}

extension CNMutablePostalAddress {
  /// Reads an address by the keys of the Address Book; what has another type is left out.
  convenience init(_ dictionary: [AnyHashable: Any]) {
    self.init()
    func text(_ key: String) -> String? { dictionary[key] as? String }
    street =
      text("Street")
      ?? [text("SubThoroughfare"), text("Thoroughfare")].compactMap(\.self).joined(separator: " ")
    subLocality = text("SubLocality") ?? ""
    city = text("City") ?? ""
    subAdministrativeArea = text("SubAdministrativeArea") ?? ""
    state = text("State") ?? ""
    postalCode = text("ZIP") ?? ""
    country = text("Country") ?? ""
    isoCountryCode = text("CountryCode") ?? ""
  }
}

extension CLPlacemark.Address {
  /// Converts an address of Contacts. The number of the house stays in the street.
  public init(_ postal: CNPostalAddress) {
    self.init()
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    thoroughfare = known(postal.street)
    subLocality = known(postal.subLocality)
    locality = known(postal.city)
    subAdministrativeArea = known(postal.subAdministrativeArea)
    administrativeArea = known(postal.state)
    postalCode = known(postal.postalCode)
    country = known(postal.country)
    isoCountryCode = known(postal.isoCountryCode)
  }

  /// Reads an address by the keys of the Address Book; what has another type is left out.
  public init(_ dictionary: [AnyHashable: Any]) {
    self.init(CNMutablePostalAddress(dictionary))
    name = dictionary["Name"] as? String
    if let street = dictionary["Thoroughfare"] as? String {
      thoroughfare = street
      subThoroughfare = dictionary["SubThoroughfare"] as? String
    }
  }
}

extension CLPlacemark {
  /// The address by the keys of the Address Book; `nil` if no part of it is known.
  var dictionary: [AnyHashable: Any]? {
    let postal = postalAddress
    var dictionary: [AnyHashable: Any] = [:]
    dictionary["Name"] = name
    dictionary["Thoroughfare"] = thoroughfare
    dictionary["SubThoroughfare"] = subThoroughfare
    dictionary["SubLocality"] = subLocality
    dictionary["City"] = locality
    dictionary["SubAdministrativeArea"] = subAdministrativeArea
    dictionary["State"] = administrativeArea
    dictionary["ZIP"] = postalCode
    dictionary["Country"] = country
    dictionary["CountryCode"] = isoCountryCode
    if let postal {
      if !postal.street.isEmpty { dictionary["Street"] = postal.street }
      dictionary["FormattedAddressLines"] = CNPostalAddressFormatter.string(
        from: postal, style: .mailingAddress
      ).split(separator: "\n").map(String.init)
    }
    return dictionary.isEmpty ? nil : dictionary
  }
}
