internal import CairnTypes

/// A service on the network that knows streets and house numbers, such as one's own Nominatim or Photon.
///
/// No service is asked unless an application names one, and each learns the positions that it is asked about.
/// That of the OpenStreetMap Foundation wants one request a second at most from a whole application, with a
/// user agent that says which, and neither lists of addresses nor a search with each letter; see
/// https://operations.osmfoundation.org/policies/nominatim/.
public struct PlaceService: Hashable, Sendable {
  /// What the service speaks.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nominatim: `/reverse` and `/search`, with `format=jsonv2`.
    case nominatim
    /// Photon: `/reverse` and `/api`, which answer with GeoJSON.
    case photon
  }

  /// What the service speaks.
  public let kind: Kind
  /// The address before `/reverse`, without a slash at its end.
  public let address: String
  /// The host in it, and the port if it has one, for messages.
  public let host: String
  /// The name of the application, by which the service's owners can tell whom to ask about it.
  public let userAgent: String
  /// The words to show beside what the service has answered.
  public let attribution: String

  /// Names a service.
  ///
  /// - Parameters:
  ///   - kind: what it speaks.
  ///   - address: of HTTPS, or of HTTP within the device's own network, such as `http://localhost:8080`.
  ///   - userAgent: the application's name, such as `Tramfinder/1.2 (ops@tram.example)`.
  ///   - attribution: the words that the data's licence asks to show.
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
}
