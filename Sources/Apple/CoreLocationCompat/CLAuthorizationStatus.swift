internal import Cairn

/// Whether a program may use location. A policy decides; no user is asked.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined = 0
  case restricted, denied, authorizedAlways, authorizedWhenInUse

  /// The name on macOS of `authorizedAlways`.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }

  init(_ status: AuthorizationStatus) {
    switch status {
    case .notDetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .authorizedAlways: self = .authorizedAlways
    case .authorizedWhenInUse: self = .authorizedWhenInUse
    }
  }
}

/// The accuracy of the positions that a program may have.
public enum CLAccuracyAuthorization: Int, Sendable {
  case fullAccuracy = 0
  case reducedAccuracy

  init(_ accuracy: AccuracyAuthorization) {
    switch accuracy {
    case .fullAccuracy: self = .fullAccuracy
    case .reducedAccuracy: self = .reducedAccuracy
    }
  }
}
