import Cairn
import CoreLocationCompat

/// Writes down every call.
final class Diary: CLLocationManagerDelegate {
  var fixes: [CLLocation] = []
  var errors: [CLError] = []
  /// What was told beside fixes and errors, in order.
  var events: [String] = []
  var visits: [CLVisit] = []
  var ranged: [[CLBeacon]] = []
  var regions: [CLRegion?] = []
  var onUpdate: () -> Void = {}

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    fixes += locations
    onUpdate()
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    if let error = error as? CLError { errors.append(error) }
  }
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    events.append("\(manager.authorizationStatus)")
  }
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
    events.append("pause")
  }
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
    events.append("resume")
  }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    note("enter", region)
  }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    note("exit", region)
  }
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    note("\(state)", region)
  }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    note("start", region)
  }
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    note("fail \((error as? CLError)?.code.rawValue ?? -1)", region)
  }
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    visits.append(visit)
  }

  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    ranged.append(beacons)
  }
  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {
    ranged.append(beacons)
  }
  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    events.append("no ranging \((error as? CLError)?.code.rawValue ?? -1)")
  }
  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {
    note("no ranging \((error as? CLError)?.code.rawValue ?? -1) in", region)
  }
  func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) {
    events.append("no deferring \((error as? CLError)?.code.rawValue ?? -1)")
    onUpdate()
  }

  private func note(_ event: String, _ region: CLRegion?) {
    events.append(event)
    regions.append(region)
  }
}

/// A stage with a manager of its own, made outside any actor and off the main queue.
final class ManagedStage {
  let stage: Stage
  let manager: CLLocationManager
  let diary = Diary()

  init() throws {
    stage = try Stage()
    manager = CLLocationManager(system: stage.system, isolation: nil)
    manager.delegate = diary
    collect()
    diary.events = []
  }

  func collect() {
    stage.loop.settle()
    manager.processPendingEvents()
  }

  func start() {
    manager.startUpdatingLocation()
    collect()
  }

  func fix(north: Double = 0, accuracy: Double = 5, _ change: (inout Location) -> Void = { _ in }) {
    stage.emitFix(north: north, accuracy: accuracy, change)
    collect()
  }

  func advance(_ duration: Duration) {
    stage.loop.advance(by: duration)
    collect()
  }
}
