// The articles' delegates as they run: what a listing does not show of its class is here, and writes down what
// happens. scripts/check/seeds.py puts the listings in place of the comments that name them.

import CoreLocation

/// Looks for one good position, then stops by itself.
class Finder: CLLocationManagerDelegate {
  var location: CLLocation?
  var lastLocationError: Error?
  var updatingLocation = false
  var labels = 0
  func updateLabels() { labels += 1 }
  // seed 001: let locationManager
  // seed 001: func stopLocationManager(
  // seed 001: func locationManager(_ manager: CLLocationManager, didFailWithError
  // seed 001, last: func locationManager(

  func begin() {
    locationManager.delegate = self
    locationManager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    updatingLocation = true
    locationManager.startUpdatingLocation()
  }
}

/// Writes down what the listing is called with.
final class CountingFinder: Finder {
  var codes: [CLError.Code?] = []
  var accuracies: [CLLocationAccuracy] = []

  override func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    accuracies += locations.map(\.horizontalAccuracy)
    super.locationManager(manager, didUpdateLocations: locations)
  }

  override func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    codes.append((error as? CLError)?.code)
    super.locationManager(manager, didFailWithError: error)
  }
}

/// Takes every position until it is denied.
class Listener: CLLocationManagerDelegate {
  // seed 002: func locationManager(_ manager: CLLocationManager, didUpdateLocations
  // seed 002: func locationManager(_ manager: CLLocationManager, didFailWithError
}

/// Counts what the listings are called with.
final class CountingListener: Listener {
  let manager = CLLocationManager()
  var updates = 0
  var errors: [CLError.Code?] = []

  override func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    updates += 1
    super.locationManager(manager, didUpdateLocations: locations)
  }

  override func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    errors.append((error as? CLError)?.code)
    super.locationManager(manager, didFailWithError: error)
  }
}

/// Does what the status allows, and walks.
class Walker: CLLocationManagerDelegate {
  let locationManager = CLLocationManager()
  var printed: [String] = []
  func print(_ value: Any) { printed.append("\(value)") }
  func disableMyLocationBasedFeatures() { printed.append("nothing") }
  func enableMyWhenInUseFeatures() { printed.append("in use") }
  func enableMyAlwaysFeatures() { printed.append("always") }
  func readStatus() {
    // seed 004: switch CLLocationManager.authorizationStatus()
  }
  // seed 004: func locationManager(
  // seed 004, last: func startUpdatingLocation(
  // seed 004, last: func locationManager(
}

/// Finds addresses.
class AddressFinder {
  let locationManager = CLLocationManager()
  // seed 000: func lookUpCurrentLocation(
  // seed 000: func getCoordinate(
}

/// Finds addresses in fewer words.
class ShortAddressFinder {
  let locationManager = CLLocationManager()
  // seed 004: func lookUpCurrentLocation(
  // seed 004: func getCoordinate(
}
