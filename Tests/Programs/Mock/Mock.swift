import CoreLocationCompat
import Foundation

// With a receiver: mock 1.0 2.0
// With a receiver: real 37.566346 126.977933
// Without a receiver: mock 1.0 2.0
// Without a receiver: real: no position

/// What the program needs of a manager, so that its tests can put another in its place.
protocol Positioning: AnyObject {
  var delegate: (any CLLocationManagerDelegate)? { get set }
  var authorizationStatus: CLAuthorizationStatus { get }
  func requestWhenInUseAuthorization()
  func startUpdatingLocation()
  func stopUpdatingLocation()
}

extension CLLocationManager: Positioning {}

/// Says where it was told to be.
final class MockManager: Positioning {
  weak var delegate: (any CLLocationManagerDelegate)?
  var authorizationStatus = CLAuthorizationStatus.notDetermined

  func requestWhenInUseAuthorization() {
    authorizationStatus = .authorizedWhenInUse
    delegate?.locationManagerDidChangeAuthorization?(CLLocationManager())
  }

  func startUpdatingLocation() {
    delegate?.locationManager?(
      CLLocationManager(), didUpdateLocations: [CLLocation(latitude: 1, longitude: 2)])
  }

  func stopUpdatingLocation() {}
}

@main @MainActor
final class Mock: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager: any Positioning
  private let name: String

  init(_ manager: any Positioning, _ name: String) {
    self.manager = manager
    self.name = name
    super.init()
    manager.delegate = self
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
  }

  static func main() {
    let programs = [Mock(MockManager(), "mock"), Mock(CLLocationManager(), "real")]
    withExtendedLifetime(programs) { RunLoop.main.run() }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let fix = locations.last?.coordinate else { return }
    print(name, fix.latitude, fix.longitude)
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print(name + ": no position")
  }
}
