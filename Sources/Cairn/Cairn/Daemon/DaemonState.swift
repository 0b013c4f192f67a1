internal import CairnTypes
internal import CairnWire
internal import Synchronization

/// What the daemon says of this program, as the policy of the system that leads to it.
///
/// Isolation: written on the event loop, read anywhere; the lock guards the value only.
final class DaemonState: AuthorizationPolicy {
  private let authorization: Mutex<Authorization>

  init(_ authorization: Authorization) { self.authorization = Mutex(authorization) }

  /// Notes what the daemon says; the link tells those concerned.
  func note(_ authorization: Authorization) { self.authorization.withLock { $0 = authorization } }

  /// The daemon knows its clients by their connections: every manager of this program is the same one.
  func authorization(for client: ClientIdentity) -> Authorization {
    authorization.withLock { $0 }
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {}
}

extension LocationError {
  /// The error of what the daemon does not do for its clients.
  package static func notServed(_ what: String) -> LocationError {
    LocationError(
      .invalidConfiguration, severity: .fatal,
      reason: "the daemon does not serve \(what); use LocationSystem.device")
  }
}

extension WireStatus.Obstacle {
  /// The same for this program.
  var reason: Availability.Reason? {
    switch self {
    case .none: nil
    case .noHardware: .noHardware
    case .denied: .denied
    case .airplaneMode: .airplaneMode
    case .radioOff: .radioOff
    case .noNetwork: .noNetwork
    }
  }

  package init(_ reason: Availability.Reason?) {
    self =
      switch reason {
      case nil: .none
      case .noHardware: .noHardware
      case .denied: .denied
      case .airplaneMode: .airplaneMode
      case .radioOff: .radioOff
      case .noNetwork: .noNetwork
      }
  }
}
