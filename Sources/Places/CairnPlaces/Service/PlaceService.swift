internal import CairnTypes

/// A network service that knows streets and house numbers, such as one's own Nominatim or Photon.
///
/// No service is asked unless an application names one, and each learns the positions that it is
/// asked about. The service of the OpenStreetMap Foundation allows a whole application one request
/// a second at most, requires a user agent that identifies the application, and forbids lists of
/// addresses and a search with each letter; see
/// https://operations.osmfoundation.org/policies/nominatim/.
public struct PlaceService: Hashable, Sendable {
  /// Interface of a service.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nominatim: `/reverse` and `/search`, with `format=jsonv2`.
    case nominatim
    /// Photon: `/reverse` and `/api`, which answer with GeoJSON.
    case photon
  }

  /// Interface of the service.
  public let kind: Kind
  /// The address before `/reverse`, without a slash at its end.
  public let address: String
  /// The host of the address, and its port if it has one, for messages.
  public let host: String
  /// The name of the application and a contact, for the service's operators.
  public let userAgent: String
  /// The attribution to show beside the service's answers.
  public let attribution: String

  /// Names a service.
  ///
  /// - Parameters:
  ///   - kind: its interface.
  ///   - address: an address of HTTPS, or of HTTP within the device's own network, such as
  ///     `http://localhost:8080`.
  ///   - userAgent: the application's name and a contact, such as `Tramfinder/1.2
  ///     (ops@tram.example)`.
  ///   - attribution: the attribution that the data's licence requires.
  /// - Throws: `.address` or `.userAgent` if one of them is missing or cannot be sent.
  public init(
    _ kind: Kind, address: String, userAgent: String,
    attribution: String = "© OpenStreetMap contributors"
  ) throws(PlaceServiceError) {
    guard let parts = ServiceAddress(address), !parts.path.contains(where: { "?#".contains($0) })
    else { throw .address(address) }
    guard (1...200).contains(userAgent.utf8.count),
      userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
      userAgent.utf8.contains(where: { $0 != 0x20 })
    else { throw .userAgent(userAgent) }
    self.kind = kind
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    host = parts.host
    self.userAgent = userAgent
    self.attribution = attribution
  }

  /// Tells services apart in the storage of answers; of the address, which may hold a key, it has
  /// the host and a checksum.
  var key: String {
    let sum = String(recordSum(Array(address.utf8)[...]), radix: 16)
    return "\(kind.rawValue) \(host) \(sum)"
  }
}

extension PlaceService: CustomStringConvertible {
  /// Interface and address, without a key.
  public var description: String { "\(kind.rawValue) at \(RedactedAddress(address))" }
}
