internal import Cairn

extension CLLocationManager {
  // MARK: Availability

  /// Whether there is location on this device at all: always. What this program may have of it is in
  /// `authorizationStatus`.
  public class func locationServicesEnabled() -> Bool { true }

  /// Whether the service is there: always. Without a receiver it waits for one.
  public class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// Whether a kind of region can be monitored: circles can.
  public class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type || regionClass == CLRegion.self
  }

  /// Whether there is a compass: no.
  public class func headingAvailable() -> Bool { false }

  /// Whether beacons are found: no.
  public class func isRangingAvailable() -> Bool { false }

  /// What the policy allows this program.
  public class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(system.authorization(of: .process).status)
  }

  // MARK: Significant change

  /// Tells of positions far from each other.
  public func startMonitoringSignificantLocationChanges() {
    core.startMonitoringSignificantLocationChanges()
  }

  /// Ends it.
  public func stopMonitoringSignificantLocationChanges() {
    core.stopMonitoringSignificantLocationChanges()
  }

  // MARK: Visits

  /// Tells where the device stayed.
  public func startMonitoringVisits() { asRelay { core.startMonitoringVisits() } }

  /// Ends it.
  public func stopMonitoringVisits() { core.stopMonitoringVisits() }

  // MARK: Regions

  /// Metres: the largest radius.
  public var maximumRegionMonitoringDistance: CLLocationDistance { Region.maximumRadius }

  /// What this manager monitors; unlike in Core Location, managers do not share their regions.
  public var monitoredRegions: Set<CLRegion> {
    Set(core.monitoredRegions.compactMap { regions[$0.identifier] })
  }

  /// Tells when the device enters and leaves a region. One of the same identifier is replaced.
  public func startMonitoring(for region: CLRegion) {
    regions[region.identifier] = region
    starting.insert(region.identifier)
    asRelay {
      core.startMonitoring(for: region.cairn)
      // The answer tells that it has begun.
      core.requestState(for: region.cairn)
    }
  }

  /// Ends it.
  public func stopMonitoring(for region: CLRegion) {
    starting.remove(region.identifier)
    core.stopMonitoring(for: region.cairn)
  }

  /// Has the delegate told whether the device is in a region.
  public func requestState(for region: CLRegion) {
    regions[region.identifier] = regions[region.identifier] ?? region
    asRelay { core.requestState(for: region.cairn) }
  }

  // MARK: Heading

  /// Fails with `CLError.headingFailure`: there is no compass.
  public func startUpdatingHeading() { asRelay { core.startUpdatingHeading() } }

  /// Does nothing.
  public func stopUpdatingHeading() {}

  /// Cairn starts such a service only for a delegate that takes its events. The program's own may come
  /// later; errors that nobody takes are still to be noted.
  private func asRelay(_ start: () -> Void) {
    guard core.delegate == nil else { return start() }
    core.delegate = relay
    start()
    core.delegate = nil
  }
}
