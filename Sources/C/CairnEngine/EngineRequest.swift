internal import Cairn
internal import CairnTypes

/// One request for a position. A manager of its own, because a manager has one request at a time.
///
/// Isolation: the thread of its owner.
final class EngineRequest: LocationManagerDelegate {
  /// The program's number.
  let number: Int32
  /// Readable when `takeOutcome` may have one.
  let descriptor: Int32
  private let manager: LocationManager
  private var outcome: Result<Location, LocationError>?

  init(_ number: Int32, _ request: LocationRequest, of system: LocationSystem) {
    self.number = number
    manager = LocationManager(system: system, isolation: nil)
    descriptor = manager.eventDescriptor
    manager.delegate = self
    manager.requestLocation(request, isolation: nil)
  }

  /// Returns the answer once there is one.
  func takeOutcome() -> Result<Location, LocationError>? {
    manager.processPendingEvents()
    return outcome
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let fix = locations.last { outcome = .success(fix) }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    if error.severity == .fatal { outcome = .failure(error) }
  }
}
