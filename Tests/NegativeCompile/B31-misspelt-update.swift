// B31: nor does one that misspells didUpdateLocations
// expect: requirement 'locationManager(_:didUpdateLocations:)'
import Cairn

final class Delegate: LocationManagerDelegate {
  func locationManager(_ manager: LocationManager, didUpdateLocation locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
}
