import CoreLocationCompat
import Foundation

enum UsesCLLocationUpdate: Uses {
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

enum UsesCLMonitor: Uses {
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
        { (m: CLMonitor) async in await m.add(Sample.circle, identifier: "") }
      ))
    uses.append(
      (
        "CLMonitor.add(_:identifier:assuming:)",
        { (m: CLMonitor) async in await m.add(Sample.circle, identifier: "", assuming: .satisfied) }
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

enum UsesCLServiceSession: Uses {
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
