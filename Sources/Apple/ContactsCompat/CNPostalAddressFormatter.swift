public import Foundation

/// The style of a formatted address.
public enum CNPostalAddressFormatterStyle: Int, Sendable {
  /// As written on an envelope.
  case mailingAddress = 0
}

/// Writes postal addresses on lines, in the order of the country's post.
open class CNPostalAddressFormatter: Formatter {
  /// How to write addresses.
  open var style = CNPostalAddressFormatterStyle.mailingAddress

  /// Returns the lines of an address, without those of which nothing is known.
  open class func string(
    from postalAddress: CNPostalAddress, style: CNPostalAddressFormatterStyle
  ) -> String {
    let order = Order(of: postalAddress.isoCountryCode)
    let lines = order.lines(of: postalAddress).map { line in
      line.filter { !$0.isEmpty }.joined(separator: " ")
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the lines of an address, without those of which nothing is known.
  open func string(from postalAddress: CNPostalAddress) -> String {
    Self.string(from: postalAddress, style: style)
  }

  open override func string(for object: Any?) -> String? {
    (object as? CNPostalAddress).map { string(from: $0) }
  }

  /// The order of an address.
  private enum Order {
    /// The country first, the street last, as in Korea, Japan and China.
    case descending
    /// The postal code before the city, as in most of Europe.
    case codeFirst
    /// The postal code after the city and the state, as in America.
    case codeLast

    init(of country: String) {
      switch country.uppercased() {
      case "KR", "KP", "JP", "CN", "TW": self = .descending
      case "", "US", "CA", "AU", "NZ", "GB", "IE", "IN", "BR", "SG", "HK": self = .codeLast
      default: self = .codeFirst
      }
    }

    func lines(of address: CNPostalAddress) -> [[String]] {
      switch self {
      case .descending:
        [
          [address.country], [address.postalCode],
          [address.state, address.city, address.subLocality], [address.street],
        ]
      case .codeFirst:
        [
          [address.street], [address.subLocality], [address.postalCode, address.city],
          [address.country],
        ]
      case .codeLast:
        [
          [address.street], [address.subLocality],
          [address.city, address.state, address.postalCode], [address.country],
        ]
      }
    }
  }
}
