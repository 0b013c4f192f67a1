public import CairnTypes

/// Place of an access point, from a database or learned by the device.
public struct KnownAccessPoint: Hashable, Sendable {
  /// Estimated position.
  public var coordinate: Coordinate
  /// Metres: the radius around `coordinate` that holds the access point with 68 % probability;
  /// `nil` if the source does not state it.
  public var accuracy: Double?

  /// Creates a place; the properties describe the values.
  public init(coordinate: Coordinate, accuracy: Double? = nil) {
    self.coordinate = coordinate
    self.accuracy = accuracy
  }
}

/// Looks up access points, for example in a pack or among those that the device has learned.
///
/// Only asked about addresses that are eligible. Must answer at once: a source that has to wait,
/// such as a service on a network, is asked beforehand.
public protocol AccessPointSource {
  /// Returns the place of an access point; `nil` if it is unknown, or if the access point moves
  /// about.
  func accessPoint(_ bssid: BSSID) -> KnownAccessPoint?
}

/// Looks up access points by calling a function.
public struct AccessPointLookUp: AccessPointSource {
  private let body: (BSSID) -> KnownAccessPoint?

  /// - Parameter body: returns the place of an access point.
  public init(_ body: @escaping (BSSID) -> KnownAccessPoint?) { self.body = body }

  public func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? { body(bssid) }
}
