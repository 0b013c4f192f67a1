import CoreLocationCompat
import Foundation

// With a receiver: allowed: true
// With a receiver: 1 fix
// Without a receiver: allowed: true
// Without a receiver: no position

/// Hands on what it is told, as location clients do that have delegates of their own.
@MainActor
final class Forwarder: NSObject, @MainActor CLLocationManagerDelegate {
  weak var next: (any CLLocationManagerDelegate)?

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    next?.locationManagerDidChangeAuthorization?(manager)
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    next?.locationManager?(manager, didUpdateLocations: locations)
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    next?.locationManager?(manager, didFailWithError: error)
  }
}

@main @MainActor
final class OptionalCall: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let forwarder = Forwarder()

  static func main() {
    let program = OptionalCall()
    program.forwarder.next = program
    program.manager.delegate = program.forwarder
    RunLoop.main.run()
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    print("allowed:", manager.authorizationStatus == .authorizedAlways)
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    print(locations.count, "fix")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print("no position")
  }
}
