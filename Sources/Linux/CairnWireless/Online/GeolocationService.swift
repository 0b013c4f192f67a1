internal import CairnTypes

/// A network service that knows access points and cells, with the interface of ichnaea: BeaconDB,
/// or one of the device's maker.
///
/// The device's observations are sent there, so no service is asked unless an application, or the
/// profile that it uses, names one.
public struct GeolocationService: Hashable, Sendable {
  /// The path of the question in the service's interface.
  private static let usualPath = "/v1/geolocate"

  /// The address of the question, with the key in its query if the service requires one:
  /// `https://api.beacondb.net/v1/geolocate`.
  public let address: String
  /// The host of the address, and its port if it has one, for messages: a query may hold a key.
  let host: String

  /// Creates a service; `nil` unless the address is one of HTTPS or HTTP with a host, in printable
  /// ASCII.
  ///
  /// - Parameter address: one without a path is completed with that of the interface. HTTP is meant
  ///   for services within the device's own network, because its traffic can be read on the way.
  public init?(_ address: String) {
    guard let parts = ServiceAddress(address) else { return nil }
    host = parts.host
    self.address = parts.completed(with: Self.usualPath)
  }
}

extension GeolocationService: CustomStringConvertible {
  /// The address without a key.
  public var description: String { RedactedAddress(address).description }
}
