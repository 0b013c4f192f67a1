import ContactsCompat
import CoreLocationCompat
import Foundation
import Testing

// A use of every symbol that docs/CORE-LOCATION.md calls present, under the name that it has there.

/// Deprecated symbols are used without warnings, as a witness.
private protocol Uses {
  static func list() -> [(name: String, use: Any)]
}

private let place = CLLocationCoordinate2D()
private let date = Date()
private let circle = CLMonitor.CircularGeographicCondition(center: place, radius: 1)

private enum UsesCLLocationManager: Uses {
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

private enum UsesCLLocationManagerDelegate: Uses {
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

private enum UsesCLLocation: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLLocation.init()", CLLocation.init as () -> CLLocation))
    uses.append(("CLLocation.init(latitude:longitude:)", CLLocation.init(latitude:longitude:)))
    uses.append(
      (
        "CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:timestamp:)",
        CLLocation(
          coordinate: place, altitude: 0, horizontalAccuracy: 0, verticalAccuracy: 0,
          timestamp: date)
      ))
    uses.append(
      (
        "CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:speed:timestamp:)",
        CLLocation(
          coordinate: place, altitude: 0, horizontalAccuracy: 0, verticalAccuracy: 0, course: 0,
          speed: 0, timestamp: date)
      ))
    uses.append(
      (
        "CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:speedAccuracy:timestamp:)",
        CLLocation.init(
          coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:
          speedAccuracy:timestamp:)
      ))
    uses.append(
      (
        "CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:speedAccuracy:timestamp:sourceInfo:)",
        CLLocation.init(
          coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:courseAccuracy:speed:
          speedAccuracy:timestamp:sourceInfo:)
      ))
    uses.append(("CLLocation.coordinate", \CLLocation.coordinate))
    uses.append(("CLLocation.altitude", \CLLocation.altitude))
    uses.append(("CLLocation.ellipsoidalAltitude", \CLLocation.ellipsoidalAltitude))
    uses.append(("CLLocation.horizontalAccuracy", \CLLocation.horizontalAccuracy))
    uses.append(("CLLocation.verticalAccuracy", \CLLocation.verticalAccuracy))
    uses.append(("CLLocation.course", \CLLocation.course))
    uses.append(("CLLocation.courseAccuracy", \CLLocation.courseAccuracy))
    uses.append(("CLLocation.speed", \CLLocation.speed))
    uses.append(("CLLocation.speedAccuracy", \CLLocation.speedAccuracy))
    uses.append(("CLLocation.floor", \CLLocation.floor))
    uses.append(("CLLocation.sourceInformation", \CLLocation.sourceInformation))
    uses.append(("CLLocation.timestamp", \CLLocation.timestamp))
    uses.append(("CLLocation.distance(from:)", CLLocation.distance(from:)))
    return uses
  }
}

private enum UsesCLFloor: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLFloor.level", \CLFloor.level))
    return uses
  }
}

private enum UsesCLLocationSourceInformation: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(
      (
        "CLLocationSourceInformation.init(softwareSimulationState:andExternalAccessoryState:)",
        CLLocationSourceInformation.init(softwareSimulationState:andExternalAccessoryState:)
      ))
    uses.append(
      (
        "CLLocationSourceInformation.isSimulatedBySoftware",
        \CLLocationSourceInformation.isSimulatedBySoftware
      ))
    uses.append(
      (
        "CLLocationSourceInformation.isProducedByAccessory",
        \CLLocationSourceInformation.isProducedByAccessory
      ))
    return uses
  }
}

private enum UsesCLLocationCoordinate2D: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(
      ("CLLocationCoordinate2D.init()", CLLocationCoordinate2D.init as () -> CLLocationCoordinate2D)
    )
    uses.append(
      (
        "CLLocationCoordinate2D.init(latitude:longitude:)",
        CLLocationCoordinate2D.init(latitude:longitude:)
      ))
    uses.append(("CLLocationCoordinate2D.latitude", \CLLocationCoordinate2D.latitude))
    uses.append(("CLLocationCoordinate2D.longitude", \CLLocationCoordinate2D.longitude))
    uses.append(("CLLocationCoordinate2DMake(_:_:)", CLLocationCoordinate2DMake))
    uses.append(("CLLocationCoordinate2DIsValid(_:)", CLLocationCoordinate2DIsValid))
    uses.append(("kCLLocationCoordinate2DInvalid", kCLLocationCoordinate2DInvalid))
    return uses
  }
}

private enum UsesCLHeading: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLHeading.magneticHeading", \CLHeading.magneticHeading))
    uses.append(("CLHeading.trueHeading", \CLHeading.trueHeading))
    uses.append(("CLHeading.headingAccuracy", \CLHeading.headingAccuracy))
    uses.append(("CLHeading.timestamp", \CLHeading.timestamp))
    uses.append(("CLHeading.x", \CLHeading.x))
    uses.append(("CLHeading.y", \CLHeading.y))
    uses.append(("CLHeading.z", \CLHeading.z))
    return uses
  }
}

private enum UsesCLVisit: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLVisit.coordinate", \CLVisit.coordinate))
    uses.append(("CLVisit.horizontalAccuracy", \CLVisit.horizontalAccuracy))
    uses.append(("CLVisit.arrivalDate", \CLVisit.arrivalDate))
    uses.append(("CLVisit.departureDate", \CLVisit.departureDate))
    return uses
  }
}

private enum UsesCLRegion: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLRegion.identifier", \CLRegion.identifier))
    uses.append(("CLRegion.notifyOnEntry", \CLRegion.notifyOnEntry))
    uses.append(("CLRegion.notifyOnExit", \CLRegion.notifyOnExit))
    return uses
  }
}

private enum UsesCLCircularRegion: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(
      (
        "CLCircularRegion.init(center:radius:identifier:)",
        CLCircularRegion.init(center:radius:identifier:)
      ))
    uses.append(("CLCircularRegion.center", \CLCircularRegion.center))
    uses.append(("CLCircularRegion.radius", \CLCircularRegion.radius))
    uses.append(("CLCircularRegion.contains(_:)", CLCircularRegion.contains(_:)))
    return uses
  }
}

private enum UsesCLBeaconRegion: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(
      (
        "CLBeaconRegion.init(beaconIdentityConstraint:identifier:)",
        CLBeaconRegion.init(beaconIdentityConstraint:identifier:)
      ))
    uses.append(("CLBeaconRegion.init(uuid:identifier:)", CLBeaconRegion.init(uuid:identifier:)))
    uses.append(
      ("CLBeaconRegion.init(uuid:major:identifier:)", CLBeaconRegion.init(uuid:major:identifier:)))
    uses.append(
      (
        "CLBeaconRegion.init(uuid:major:minor:identifier:)",
        CLBeaconRegion.init(uuid:major:minor:identifier:)
      ))
    uses.append(
      (
        "CLBeaconRegion.init(proximityUUID:identifier:)",
        CLBeaconRegion.init(proximityUUID:identifier:)
      ))
    uses.append(
      (
        "CLBeaconRegion.init(proximityUUID:major:identifier:)",
        CLBeaconRegion.init(proximityUUID:major:identifier:)
      ))
    uses.append(
      (
        "CLBeaconRegion.init(proximityUUID:major:minor:identifier:)",
        CLBeaconRegion.init(proximityUUID:major:minor:identifier:)
      ))
    uses.append(
      ("CLBeaconRegion.beaconIdentityConstraint", \CLBeaconRegion.beaconIdentityConstraint))
    uses.append(("CLBeaconRegion.uuid", \CLBeaconRegion.uuid))
    uses.append(("CLBeaconRegion.major", \CLBeaconRegion.major))
    uses.append(("CLBeaconRegion.minor", \CLBeaconRegion.minor))
    uses.append(
      ("CLBeaconRegion.notifyEntryStateOnDisplay", \CLBeaconRegion.notifyEntryStateOnDisplay))
    uses.append(("CLBeaconRegion.proximityUUID", \CLBeaconRegion.proximityUUID))
    uses.append(
      (
        "CLBeaconRegion.peripheralData(withMeasuredPower:)",
        CLBeaconRegion.peripheralData(withMeasuredPower:)
      ))
    return uses
  }
}

private enum UsesCLBeaconIdentityConstraint: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLBeaconIdentityConstraint.init(uuid:)", CLBeaconIdentityConstraint.init(uuid:)))
    uses.append(
      ("CLBeaconIdentityConstraint.init(uuid:major:)", CLBeaconIdentityConstraint.init(uuid:major:))
    )
    uses.append(
      (
        "CLBeaconIdentityConstraint.init(uuid:major:minor:)",
        CLBeaconIdentityConstraint.init(uuid:major:minor:)
      ))
    uses.append(("CLBeaconIdentityConstraint.uuid", \CLBeaconIdentityConstraint.uuid))
    uses.append(("CLBeaconIdentityConstraint.major", \CLBeaconIdentityConstraint.major))
    uses.append(("CLBeaconIdentityConstraint.minor", \CLBeaconIdentityConstraint.minor))
    return uses
  }
}

private enum UsesCLBeacon: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLBeacon.uuid", \CLBeacon.uuid))
    uses.append(("CLBeacon.major", \CLBeacon.major))
    uses.append(("CLBeacon.minor", \CLBeacon.minor))
    uses.append(("CLBeacon.proximity", \CLBeacon.proximity))
    uses.append(("CLBeacon.accuracy", \CLBeacon.accuracy))
    uses.append(("CLBeacon.rssi", \CLBeacon.rssi))
    uses.append(("CLBeacon.timestamp", \CLBeacon.timestamp))
    uses.append(("CLBeacon.proximityUUID", \CLBeacon.proximityUUID))
    return uses
  }
}

private enum UsesCLLocationUpdate: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLLocationUpdate.liveUpdates(_:)", CLLocationUpdate.liveUpdates(_:)))
    uses.append(("CLLocationUpdate.location", \CLLocationUpdate.location))
    uses.append(("CLLocationUpdate.stationary", \CLLocationUpdate.stationary))
    uses.append(("CLLocationUpdate.isStationary", \CLLocationUpdate.isStationary))
    uses.append(("CLLocationUpdate.accuracyLimited", \CLLocationUpdate.accuracyLimited))
    uses.append(("CLLocationUpdate.authorizationDenied", \CLLocationUpdate.authorizationDenied))
    uses.append(
      ("CLLocationUpdate.authorizationRestricted", \CLLocationUpdate.authorizationRestricted))
    uses.append(("CLLocationUpdate.insufficientlyInUse", \CLLocationUpdate.insufficientlyInUse))
    uses.append(("CLLocationUpdate.locationUnavailable", \CLLocationUpdate.locationUnavailable))
    uses.append(
      (
        "CLLocationUpdate.authorizationDeniedGlobally",
        \CLLocationUpdate.authorizationDeniedGlobally
      ))
    uses.append(
      (
        "CLLocationUpdate.authorizationRequestInProgress",
        \CLLocationUpdate.authorizationRequestInProgress
      ))
    uses.append(
      ("CLLocationUpdate.serviceSessionRequired", \CLLocationUpdate.serviceSessionRequired))
    uses.append(("CLLocationUpdate.Updates", CLLocationUpdate.Updates.self))
    uses.append(
      ("CLLocationUpdate.LiveConfiguration.default", CLLocationUpdate.LiveConfiguration.default))
    uses.append(
      (
        "CLLocationUpdate.LiveConfiguration.automotiveNavigation",
        CLLocationUpdate.LiveConfiguration.automotiveNavigation
      ))
    uses.append(
      (
        "CLLocationUpdate.LiveConfiguration.otherNavigation",
        CLLocationUpdate.LiveConfiguration.otherNavigation
      ))
    uses.append(
      ("CLLocationUpdate.LiveConfiguration.fitness", CLLocationUpdate.LiveConfiguration.fitness))
    uses.append(
      ("CLLocationUpdate.LiveConfiguration.airborne", CLLocationUpdate.LiveConfiguration.airborne))
    return uses
  }
}

private enum UsesCLMonitor: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLMonitor.init(_:)", { () async in await CLMonitor("") }))
    uses.append(("CLMonitor.name", { (m: CLMonitor) async in await m.name }))
    uses.append(("CLMonitor.identifiers", { (m: CLMonitor) async in await m.identifiers }))
    uses.append(("CLMonitor.events", { (m: CLMonitor) async in await m.events }))
    uses.append(
      (
        "CLMonitor.add(_:identifier:)",
        { (m: CLMonitor) async in await m.add(circle, identifier: "") }
      ))
    uses.append(
      (
        "CLMonitor.add(_:identifier:assuming:)",
        { (m: CLMonitor) async in await m.add(circle, identifier: "", assuming: .satisfied) }
      ))
    uses.append(("CLMonitor.remove(_:)", { (m: CLMonitor) async in await m.remove("") }))
    uses.append(("CLMonitor.record(for:)", { (m: CLMonitor) async in await m.record(for: "") }))
    uses.append(("CLMonitor.Record.condition", \CLMonitor.Record.condition))
    uses.append(("CLMonitor.Record.lastEvent", \CLMonitor.Record.lastEvent))
    uses.append(("CLMonitor.Event.identifier", \CLMonitor.Event.identifier))
    uses.append(("CLMonitor.Event.state", \CLMonitor.Event.state))
    uses.append(("CLMonitor.Event.date", \CLMonitor.Event.date))
    uses.append(("CLMonitor.Event.accuracyLimited", \CLMonitor.Event.accuracyLimited))
    uses.append(("CLMonitor.Event.authorizationDenied", \CLMonitor.Event.authorizationDenied))
    uses.append(
      ("CLMonitor.Event.authorizationRestricted", \CLMonitor.Event.authorizationRestricted))
    uses.append(("CLMonitor.Event.conditionUnsupported", \CLMonitor.Event.conditionUnsupported))
    uses.append(("CLMonitor.Event.insufficientlyInUse", \CLMonitor.Event.insufficientlyInUse))
    uses.append(("CLMonitor.Event.refinement", \CLMonitor.Event.refinement))
    uses.append(
      ("CLMonitor.Event.authorizationDeniedGlobally", \CLMonitor.Event.authorizationDeniedGlobally))
    uses.append(
      (
        "CLMonitor.Event.authorizationRequestInProgress",
        \CLMonitor.Event.authorizationRequestInProgress
      ))
    uses.append(("CLMonitor.Event.conditionLimitExceeded", \CLMonitor.Event.conditionLimitExceeded))
    uses.append(("CLMonitor.Event.persistenceUnavailable", \CLMonitor.Event.persistenceUnavailable))
    uses.append(("CLMonitor.Event.serviceSessionRequired", \CLMonitor.Event.serviceSessionRequired))
    uses.append(("CLMonitor.Event.State.satisfied", CLMonitor.Event.State.satisfied))
    uses.append(("CLMonitor.Event.State.unsatisfied", CLMonitor.Event.State.unsatisfied))
    uses.append(("CLMonitor.Event.State.unknown", CLMonitor.Event.State.unknown))
    uses.append(("CLMonitor.Event.State.unmonitored", CLMonitor.Event.State.unmonitored))
    uses.append(("CLMonitor.Events", CLMonitor.Events.self))
    uses.append(("CLCondition", (any CLCondition).self))
    uses.append(
      (
        "CLMonitor.CircularGeographicCondition.init(center:radius:)",
        CLMonitor.CircularGeographicCondition.init(center:radius:)
      ))
    uses.append(
      (
        "CLMonitor.CircularGeographicCondition.center",
        \CLMonitor.CircularGeographicCondition.center
      ))
    uses.append(
      (
        "CLMonitor.CircularGeographicCondition.radius",
        \CLMonitor.CircularGeographicCondition.radius
      ))
    uses.append(
      (
        "CLMonitor.BeaconIdentityCondition.init(uuid:major:minor:)",
        CLMonitor.BeaconIdentityCondition.init(uuid:major:minor:)
      ))
    uses.append(("CLMonitor.BeaconIdentityCondition.uuid", \CLMonitor.BeaconIdentityCondition.uuid))
    uses.append(
      ("CLMonitor.BeaconIdentityCondition.major", \CLMonitor.BeaconIdentityCondition.major))
    uses.append(
      ("CLMonitor.BeaconIdentityCondition.minor", \CLMonitor.BeaconIdentityCondition.minor))
    return uses
  }
}

private enum UsesCLServiceSession: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLServiceSession.init(authorization:)", CLServiceSession.init(authorization:)))
    uses.append(
      (
        "CLServiceSession.init(authorization:fullAccuracyPurposeKey:)",
        CLServiceSession.init(authorization:fullAccuracyPurposeKey:)
      ))
    uses.append(("CLServiceSession.invalidate()", CLServiceSession.invalidate))
    uses.append(("CLServiceSession.diagnostics", \CLServiceSession.diagnostics))
    uses.append(
      (
        "CLServiceSession.AuthorizationRequirement.none",
        CLServiceSession.AuthorizationRequirement.none
      ))
    uses.append(
      (
        "CLServiceSession.AuthorizationRequirement.whenInUse",
        CLServiceSession.AuthorizationRequirement.whenInUse
      ))
    uses.append(
      (
        "CLServiceSession.AuthorizationRequirement.always",
        CLServiceSession.AuthorizationRequirement.always
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.alwaysAuthorizationDenied",
        \CLServiceSession.Diagnostic.alwaysAuthorizationDenied
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.authorizationDenied",
        \CLServiceSession.Diagnostic.authorizationDenied
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.authorizationRestricted",
        \CLServiceSession.Diagnostic.authorizationRestricted
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.fullAccuracyDenied",
        \CLServiceSession.Diagnostic.fullAccuracyDenied
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.insufficientlyInUse",
        \CLServiceSession.Diagnostic.insufficientlyInUse
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.authorizationDeniedGlobally",
        \CLServiceSession.Diagnostic.authorizationDeniedGlobally
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.authorizationRequestInProgress",
        \CLServiceSession.Diagnostic.authorizationRequestInProgress
      ))
    uses.append(
      (
        "CLServiceSession.Diagnostic.serviceSessionRequired",
        \CLServiceSession.Diagnostic.serviceSessionRequired
      ))
    uses.append(("CLBackgroundActivitySession.init()", CLBackgroundActivitySession.init))
    uses.append(
      ("CLBackgroundActivitySession.invalidate()", CLBackgroundActivitySession.invalidate))
    uses.append(
      ("CLBackgroundActivitySession.diagnostics", \CLBackgroundActivitySession.diagnostics))
    return uses
  }
}

private enum UsesCLGeocoder: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLGeocoder.init()", CLGeocoder.init))
    uses.append(("CLGeocoder.isGeocoding", \CLGeocoder.isGeocoding))
    uses.append(("CLGeocoder.cancelGeocode()", CLGeocoder.cancelGeocode))
    uses.append(
      (
        "CLGeocoder.reverseGeocodeLocation(_:completionHandler:)",
        { (g: CLGeocoder) in g.reverseGeocodeLocation(CLLocation()) { _, _ in } }
      ))
    uses.append(
      (
        "CLGeocoder.reverseGeocodeLocation(_:preferredLocale:completionHandler:)",
        { (g: CLGeocoder) in
          g.reverseGeocodeLocation(CLLocation(), preferredLocale: nil) { _, _ in }
        }
      ))
    uses.append(
      (
        "CLGeocoder.geocodeAddressString(_:completionHandler:)",
        { (g: CLGeocoder) in g.geocodeAddressString("") { _, _ in } }
      ))
    uses.append(
      (
        "CLGeocoder.geocodeAddressString(_:in:completionHandler:)",
        { (g: CLGeocoder) in g.geocodeAddressString("", in: nil) { _, _ in } }
      ))
    uses.append(
      (
        "CLGeocoder.geocodeAddressString(_:in:preferredLocale:completionHandler:)",
        { (g: CLGeocoder) in g.geocodeAddressString("", in: nil, preferredLocale: nil) { _, _ in } }
      ))
    uses.append(
      (
        "CLGeocoder.geocodeAddressDictionary(_:completionHandler:)",
        { (g: CLGeocoder) in g.geocodeAddressDictionary([:]) { _, _ in } }
      ))
    uses.append(
      (
        "CLGeocoder.geocodePostalAddress(_:completionHandler:)",
        { (g: CLGeocoder) in g.geocodePostalAddress(CNPostalAddress()) { _, _ in } }
      ))
    uses.append(
      (
        "CLGeocoder.geocodePostalAddress(_:preferredLocale:completionHandler:)",
        { (g: CLGeocoder) in
          g.geocodePostalAddress(CNPostalAddress(), preferredLocale: nil) { _, _ in }
        }
      ))
    return uses
  }
}

private enum UsesCLPlacemark: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLPlacemark.init(placemark:)", CLPlacemark.init(placemark:)))
    uses.append(("CLPlacemark.location", \CLPlacemark.location))
    uses.append(("CLPlacemark.region", \CLPlacemark.region))
    uses.append(("CLPlacemark.timeZone", \CLPlacemark.timeZone))
    uses.append(("CLPlacemark.name", \CLPlacemark.name))
    uses.append(("CLPlacemark.thoroughfare", \CLPlacemark.thoroughfare))
    uses.append(("CLPlacemark.subThoroughfare", \CLPlacemark.subThoroughfare))
    uses.append(("CLPlacemark.locality", \CLPlacemark.locality))
    uses.append(("CLPlacemark.subLocality", \CLPlacemark.subLocality))
    uses.append(("CLPlacemark.administrativeArea", \CLPlacemark.administrativeArea))
    uses.append(("CLPlacemark.subAdministrativeArea", \CLPlacemark.subAdministrativeArea))
    uses.append(("CLPlacemark.postalCode", \CLPlacemark.postalCode))
    uses.append(("CLPlacemark.isoCountryCode", \CLPlacemark.isoCountryCode))
    uses.append(("CLPlacemark.country", \CLPlacemark.country))
    uses.append(("CLPlacemark.inlandWater", \CLPlacemark.inlandWater))
    uses.append(("CLPlacemark.ocean", \CLPlacemark.ocean))
    uses.append(("CLPlacemark.areasOfInterest", \CLPlacemark.areasOfInterest))
    uses.append(("CLPlacemark.postalAddress", \CLPlacemark.postalAddress))
    uses.append(("CLPlacemark.addressDictionary", \CLPlacemark.addressDictionary))
    return uses
  }
}

private enum UsesEnumerations: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLAuthorizationStatus.notDetermined", CLAuthorizationStatus.notDetermined))
    uses.append(("CLAuthorizationStatus.restricted", CLAuthorizationStatus.restricted))
    uses.append(("CLAuthorizationStatus.denied", CLAuthorizationStatus.denied))
    uses.append(("CLAuthorizationStatus.authorizedAlways", CLAuthorizationStatus.authorizedAlways))
    uses.append(
      ("CLAuthorizationStatus.authorizedWhenInUse", CLAuthorizationStatus.authorizedWhenInUse))
    uses.append(("CLAuthorizationStatus.authorized", CLAuthorizationStatus.authorized))
    uses.append(("CLAccuracyAuthorization.fullAccuracy", CLAccuracyAuthorization.fullAccuracy))
    uses.append(
      ("CLAccuracyAuthorization.reducedAccuracy", CLAccuracyAuthorization.reducedAccuracy))
    uses.append(("CLActivityType.other", CLActivityType.other))
    uses.append(("CLActivityType.automotiveNavigation", CLActivityType.automotiveNavigation))
    uses.append(("CLActivityType.fitness", CLActivityType.fitness))
    uses.append(("CLActivityType.otherNavigation", CLActivityType.otherNavigation))
    uses.append(("CLActivityType.airborne", CLActivityType.airborne))
    uses.append(("CLRegionState.unknown", CLRegionState.unknown))
    uses.append(("CLRegionState.inside", CLRegionState.inside))
    uses.append(("CLRegionState.outside", CLRegionState.outside))
    uses.append(("CLProximity.unknown", CLProximity.unknown))
    uses.append(("CLProximity.immediate", CLProximity.immediate))
    uses.append(("CLProximity.near", CLProximity.near))
    uses.append(("CLProximity.far", CLProximity.far))
    uses.append(("CLDeviceOrientation.unknown", CLDeviceOrientation.unknown))
    uses.append(("CLDeviceOrientation.portrait", CLDeviceOrientation.portrait))
    uses.append(("CLDeviceOrientation.portraitUpsideDown", CLDeviceOrientation.portraitUpsideDown))
    uses.append(("CLDeviceOrientation.landscapeLeft", CLDeviceOrientation.landscapeLeft))
    uses.append(("CLDeviceOrientation.landscapeRight", CLDeviceOrientation.landscapeRight))
    uses.append(("CLDeviceOrientation.faceUp", CLDeviceOrientation.faceUp))
    uses.append(("CLDeviceOrientation.faceDown", CLDeviceOrientation.faceDown))
    return uses
  }
}

private enum UsesCLError: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLError.init(_:userInfo:)", CLError.init(_:userInfo:)))
    uses.append(("CLError.code", \CLError.code))
    uses.append(("CLError.userInfo", \CLError.userInfo))
    uses.append(("kCLErrorDomain", kCLErrorDomain))
    uses.append(("kCLErrorUserInfoAlternateRegionKey", kCLErrorUserInfoAlternateRegionKey))
    uses.append(("CLError.locationUnknown", CLError.locationUnknown))
    uses.append(("CLError.denied", CLError.denied))
    uses.append(("CLError.network", CLError.network))
    uses.append(("CLError.headingFailure", CLError.headingFailure))
    uses.append(("CLError.regionMonitoringDenied", CLError.regionMonitoringDenied))
    uses.append(("CLError.regionMonitoringFailure", CLError.regionMonitoringFailure))
    uses.append(("CLError.geocodeFoundNoResult", CLError.geocodeFoundNoResult))
    uses.append(("CLError.geocodeFoundPartialResult", CLError.geocodeFoundPartialResult))
    uses.append(("CLError.geocodeCanceled", CLError.geocodeCanceled))
    uses.append(("CLError.deferredFailed", CLError.deferredFailed))
    uses.append(("CLError.rangingUnavailable", CLError.rangingUnavailable))
    uses.append(("CLError.rangingFailure", CLError.rangingFailure))
    uses.append(("CLError.promptDeclined", CLError.promptDeclined))
    uses.append(("CLError.historicalLocationError", CLError.historicalLocationError))
    uses.append(("CLError.regionMonitoringSetupDelayed", CLError.regionMonitoringSetupDelayed))
    uses.append(
      ("CLError.regionMonitoringResponseDelayed", CLError.regionMonitoringResponseDelayed))
    uses.append(("CLError.deferredNotUpdatingLocation", CLError.deferredNotUpdatingLocation))
    uses.append(("CLError.deferredAccuracyTooLow", CLError.deferredAccuracyTooLow))
    uses.append(("CLError.deferredDistanceFiltered", CLError.deferredDistanceFiltered))
    uses.append(("CLError.deferredCanceled", CLError.deferredCanceled))
    return uses
  }
}

private enum UsesConstantsAndNamesOfNumbers: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("kCLLocationAccuracyBestForNavigation", kCLLocationAccuracyBestForNavigation))
    uses.append(("kCLLocationAccuracyBest", kCLLocationAccuracyBest))
    uses.append(("kCLLocationAccuracyNearestTenMeters", kCLLocationAccuracyNearestTenMeters))
    uses.append(("kCLLocationAccuracyHundredMeters", kCLLocationAccuracyHundredMeters))
    uses.append(("kCLLocationAccuracyKilometer", kCLLocationAccuracyKilometer))
    uses.append(("kCLLocationAccuracyThreeKilometers", kCLLocationAccuracyThreeKilometers))
    uses.append(("kCLLocationAccuracyReduced", kCLLocationAccuracyReduced))
    uses.append(("kCLDistanceFilterNone", kCLDistanceFilterNone))
    uses.append(("kCLHeadingFilterNone", kCLHeadingFilterNone))
    uses.append(("CLLocationDistanceMax", CLLocationDistanceMax))
    uses.append(("CLTimeIntervalMax", CLTimeIntervalMax))
    uses.append(("CLLocationDegrees", CLLocationDegrees.self))
    uses.append(("CLLocationDistance", CLLocationDistance.self))
    uses.append(("CLLocationAccuracy", CLLocationAccuracy.self))
    uses.append(("CLLocationSpeed", CLLocationSpeed.self))
    uses.append(("CLLocationSpeedAccuracy", CLLocationSpeedAccuracy.self))
    uses.append(("CLLocationDirection", CLLocationDirection.self))
    uses.append(("CLLocationDirectionAccuracy", CLLocationDirectionAccuracy.self))
    uses.append(("CLHeadingComponentValue", CLHeadingComponentValue.self))
    uses.append(("CLBeaconMajorValue", CLBeaconMajorValue.self))
    uses.append(("CLBeaconMinorValue", CLBeaconMinorValue.self))
    uses.append(("CLGeocodeCompletionHandler", CLGeocodeCompletionHandler.self))
    return uses
  }
}

@Suite("Core Location's surface")
struct SurfaceTests {
  @Test("what the document calls present compiles, and the rest is not claimed")
  func document() throws {
    let all: [any Uses.Type] = [
      UsesCLLocationManager.self,
      UsesCLLocationManagerDelegate.self,
      UsesCLLocation.self,
      UsesCLFloor.self,
      UsesCLLocationSourceInformation.self,
      UsesCLLocationCoordinate2D.self,
      UsesCLHeading.self,
      UsesCLVisit.self,
      UsesCLRegion.self,
      UsesCLCircularRegion.self,
      UsesCLBeaconRegion.self,
      UsesCLBeaconIdentityConstraint.self,
      UsesCLBeacon.self,
      UsesCLLocationUpdate.self,
      UsesCLMonitor.self,
      UsesCLServiceSession.self,
      UsesCLGeocoder.self,
      UsesCLPlacemark.self,
      UsesEnumerations.self,
      UsesCLError.self,
      UsesConstantsAndNamesOfNumbers.self,
    ]
    let used = all.flatMap { $0.list().map(\.name) }
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let file = root.appending(path: "../../docs/CORE-LOCATION.md")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) } }
    let present = rows.filter { $0[1] != "no" }.map { $0[0] }
    #expect(used.sorted() == present.sorted())
    #expect(rows.allSatisfy { ["yes", "differs", "no"].contains($0[1]) })
    #expect(rows.allSatisfy { $0[1] == "yes" || $0.count > 2 && !$0[2].isEmpty })
  }
}
