/// Whether a client may use location. Raw values are Core Location's.
public enum AuthorizationStatus: Int32, Hashable, Sendable, CaseIterable {
  /// The policy has not decided yet; the client's services wait until it has.
  case notDetermined = 0
  /// Refused by an authority above the one that decides on clients.
  case restricted
  /// Refused.
  case denied
  /// Allowed, whether or not the client is in use.
  case authorizedAlways
  /// Allowed while the client is in use, without the services that continue in the background.
  case authorizedWhenInUse

  /// Whether fixes may be delivered.
  public var allowsLocation: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// How accurate the positions of a client may be. Raw values are Core Location's.
public enum AccuracyAuthorization: Int32, Hashable, Sendable, CaseIterable {
  case fullAccuracy = 0
  case reducedAccuracy
}

/// A policy's answer for one client.
public struct Authorization: Hashable, Sendable {
  /// Whether the client may have positions at all.
  public var status: AuthorizationStatus
  /// How accurate those positions may be.
  public var accuracy: AccuracyAuthorization
  /// Services the policy lets the client use; `allows(_:)` also checks the status and the accuracy.
  public var services: ServiceSet
  /// Whether the client is in use at present. Only `authorizedWhenInUse` depends on it: such a
  /// client receives nothing while not in use, but its services stay started.
  public var isInUse = true
  /// Why, in words fit for a log: which rule of which policy decided.
  public var reason: String

  /// Creates an authorization; the properties describe the values.
  public init(
    status: AuthorizationStatus, accuracy: AccuracyAuthorization = .fullAccuracy,
    services: ServiceSet = .all, reason: String
  ) {
    self.status = status
    self.accuracy = accuracy
    self.services = services
    self.reason = reason
  }
}
