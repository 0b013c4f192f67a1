internal import CairnTypes

/// A service on the network that knows access points and cells, spoken to as to ichnaea: BeaconDB,
/// or one of the device's maker.
///
/// What the device hears is sent there, so no service is asked unless an application, or the
/// profile that it uses, names one.
public struct GeolocationService: Hashable, Sendable {
  /// The path that the interface gives the question.
  private static let usualPath = "/v1/geolocate"

  /// The address of the question, with the key in its query if the service wants one:
  /// `https://api.beacondb.net/v1/geolocate`.
  public let address: String
  /// The host in it, and the port if it has one, for messages: a query may hold a key.
  let host: String

  /// Takes an address; `nil` if it is none of HTTPS or HTTP with a host and printable ASCII alone.
  ///
  /// - Parameter address: one without a path is completed with that of the interface. HTTP is meant
  ///   for services within the device's own network, since anybody on the way can read it.
  public init?(_ address: String) {
    guard let parts = ServiceAddress(address) else { return nil }
    host = parts.host
    self.address = parts.completed(with: Self.usualPath)
  }
}
