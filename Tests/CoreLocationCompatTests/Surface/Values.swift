import CoreLocationCompat
import Foundation

enum UsesCLLocation: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLLocation.init()", CLLocation.init as () -> CLLocation))
    uses.append(("CLLocation.init(latitude:longitude:)", CLLocation.init(latitude:longitude:)))
    uses.append(
      (
        "CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:timestamp:)",
        CLLocation(
          coordinate: Sample.place, altitude: 0, horizontalAccuracy: 0, verticalAccuracy: 0,
          timestamp: Sample.date)
      ))
    uses.append(
      (
        "CLLocation.init(coordinate:altitude:horizontalAccuracy:verticalAccuracy:course:speed:timestamp:)",
        CLLocation(
          coordinate: Sample.place, altitude: 0, horizontalAccuracy: 0, verticalAccuracy: 0,
          course: 0,
          speed: 0, timestamp: Sample.date)
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

enum UsesCLFloor: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLFloor.level", \CLFloor.level))
    return uses
  }
}

enum UsesCLLocationSourceInformation: Uses {
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

enum UsesCLLocationCoordinate2D: Uses {
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

enum UsesCLHeading: Uses {
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

enum UsesCLVisit: Uses {
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

enum UsesCLRegion: Uses {
  @available(*, deprecated)
  static func list() -> [(name: String, use: Any)] {
    var uses: [(name: String, use: Any)] = []
    uses.append(("CLRegion.identifier", \CLRegion.identifier))
    uses.append(("CLRegion.notifyOnEntry", \CLRegion.notifyOnEntry))
    uses.append(("CLRegion.notifyOnExit", \CLRegion.notifyOnExit))
    return uses
  }
}

enum UsesCLCircularRegion: Uses {
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

enum UsesCLBeaconRegion: Uses {
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

enum UsesCLBeaconIdentityConstraint: Uses {
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

enum UsesCLBeacon: Uses {
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
