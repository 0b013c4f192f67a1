/// Receives what a manager has to tell, where the manager was made: see `CLLocationManager`.
///
/// Every method has a default that does nothing, as Core Location's are optional; so a misspelt one is never
/// called, and only the compiler's warning about a near miss tells.
public protocol CLLocationManagerDelegate: AnyObject {
  /// New fixes: never empty, oldest first, the newest is `last`.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// A `CLError`. Of `locationUnknown` the service goes on.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// Once after the delegate is set, and on each change of status or accuracy.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// The same for who does not implement `locationManagerDidChangeAuthorization`.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// The device stands: no fixes come until it moves.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)

  /// It moves again.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)

  /// The device is in the region now, and was not before.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// The device has left the region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// What is known of a region: after each change, and when `requestState` asked.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// A region is monitored from now on.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// A region cannot be monitored; `nil`: none can, because the policy does not allow it.
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  )

  /// The device has come to stay, or has left.
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)

  /// A new heading.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
}

extension CLLocationManagerDelegate {
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {}
  public func locationManager(
    _ manager: CLLocationManager, didStartMonitoringFor region: CLRegion
  ) {}
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {}
  public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
  public func locationManager(
    _ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading
  ) {}
}
