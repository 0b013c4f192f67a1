public import CairnHAL
public import CairnTypes
public import CairnUpdates

/// Receives the fixes and events of a manager, on the isolation that created the manager.
///
/// The two methods without a default are required, so that a misspelt one is a compile error and
/// not a silent omission.
public protocol LocationManagerDelegate: AnyObject {
  /// Delivers new fixes: at least one, oldest first, all of them valid.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])

  /// Reports an error that may need action; `error.severity` tells whether the service goes on.
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)

  /// Called once after the delegate is set, then after each change of status, accuracy or services,
  /// and when the client begins or ceases to be in use, whether a service runs or not.
  func locationManagerDidChangeAuthorization(_ manager: LocationManager)

  /// Reports that the device stands: until it moves, no fixes come, and they cost no power.
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager)

  /// Reports that the device moves again.
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager)

  /// Reports which providers are on, and why: when the standard service starts and on each change.
  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan)
}

extension LocationManagerDelegate {
  public func locationManagerDidChangeAuthorization(_ manager: LocationManager) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {}
  public func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {}
}

/// Receives visits. A manager whose delegate does not adopt this refuses to start the service.
public protocol VisitDelegate: LocationManagerDelegate {
  /// Reports that the device has come to stay, with a `departure` of `nil`, or has left. Times are
  /// those of arrival and departure, not of their detection.
  func locationManager(_ manager: LocationManager, didVisit visit: Visit)
}

/// Receives region events. A manager whose delegate does not adopt this starts no monitoring.
public protocol RegionMonitoringDelegate: LocationManagerDelegate {
  /// Reports that the device has entered the region.
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region)

  /// Reports that the device has left the region.
  func locationManager(_ manager: LocationManager, didExitRegion region: Region)

  /// Reports a region's state: after each entry and exit, in answer to `requestState`, and when
  /// monitoring begins with the device inside, but not when it begins outside.
  func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region)

  /// Reports that a region is not monitored any more; `nil` if all, because the policy denies it.
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  )
}

/// Receives ranged beacons. A manager whose delegate does not adopt this does not start ranging.
public protocol BeaconRangingDelegate: LocationManagerDelegate {
  /// Reports once a second the beacons in range, the nearest first and those of unknown distance last;
  /// an empty array if there are none.
  func locationManager(
    _ manager: LocationManager, didRange beacons: [Beacon], satisfying constraint: BeaconConstraint)

  /// Reports that beacons cannot be ranged: for good if the error is fatal, otherwise until what is wrong
  /// is over.
  func locationManager(
    _ manager: LocationManager, didFailRangingFor constraint: BeaconConstraint, error: LocationError
  )
}

/// Receives headings. A manager whose delegate does not adopt this refuses to start the service.
public protocol HeadingDelegate: LocationManagerDelegate {
  /// Reports a new heading; without an accuracy it is a rough one.
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading)

  /// Asks once, when the compass is not calibrated or is disturbed, whether the application shows its
  /// user how to calibrate it: by turning the device about several axes. By default it does not.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: LocationManager) -> Bool
}

extension HeadingDelegate {
  public func locationManagerShouldDisplayHeadingCalibration(_ manager: LocationManager) -> Bool {
    false
  }
}
