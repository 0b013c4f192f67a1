/// Whether a client may use location. Raw values are Core Location's.
public enum AuthorizationStatus: Int32, Hashable, Sendable, CaseIterable {
  /// The policy has not decided; refused until it has.
  case notDetermined = 0
  /// Refused by somebody above the one who decides on clients.
  case restricted
  /// Refused.
  case denied
  /// Allowed, whether anybody uses the client or not.
  case authorizedAlways
  /// Allowed while the client is in use, and no services that go on without that.
  case authorizedWhenInUse

  /// Whether fixes may be delivered.
  public var allowsLocation: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// How exact a position a client may have. Raw values are Core Location's.
public enum AccuracyAuthorization: Int32, Hashable, Sendable, CaseIterable {
  case fullAccuracy = 0
  case reducedAccuracy
}

/// A policy's answer for one client.
public struct Authorization: Hashable, Sendable {
  /// Whether the client may have positions at all.
  public var status: AuthorizationStatus
  /// How exact those positions may be.
  public var accuracy: AccuracyAuthorization
  /// What the policy lets the client use; `allows(_:)` also heeds the status and the accuracy.
  public var services: ServiceSet
  /// Whether somebody uses the client at present, which counts for `authorizedWhenInUse` alone: it gets
  /// nothing while nobody does, and keeps what it has started.
  public var isInUse = true
  /// Why, in words fit for a log: which rule of which policy.
  public var reason: String

  /// See the properties.
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
