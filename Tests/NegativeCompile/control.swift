// compiles: the same program without a mistake, so that the others fail for the right reason
import Cairn

final class Delegate: LocationManagerDelegate {
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
}

actor Owner {
  private var manager: LocationManager?
  func start() { manager = LocationManager() }
}
