public import CairnTypes

/// Position, names and address of a place; `nil` for each unknown part. Streets, house numbers and
/// postal codes are in no pack; a network service may know them.
public struct Placemark: Hashable, Sendable {
  /// Position that was looked up, or a point inside the place that was found.
  public var coordinate: Coordinate
  /// The name of the smallest part that is known.
  public var name: String?
  /// The country's two letters of ISO 3166-1.
  public var isoCountryCode: String?
  /// The country's name.
  public var country: String?
  /// The state, province or 시도.
  public var administrativeArea: String?
  /// The city, town, village or 시군구.
  public var locality: String?
  /// The part of the city, or 읍면동.
  public var subLocality: String?
  /// The street.
  public var thoroughfare: String?
  /// The house number.
  public var subThoroughfare: String?
  /// The postal code, which `formattedAddress` leaves out.
  public var postalCode: String?
  /// The lake or reservoir.
  public var inlandWater: String?
  /// The ocean, sea, bay or strait.
  public var ocean: String?
  /// IANA time zone, such as `Asia/Seoul`.
  public var timeZone: String?

  /// Creates a placemark with a position only.
  public init(at coordinate: Coordinate) { self.coordinate = coordinate }
}

extension Placemark {
  /// The address on one line, in the order and with the separators of its country: large to small in
  /// East Asian scripts, else small to large.
  ///
  /// A Korean address in Latin letters is written small to large, as is usual in Korea.
  public var formattedAddress: String {
    var parts = [country, administrativeArea, locality, subLocality].compactMap(\.self)
    if parts.isEmpty || (country == nil && ocean != nil) {
      parts = [ocean, inlandWater].compactMap(\.self)
    }
    let order = parts.last.flatMap { AddressOrder.used(in: isoCountryCode, for: $0) }
    if let street = street(isLargeToSmall: order != nil) { parts.append(street) }
    var different: [String] = []
    for part in parts where different.last != part { different.append(part) }
    if let order { return different.joined(separator: order.separator) }
    return different.reversed().joined(separator: ", ")
  }
}

extension Placemark {
  /// Countries whose addresses put the number before the street.
  private static let numberFirst: Set<String> = [
    "AU", "CA", "FR", "GB", "HK", "IE", "IN", "LU", "MY", "NZ", "PH", "SG", "TH", "US", "ZA",
  ]

  /// Street and house number, in the order of the country; `nil` without a street.
  private func street(isLargeToSmall: Bool) -> String? {
    guard let thoroughfare else { return nil }
    guard let subThoroughfare else { return thoroughfare }
    let isNumberFirst = !isLargeToSmall && Self.numberFirst.contains(isoCountryCode ?? "")
    return isNumberFirst
      ? "\(subThoroughfare) \(thoroughfare)" : "\(thoroughfare) \(subThoroughfare)"
  }
}

/// The convention of addresses written large to small.
struct AddressOrder {
  /// The countries, each with its language.
  private let countries: [String: String]
  let separator: String
  /// Letters of which such an address consists.
  private let letters: [ClosedRange<UInt32>]

  private static let all = [
    AddressOrder(countries: ["KR": "ko", "KP": "ko"], separator: " ", letters: [0xAC00...0xD7A3]),
    AddressOrder(
      countries: ["JP": "ja", "CN": "zh", "TW": "zh-Hant", "HK": "zh-Hant", "MO": "zh-Hant"],
      separator: "", letters: [0x3040...0x30FF, 0x3400...0x9FFF]),
  ]

  /// Returns the order for an address with a name in it; `nil` for small to large.
  static func used(in country: String?, for name: String) -> AddressOrder? {
    guard let country else { return nil }
    return all.first { order in
      order.countries[country] != nil
        && name.unicodeScalars.contains { scalar in
          order.letters.contains { $0.contains(scalar.value) }
        }
    }
  }

  /// The languages of such addresses.
  static var languages: [(CountryCode, LanguageTag)] {
    all.flatMap { order in
      order.countries.compactMap { country, language in
        CountryCode(country).flatMap { code in LanguageTag(language).map { (code, $0) } }
      }
    }
  }
}
