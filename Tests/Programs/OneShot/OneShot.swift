import CoreLocationCompat
import Dispatch
import Foundation

// With a receiver: 37.566346 126.977933 within 2.0 m
// Without a receiver: no position: true

/// Asks for one position, on a thread of its own with a run loop.
final class OneShot: NSObject, CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let fix = locations.last else { return }
    print(
      fix.coordinate.latitude, fix.coordinate.longitude, "within", fix.horizontalAccuracy, "m")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print("no position:", (error as? CLError)?.code == .locationUnknown)
  }
}

@main
enum Program {
  static func main() {
    Thread.detachNewThread {
      let asker = OneShot()
      let manager = CLLocationManager()
      manager.delegate = asker
      manager.requestLocation()
      withExtendedLifetime((asker, manager)) { RunLoop.current.run() }
    }
    dispatchMain()
  }
}
