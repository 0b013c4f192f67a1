// Core Location's delegate methods are optional members: programs that forward events call them
// with a question mark, `delegate?.locationManager?(manager, didUpdateLocations: fixes)`. Here
// every method exists, so these properties are never `nil`.

extension CLLocationManagerDelegate {
  /// The methods whose name begins with `locationManager`, callable like an optional member.
  public var locationManager: CLLocationManagerDelegateCalls? {
    CLLocationManagerDelegateCalls(self)
  }

  /// The method of that name, callable like an optional member.
  public var locationManagerDidChangeAuthorization: ((CLLocationManager) -> Void)? {
    { self.locationManagerDidChangeAuthorization($0) }
  }

  /// The method of that name, callable like an optional member.
  public var locationManagerShouldDisplayHeadingCalibration: ((CLLocationManager) -> Bool)? {
    { self.locationManagerShouldDisplayHeadingCalibration($0) }
  }

  /// The method of that name, callable like an optional member.
  public var locationManagerDidPauseLocationUpdates: ((CLLocationManager) -> Void)? {
    { self.locationManagerDidPauseLocationUpdates($0) }
  }

  /// The method of that name, callable like an optional member.
  public var locationManagerDidResumeLocationUpdates: ((CLLocationManager) -> Void)? {
    { self.locationManagerDidResumeLocationUpdates($0) }
  }
}

/// The delegate's methods as calls of a value; see `CLLocationManagerDelegate.locationManager`.
public struct CLLocationManagerDelegateCalls {
  private let delegate: any CLLocationManagerDelegate

  init(_ delegate: any CLLocationManagerDelegate) { self.delegate = delegate }

  /// Calls `locationManager(_:didUpdateLocations:)`.
  public func callAsFunction(_ manager: CLLocationManager, didUpdateLocations fixes: [CLLocation]) {
    delegate.locationManager(manager, didUpdateLocations: fixes)
  }

  /// Calls `locationManager(_:didFailWithError:)`.
  public func callAsFunction(_ manager: CLLocationManager, didFailWithError error: any Error) {
    delegate.locationManager(manager, didFailWithError: error)
  }

  /// Calls `locationManager(_:didChangeAuthorization:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    delegate.locationManager(manager, didChangeAuthorization: status)
  }

  /// Calls `locationManager(_:didEnterRegion:)`.
  public func callAsFunction(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    delegate.locationManager(manager, didEnterRegion: region)
  }

  /// Calls `locationManager(_:didExitRegion:)`.
  public func callAsFunction(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    delegate.locationManager(manager, didExitRegion: region)
  }

  /// Calls `locationManager(_:didDetermineState:for:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    delegate.locationManager(manager, didDetermineState: state, for: region)
  }

  /// Calls `locationManager(_:didStartMonitoringFor:)`.
  public func callAsFunction(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    delegate.locationManager(manager, didStartMonitoringFor: region)
  }

  /// Calls `locationManager(_:monitoringDidFailFor:withError:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error
  ) {
    delegate.locationManager(manager, monitoringDidFailFor: region, withError: error)
  }

  /// Calls `locationManager(_:didVisit:)`.
  public func callAsFunction(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    delegate.locationManager(manager, didVisit: visit)
  }

  /// Calls `locationManager(_:didUpdateHeading:)`.
  public func callAsFunction(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
    delegate.locationManager(manager, didUpdateHeading: heading)
  }

  /// Calls `locationManager(_:didRange:satisfying:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying constraint: CLBeaconIdentityConstraint
  ) {
    delegate.locationManager(manager, didRange: beacons, satisfying: constraint)
  }

  /// Calls `locationManager(_:didFailRangingFor:error:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, didFailRangingFor constraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    delegate.locationManager(manager, didFailRangingFor: constraint, error: error)
  }

  /// Calls `locationManager(_:didRangeBeacons:in:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {
    delegate.locationManager(manager, didRangeBeacons: beacons, in: region)
  }

  /// Calls `locationManager(_:rangingBeaconsDidFailFor:withError:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {
    delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error)
  }

  /// Calls `locationManager(_:didFinishDeferredUpdatesWithError:)`.
  public func callAsFunction(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) {
    delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error)
  }
}
