internal import Cairn
internal import CairnTypes

/// The delegate of Cairn's manager; passes events on in Core Location's form.
///
/// Isolation: that of its manager.
final class Relay: VisitDelegate, RegionMonitoringDelegate, HeadingDelegate,
  BeaconRangingDelegate
{
  weak var manager: CLLocationManager?

  private func tell(_ body: (CLLocationManager, any CLLocationManagerDelegate) -> Void) {
    if let manager, let delegate = manager.delegate { body(manager, delegate) }
  }

  func locationManager(_: LocationManager, didUpdateLocations locations: [Location]) {
    tell { manager, delegate in
      let now = manager.now
      delegate.locationManager(
        manager, didUpdateLocations: locations.map { CLLocation($0, at: now) })
    }
  }

  func locationManager(_: LocationManager, didFailWithError error: LocationError) {
    guard let error = CLError(error) else { return }
    tell { $1.locationManager($0, didFailWithError: error) }
  }

  /// Reports to the requested constraints and regions that they cannot be ranged, permanently or
  /// for a while.
  func locationManager(
    _: LocationManager, didFailRangingFor constraint: BeaconConstraint, error: LocationError
  ) {
    guard let asked = manager?.ranging else { return }
    let failure = CLError(error) ?? CLError(.rangingFailure)
    let constraints = asked.constraints.filter { $0.cairn == constraint }
    let regions = asked.regions.filter { $0.beaconIdentityConstraint.cairn == constraint }
    if error.severity == .fatal {
      manager?.ranging.constraints.removeAll { $0.cairn == constraint }
      manager?.ranging.regions.removeAll { $0.beaconIdentityConstraint.cairn == constraint }
    }
    for constraint in constraints {
      tell { $1.locationManager($0, didFailRangingFor: constraint, error: failure) }
    }
    for region in regions {
      tell { $1.locationManager($0, rangingBeaconsDidFailFor: region, withError: failure) }
    }
  }

  func locationManager(
    _: LocationManager, didRange beacons: [Beacon], satisfying constraint: BeaconConstraint
  ) {
    tell { manager, delegate in
      let found = beacons.map { CLBeacon($0, at: manager.now) }
      for own in manager.ranging.constraints where own.cairn == constraint {
        delegate.locationManager(manager, didRange: found, satisfying: own)
      }
      for own in manager.ranging.regions where own.beaconIdentityConstraint.cairn == constraint {
        delegate.locationManager(manager, didRangeBeacons: found, in: own)
      }
    }
  }

  func locationManagerDidChangeAuthorization(_: LocationManager) {
    tell { $1.locationManagerDidChangeAuthorization($0) }
  }

  func locationManagerDidPauseLocationUpdates(_: LocationManager) {
    tell { $1.locationManagerDidPauseLocationUpdates($0) }
  }

  func locationManagerDidResumeLocationUpdates(_: LocationManager) {
    tell { $1.locationManagerDidResumeLocationUpdates($0) }
  }

  func locationManager(_: LocationManager, didVisit visit: Visit) {
    tell { $1.locationManager($0, didVisit: CLVisit(visit, at: $0.now)) }
  }

  func locationManager(_: LocationManager, didUpdateHeading heading: Heading) {
    tell { $1.locationManager($0, didUpdateHeading: CLHeading(heading, at: $0.now)) }
  }

  func locationManagerShouldDisplayHeadingCalibration(_: LocationManager) -> Bool {
    guard let manager, let delegate = manager.delegate else { return false }
    return delegate.locationManagerShouldDisplayHeadingCalibration(manager)
  }

  // MARK: Regions

  func locationManager(_: LocationManager, didEnterRegion region: Region) {
    tell(of: region) { $1.locationManager($0, didEnterRegion: $2) }
  }

  func locationManager(_: LocationManager, didExitRegion region: Region) {
    tell(of: region) { $1.locationManager($0, didExitRegion: $2) }
  }

  func locationManager(
    _ core: LocationManager, didDetermineState state: RegionState, for region: Region
  ) {
    let isAnswer = manager?.starting.remove(region.identifier) != nil
    if isAnswer, core.monitoredRegions.contains(where: { $0.identifier == region.identifier }) {
      tell(of: region) { $1.locationManager($0, didStartMonitoringFor: $2) }
    }
    guard !isAnswer || state != .unknown else { return }
    tell(of: region) { $1.locationManager($0, didDetermineState: CLRegionState(state), for: $2) }
  }

  func locationManager(
    _: LocationManager, monitoringDidFailFor region: Region?, withError error: LocationError
  ) {
    guard let failure = CLError(error) else { return }
    guard let region else {
      manager?.starting = []
      return tell { $1.locationManager($0, monitoringDidFailFor: nil, withError: failure) }
    }
    tell(of: region) { $1.locationManager($0, monitoringDidFailFor: $2, withError: failure) }
  }

  /// Passes on an event with the program's own object for the region.
  private func tell(
    of region: Region,
    _ body: (CLLocationManager, any CLLocationManagerDelegate, CLRegion) -> Void
  ) {
    tell { manager, delegate in
      if let own = manager.regions[region.identifier] { body(manager, delegate, own) }
    }
  }
}

/// Requests for ranging, as the program's own objects.
struct RangingRequests {
  var constraints: [CLBeaconIdentityConstraint] = []
  var regions: [CLBeaconRegion] = []
}
