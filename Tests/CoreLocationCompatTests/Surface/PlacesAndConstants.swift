import ContactsCompat
import CoreLocationCompat
import Foundation

enum UsesCLGeocoder: Uses {
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

enum UsesCLPlacemark: Uses {
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

enum UsesEnumerations: Uses {
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

enum UsesCLError: Uses {
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

enum UsesConstantsAndNamesOfNumbers: Uses {
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
