// What the articles' listings stand in: each unit is a translation unit of its own, the least that gives a
// listing the names it uses. scripts/check/seeds.py puts the listings in place of the comments that name them.

// MARK: 000 reverse lookup

class ReverseLookup {
  let locationManager = CLLocationManager()
  // seed 000: func lookUpCurrentLocation(
}

// MARK: 000 forward lookup

class ForwardLookup {
  // seed 000: func getCoordinate(
}

// MARK: 001 didFail

class FailingFinder: CLLocationManagerDelegate {
  var lastLocationError: Error?
  func stopLocationManager() {}
  // seed 001: func locationManager(_ manager: CLLocationManager, didFailWithError
}

// MARK: 001 stop

class StoppingFinder {
  var updatingLocation = false
  // seed 001: let locationManager
  // seed 001: func stopLocationManager(
}

// MARK: 001 didUpdate

class FindingFinder: CLLocationManagerDelegate {
  let locationManager = CLLocationManager()
  var location: CLLocation?
  var lastLocationError: Error?
  func stopLocationManager() {}
  func updateLabels() {}
  // seed 001: func locationManager(
}

// MARK: 002 didUpdate

class Follower: CLLocationManagerDelegate {
  // seed 002: func locationManager(_ manager: CLLocationManager, didUpdateLocations
}

// MARK: 002 didFail

class DeniedFollower: CLLocationManagerDelegate {
  // seed 002: func locationManager(_ manager: CLLocationManager, didFailWithError
}

// MARK: 003 whole

// seed 003: import MapKit
// seed 003: import CoreLocation

class AddressLabel {
  var text: String?
}

class MapVC {
  let mapView = MKMapView()
  let addressLabel = AddressLabel()
  let regionInMeters = 1000.0
  // seed 003: let locationManager
  // seed 003: var previousLocation
  // seed 003: func checkLocationService(
  // seed 003, last: func setupLoactionManager(
  // seed 003: func checkLocationAuthorization(
  // seed 003: func centerViewOnUserLocation(
  // seed 003: func getPinCenterLocation(
}

extension MapVC: CLLocationManagerDelegate {
  // seed 003, last: func locationManager(_ manager: CLLocationManager, didUpdateLocations
  // seed 003, last: func locationManager(_ manager: CLLocationManager, didChangeAuthorization
}

// seed 003, last: extension MapVC: MKMapViewDelegate

// MARK: 004 status switch

class StatusReader {
  let locationManager = CLLocationManager()
  func disableMyLocationBasedFeatures() {}
  func enableMyWhenInUseFeatures() {}
  func enableMyAlwaysFeatures() {}
  func readStatus() {
    // seed 004: switch CLLocationManager.authorizationStatus()
  }
}

// MARK: 004 didChange

class StatusListener: CLLocationManagerDelegate {
  // seed 004: func locationManager(
}

// MARK: 004 start

class Starter {
  let locationManager = CLLocationManager()
  // seed 004, last: func startUpdatingLocation(
}

// MARK: 004 distance

class DistanceMeter: CLLocationManagerDelegate {
  // seed 004, last: func locationManager(
}

// MARK: 004 reverse lookup

class ShortReverseLookup {
  let locationManager = CLLocationManager()
  // seed 004: func lookUpCurrentLocation(
}

// MARK: 004 forward lookup

class ShortForwardLookup {
  // seed 004: func getCoordinate(
}
