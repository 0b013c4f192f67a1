import CoreLocationCompat
import Foundation

// With a receiver: started 1 times
// With a receiver: 37.566346 126.977933
// Without a receiver: started 1 times
// Without a receiver: no position

/// A manager that counts its starts, as a navigation program derives one.
class CountingManager: CLLocationManager {
  var starts = 0

  override func startUpdatingLocation() {
    starts += 1
    print("started \(starts) times")
    super.startUpdatingLocation()
  }
}

@main @MainActor
final class Subclass: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager = CountingManager()

  static func main() {
    let program = Subclass()
    program.manager.delegate = program
    program.manager.startUpdatingLocation()
    RunLoop.main.run()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let fix = locations.last?.coordinate else { return }
    print(fix.latitude, fix.longitude)
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print("no position")
  }
}
