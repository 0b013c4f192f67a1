internal import CairnTypes
internal import CairnWireless

/// A service on the network that takes what devices have learned of access points, spoken to as to
/// ichnaea: BeaconDB, or one of the device's maker.
public struct SubmissionService: Hashable, Sendable {
  /// The address that batches are sent to.
  public let address: String
  /// The host in it, and the port if it has one, for messages: a query may hold a key.
  package let host: String

  /// Takes an address; `nil` if it is none of HTTPS or HTTP with a host and printable ASCII alone.
  ///
  /// - Parameter address: one without a path is completed with that of the interface,
  ///   `/v2/geosubmit`. HTTP is meant for services within the device's own network, since anybody on
  ///   the way can read it.
  public init?(_ address: String) {
    guard let parts = ServiceAddress(address) else { return nil }
    host = parts.host
    self.address = parts.completed(with: "/v2/geosubmit")
  }
}

extension SubmissionService: CustomStringConvertible {
  /// The address without a key.
  public var description: String { RedactedAddress(address).description }
}
