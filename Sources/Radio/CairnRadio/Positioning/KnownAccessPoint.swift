public import CairnTypes

/// What a database or the device itself knows about an access point.
public struct KnownAccessPoint: Hashable, Sendable {
  /// Where it is thought to be.
  public var coordinate: Coordinate
  /// Metres: the radius around `coordinate` that holds the access point with 68 % probability;
  /// `nil` when the source does not say.
  public var accuracy: Double?

  /// Creates the knowledge; the properties describe the values.
  public init(coordinate: Coordinate, accuracy: Double? = nil) {
    self.coordinate = coordinate
    self.accuracy = accuracy
  }
}

/// Looks up access points, for example in a file of a region or in what the device has learned.
///
/// Only asked about addresses that are eligible. Must answer at once: a source that has to wait,
/// such as a service on a network, is asked beforehand.
public protocol AccessPointSource {
  /// Returns what is known about an access point; `nil` if nothing is, or if it moves about.
  func accessPoint(_ bssid: BSSID) -> KnownAccessPoint?
}

/// Looks up access points by calling a function.
public struct AccessPointLookUp: AccessPointSource {
  private let body: (BSSID) -> KnownAccessPoint?

  /// - Parameter body: returns what is known about an access point.
  public init(_ body: @escaping (BSSID) -> KnownAccessPoint?) { self.body = body }

  public func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? { body(bssid) }
}
