public import CairnHAL
public import CairnTypes
public import CairnUpdates

/// Receives what the update rules let through, on the isolation that created the manager.
///
/// The two methods without a default are required, so a misspelt one is a compile error and never a
/// silent omission.
public protocol LocationManagerDelegate: AnyObject {
  /// New fixes: never empty, oldest first, the newest is `last`, every element valid.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])

  /// Something a client may have to act on; `error.severity` says whether the service goes on.
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)

  /// Called once after the delegate is set, then on each change of status, accuracy or services, and when
  /// the client begins or ends to be in use; whether a service runs or not.
  func locationManagerDidChangeAuthorization(_ manager: LocationManager)

  /// The device stands: no fixes come, and no power is spent on them, until it moves.
  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager)

  /// It moves again.
  func locationManagerDidResumeLocationUpdates(_ manager: LocationManager)

  /// Which providers are on, and why: when the standard service starts, and after each change while it runs.
  func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan)
}

extension LocationManagerDelegate {
  public func locationManagerDidChangeAuthorization(_ manager: LocationManager) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {}
  public func locationManager(_ manager: LocationManager, didChangePlan plan: PowerPlan) {}
}

/// Stays at places. A manager whose delegate does not adopt this refuses to start the service.
public protocol VisitDelegate: LocationManagerDelegate {
  /// The device has come to stay, with a `departure` of `nil`, or has left. Times are when it came and left,
  /// not when that was found out.
  func locationManager(_ manager: LocationManager, didVisit visit: Visit)
}

/// Regions. A manager whose delegate does not adopt this refuses to start the service.
public protocol RegionMonitoringDelegate: LocationManagerDelegate {
  /// The device is in the region now, and was not before.
  func locationManager(_ manager: LocationManager, didEnterRegion region: Region)

  /// The device has left the region.
  func locationManager(_ manager: LocationManager, didExitRegion region: Region)

  /// What is known of a region: after each entry and exit, when `requestState` asked, and when monitoring
  /// begins with the device inside. That it begins outside is not told.
  func locationManager(
    _ manager: LocationManager, didDetermineState state: RegionState, for region: Region)

  /// A region cannot be monitored, and is not any more; `nil`: none is, because the policy does not allow it.
  func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  )
}

/// Distances to beacons. A manager whose delegate does not adopt this refuses to start the service.
public protocol BeaconRangingDelegate: LocationManagerDelegate {
  /// The beacons that are received, the nearest first, those of unknown distance last; none while there are
  /// none.
  func locationManager(
    _ manager: LocationManager, didRange beacons: [Beacon], satisfying constraint: BeaconConstraint)
}

/// Compass headings. A manager whose delegate does not adopt this refuses to start the service.
public protocol HeadingDelegate: LocationManagerDelegate {
  /// A new heading.
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading)
}
