import CoreLocationCompat

enum UsesCLLocationManager: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLLocationManager.init()", CLLocationManager.init as () -> CLLocationManager))
    uses.append(("CLLocationManager.delegate", \CLLocationManager.delegate))
    uses.append(("CLLocationManager.authorizationStatus", \CLLocationManager.authorizationStatus))
    uses.append(
      ("CLLocationManager.accuracyAuthorization", \CLLocationManager.accuracyAuthorization))
    uses.append(("CLLocationManager.location", \CLLocationManager.location))
    uses.append(("CLLocationManager.heading", \CLLocationManager.heading))
    uses.append(("CLLocationManager.distanceFilter", \CLLocationManager.distanceFilter))
    uses.append(("CLLocationManager.desiredAccuracy", \CLLocationManager.desiredAccuracy))
    uses.append(("CLLocationManager.activityType", \CLLocationManager.activityType))
    uses.append(
      (
        "CLLocationManager.pausesLocationUpdatesAutomatically",
        \CLLocationManager.pausesLocationUpdatesAutomatically
      ))
    uses.append(("CLLocationManager.monitoredRegions", \CLLocationManager.monitoredRegions))
    uses.append(
      (
        "CLLocationManager.maximumRegionMonitoringDistance",
        \CLLocationManager.maximumRegionMonitoringDistance
      ))
    uses.append(("CLLocationManager.headingFilter", \CLLocationManager.headingFilter))
    uses.append(("CLLocationManager.headingOrientation", \CLLocationManager.headingOrientation))
    uses.append(
      ("CLLocationManager.rangedBeaconConstraints", \CLLocationManager.rangedBeaconConstraints))
    uses.append(("CLLocationManager.rangedRegions", \CLLocationManager.rangedRegions))
    uses.append(
      (
        "CLLocationManager.isAuthorizedForWidgetUpdates",
        \CLLocationManager.isAuthorizedForWidgetUpdates
      ))
    uses.append(
      (
        "CLLocationManager.allowsBackgroundLocationUpdates",
        \CLLocationManager.allowsBackgroundLocationUpdates
      ))
    uses.append(
      (
        "CLLocationManager.showsBackgroundLocationIndicator",
        \CLLocationManager.showsBackgroundLocationIndicator
      ))
    uses.append(
      (
        "CLLocationManager.authorizationStatus()",
        CLLocationManager.authorizationStatus as () -> CLAuthorizationStatus
      ))
    uses.append(
      (
        "CLLocationManager.requestWhenInUseAuthorization()",
        CLLocationManager.requestWhenInUseAuthorization
      ))
    uses.append(
      (
        "CLLocationManager.requestAlwaysAuthorization()",
        CLLocationManager.requestAlwaysAuthorization
      ))
    uses.append(
      (
        "CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:)",
        { (m: CLLocationManager) async throws in
          try await m.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "")
        }
      ))
    uses.append(
      (
        "CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:completion:)",
        CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:completion:)
      ))
    uses.append(
      ("CLLocationManager.locationServicesEnabled()", CLLocationManager.locationServicesEnabled))
    uses.append(
      (
        "CLLocationManager.significantLocationChangeMonitoringAvailable()",
        CLLocationManager.significantLocationChangeMonitoringAvailable
      ))
    uses.append(
      (
        "CLLocationManager.isMonitoringAvailable(for:)",
        CLLocationManager.isMonitoringAvailable(for:)
      ))
    uses.append(("CLLocationManager.headingAvailable()", CLLocationManager.headingAvailable))
    uses.append(("CLLocationManager.isRangingAvailable()", CLLocationManager.isRangingAvailable))
    uses.append(
      ("CLLocationManager.startUpdatingLocation()", CLLocationManager.startUpdatingLocation))
    uses.append(
      ("CLLocationManager.stopUpdatingLocation()", CLLocationManager.stopUpdatingLocation))
    uses.append(("CLLocationManager.requestLocation()", CLLocationManager.requestLocation))
    uses.append(
      (
        "CLLocationManager.startMonitoringSignificantLocationChanges()",
        CLLocationManager.startMonitoringSignificantLocationChanges
      ))
    uses.append(
      (
        "CLLocationManager.stopMonitoringSignificantLocationChanges()",
        CLLocationManager.stopMonitoringSignificantLocationChanges
      ))
    uses.append(
      ("CLLocationManager.startMonitoringVisits()", CLLocationManager.startMonitoringVisits))
    uses.append(
      ("CLLocationManager.stopMonitoringVisits()", CLLocationManager.stopMonitoringVisits))
    uses.append(
      ("CLLocationManager.startMonitoring(for:)", CLLocationManager.startMonitoring(for:)))
    uses.append(("CLLocationManager.stopMonitoring(for:)", CLLocationManager.stopMonitoring(for:)))
    uses.append(("CLLocationManager.requestState(for:)", CLLocationManager.requestState(for:)))
    uses.append(
      ("CLLocationManager.startUpdatingHeading()", CLLocationManager.startUpdatingHeading))
    uses.append(("CLLocationManager.stopUpdatingHeading()", CLLocationManager.stopUpdatingHeading))
    uses.append(
      (
        "CLLocationManager.dismissHeadingCalibrationDisplay()",
        CLLocationManager.dismissHeadingCalibrationDisplay
      ))
    uses.append(
      (
        "CLLocationManager.startRangingBeacons(satisfying:)",
        CLLocationManager.startRangingBeacons(satisfying:)
      ))
    uses.append(
      (
        "CLLocationManager.stopRangingBeacons(satisfying:)",
        CLLocationManager.stopRangingBeacons(satisfying:)
      ))
    uses.append(
      ("CLLocationManager.startRangingBeacons(in:)", CLLocationManager.startRangingBeacons(in:)))
    uses.append(
      ("CLLocationManager.stopRangingBeacons(in:)", CLLocationManager.stopRangingBeacons(in:)))
    uses.append(
      (
        "CLLocationManager.allowDeferredLocationUpdates(untilTraveled:timeout:)",
        CLLocationManager.allowDeferredLocationUpdates(untilTraveled:timeout:)
      ))
    uses.append(
      (
        "CLLocationManager.disallowDeferredLocationUpdates()",
        CLLocationManager.disallowDeferredLocationUpdates
      ))
    uses.append(
      (
        "CLLocationManager.deferredLocationUpdatesAvailable()",
        CLLocationManager.deferredLocationUpdatesAvailable
      ))
    return uses
  }
}

enum UsesCLLocationManagerDelegate: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didUpdateLocations:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: [CLLocation]) in
          d.locationManager(m, didUpdateLocations: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didFailWithError:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: any Error) in
          d.locationManager(m, didFailWithError: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManagerDidChangeAuthorization(_:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager) in
          d.locationManagerDidChangeAuthorization(m)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didChangeAuthorization:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLAuthorizationStatus) in
          d.locationManager(m, didChangeAuthorization: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManagerDidPauseLocationUpdates(_:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager) in
          d.locationManagerDidPauseLocationUpdates(m)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManagerDidResumeLocationUpdates(_:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager) in
          d.locationManagerDidResumeLocationUpdates(m)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didEnterRegion:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLRegion) in
          d.locationManager(m, didEnterRegion: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didExitRegion:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLRegion) in
          d.locationManager(m, didExitRegion: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didDetermineState:for:)",
        {
          (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLRegionState, a1: CLRegion)
          in d.locationManager(m, didDetermineState: a0, for: a1)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didStartMonitoringFor:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLRegion) in
          d.locationManager(m, didStartMonitoringFor: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:monitoringDidFailFor:withError:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLRegion?, a1: any Error) in
          d.locationManager(m, monitoringDidFailFor: a0, withError: a1)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didVisit:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLVisit) in
          d.locationManager(m, didVisit: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didUpdateHeading:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLHeading) in
          d.locationManager(m, didUpdateHeading: a0)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManagerShouldDisplayHeadingCalibration(_:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager) in
          d.locationManagerShouldDisplayHeadingCalibration(m)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didRange:satisfying:)",
        {
          (
            d: any CLLocationManagerDelegate, m: CLLocationManager, a0: [CLBeacon],
            a1: CLBeaconIdentityConstraint
          ) in d.locationManager(m, didRange: a0, satisfying: a1)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didFailRangingFor:error:)",
        {
          (
            d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLBeaconIdentityConstraint,
            a1: any Error
          ) in d.locationManager(m, didFailRangingFor: a0, error: a1)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didRangeBeacons:in:)",
        {
          (
            d: any CLLocationManagerDelegate, m: CLLocationManager, a0: [CLBeacon],
            a1: CLBeaconRegion
          ) in d.locationManager(m, didRangeBeacons: a0, in: a1)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:rangingBeaconsDidFailFor:withError:)",
        {
          (
            d: any CLLocationManagerDelegate, m: CLLocationManager, a0: CLBeaconRegion,
            a1: any Error
          ) in d.locationManager(m, rangingBeaconsDidFailFor: a0, withError: a1)
        }
      ))
    uses.append(
      (
        "CLLocationManagerDelegate.locationManager(_:didFinishDeferredUpdatesWithError:)",
        { (d: any CLLocationManagerDelegate, m: CLLocationManager, a0: (any Error)?) in
          d.locationManager(m, didFinishDeferredUpdatesWithError: a0)
        }
      ))
    return uses
  }
}
