import Cairn

/// Writes down what the services beside the standard one tell.
final class ServiceRecorder: VisitDelegate, RegionMonitoringDelegate {
  var fixes: [Location] = []
  var errors: [LocationError] = []
  var visits: [Visit] = []
  var crossings: [String] = []
  var states: [RegionState] = []
  var failures: [(region: String?, code: LocationError.Code)] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    fixes += locations
  }
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    errors.append(error)
  }
  func locationManager(_ manager: LocationManager, didVisit visit: Visit) { visits.append(visit) }
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    crossings.append("enter \(region.identifier)")
  }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    crossings.append("exit \(region.identifier)")
  }
  func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region
  ) {
    states.append(state)
  }
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  ) {
    failures.append((region?.identifier, error.code))
  }
}
