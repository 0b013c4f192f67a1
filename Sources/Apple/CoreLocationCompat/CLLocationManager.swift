public import Cairn
internal import CairnBoard
internal import CairnTypes
public import Foundation
internal import Synchronization

/// Core Location's manager, as a front for a `LocationManager`, which does all the work.
///
/// The delegate is called where the manager was created:
///
/// | created | delivery |
/// |---|---|
/// | on the main queue or thread, or in the main actor | on the main queue |
/// | inside another actor, by `init(system:)` | on that actor |
/// | on another thread with a running `RunLoop` | on that thread, by its `RunLoop` |
/// | elsewhere | when the program calls `processPendingEvents()` |
///
/// `RunLoop.main`, `dispatchMain()` and an asynchronous `main` serve the main queue. A manager that
/// nothing serves reports that once on standard error. Subclasses may override it, `init()`
/// included.
///
/// While a manager exists, a policy's "when in use" counts as fulfilled.
///
/// Isolation: deliberately not `Sendable`, because it belongs to its creator.
open class CLLocationManager: NSObject {
  /// Receives the events. While it is nil, fixes are discarded and the services continue.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet {
      core.delegate = delegate == nil ? nil : relay
      if delegate != nil, core.isUnclaimed { ThreadLoop.serve(core) }
    }
  }

  private(set) var core: LocationManager
  let relay = Relay()
  /// The program's own region objects that Cairn monitors or was asked about, by identifier.
  var regions: [String: CLRegion] = [:]
  /// Regions whose start of monitoring has not been reported yet.
  var starting: Set<String> = []
  /// Requests for ranging, until their failure is reported.
  var ranging = RangingRequests()
  private var session: ServiceSession

  /// The source of fixes for managers created from now on and for the class methods; initially
  /// `LocationSystem.shared`, with the sensors of the board. Callable from any thread.
  public static var system: LocationSystem {
    get { chosenSystem.withLock { $0 } ?? usualSystem }
    set { chosenSystem.withLock { $0 = newValue } }
  }
  private static let chosenSystem = Mutex<LocationSystem?>(nil)
  private static let usualSystem: LocationSystem = {
    LocationSystem.shared.addBoardSensors()
    return .shared
  }()

  /// Creates a manager of `CLLocationManager.system`, without a delegate.
  public override init() {
    let system = Self.system
    session = ServiceSession(system: system)
    core = Self.makeCore(system)
    super.init()
    prepare()
  }

  /// Creates a manager without a delegate; actors other than the main actor must use this one.
  ///
  /// - Parameters:
  ///   - system: the source of fixes.
  ///   - isolation: the creator's; leave it out.
  public convenience init(system: LocationSystem, isolation: isolated (any Actor)? = #isolation) {
    self.init()
    if core.system !== system {
      session = ServiceSession(system: system)
      core = Self.makeCore(system)
      prepare()
    }
    core.adopt(isolation)
  }

  private static func makeCore(_ system: LocationSystem) -> LocationManager {
    // On the main queue, the manager is created for the main actor, which alone has it.
    guard MainQueue.isCurrent else { return LocationManager(system: system, isolation: nil) }
    return MainActor.assumeIsolated { Carried(LocationManager(system: system)) }.value
  }

  private func prepare() {
    relay.manager = self
    core.configuration.maximumCachedAge = .seconds(Int64.max)
  }

  // MARK: Configuration

  /// Metres, or one of the constants. Changes take effect while updates run.
  open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest {
    didSet { core.desiredAccuracy = DesiredAccuracy(desiredAccuracy) }
  }

  /// Metres from the last delivered fix, or `kCLDistanceFilterNone`.
  open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
    didSet { core.distanceFilter = distanceFilter >= 0 ? distanceFilter : nil }
  }

  /// Kind of vehicle or movement.
  open var activityType: CLActivityType = .other {
    didSet { core.activityType = activityType.cairn }
  }

  /// Whether updates pause while the device stands, if the system learns when it moves again.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { core.pausesLocationUpdatesAutomatically }
    set { core.pausesLocationUpdatesAutomatically = newValue }
  }

  /// Has no effect: no program is in the background.
  open var allowsBackgroundLocationUpdates = false

  /// Has no effect.
  open var showsBackgroundLocationIndicator = false

  /// False: there are no widgets.
  open var isAuthorizedForWidgetUpdates: Bool { false }

  // MARK: State

  /// The last fix that the system accepted, of any age; check its `timestamp`.
  open var location: CLLocation? { core.location.map { CLLocation($0, at: now) } }

  /// The authorization that the policy grants.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(core.authorization.status)
  }

  /// The accuracy that the policy grants.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    CLAccuracyAuthorization(core.authorization.accuracy)
  }

  /// The present time of the system's boot clock.
  var now: MonotonicTime { core.system.executor.now() }

  // MARK: Authorization

  /// Does nothing: the policy decides, and there is no user to ask.
  open func requestWhenInUseAuthorization() {}

  /// Does nothing: the policy decides, and there is no user to ask.
  open func requestAlwaysAuthorization() {}

  /// Asks the policy for temporary full accuracy.
  ///
  /// - Parameter purposeKey: the purpose, as the policy's rules name it.
  /// - Throws: `CLError.promptDeclined` when the policy does not allow it.
  open nonisolated(nonsending) func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    do throws(LocationError) {
      try await core.requestTemporaryFullAccuracyAuthorization(purpose: purposeKey)
    } catch {
      throw CLError(error) ?? CLError(.promptDeclined)
    }
  }

  /// Asks the policy for temporary full accuracy; `accuracyAuthorization` shows the answer.
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  /// Asks the policy for temporary full accuracy and calls `completion` on the manager's actor, or
  /// on the main queue if it has none.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    // Away from its owner, only constants of the manager are read.
    let carried = Carried((manager: self, completion: completion))
    let home: any Actor = core.home ?? MainActor.shared
    Task.detached { await CLLocationManager.ask(carried, for: purposeKey, on: home) }
  }

  private static func ask(
    _ carried: Carried<(manager: CLLocationManager, completion: (((any Error)?) -> Void)?)>,
    for purposeKey: String, on home: isolated any Actor
  ) async {
    var failure: (any Error)?
    do {
      try await carried.value.manager.requestTemporaryFullAccuracyAuthorization(
        withPurposeKey: purposeKey)
    } catch { failure = error }
    carried.value.completion?(failure)
  }

  // MARK: Heading

  /// The last heading that was delivered; `nil` before the first.
  open var heading: CLHeading? { core.heading.map { CLHeading($0, at: now) } }

  /// Degrees between two headings, or `kCLHeadingFilterNone`.
  open var headingFilter: CLLocationDegrees = 1 {
    didSet { core.headingFilter = headingFilter >= 0 ? headingFilter : nil }
  }

  /// The side of the device from which headings count; one that is no edge changes nothing.
  open var headingOrientation: CLDeviceOrientation = .portrait {
    didSet { if let edge = headingOrientation.cairn { core.headingOrientation = edge } }
  }

  /// Starts delivering headings. Without a compass, it fails with `CLError.headingFailure`.
  open func startUpdatingHeading() { asRelay { core.startUpdatingHeading() } }

  /// Stops the service. None of its headings are delivered after this returns.
  open func stopUpdatingHeading() { core.stopUpdatingHeading() }

  /// Ends the display of guidance for the calibration.
  open func dismissHeadingCalibrationDisplay() { core.dismissHeadingCalibrationDisplay() }

  // MARK: Beacons

  /// The beacons that are ranged; empty once their failure has been reported.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { Set(ranging.constraints) }

  /// Delivers the beacons in range once a second. Fails with `CLError.rangingUnavailable` without a
  /// Bluetooth adapter.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    if !ranging.constraints.contains(constraint) { ranging.constraints.append(constraint) }
    asRelay { core.startRangingBeacons(satisfying: constraint.cairn) }
  }

  /// Stops ranging beacons.
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    ranging.constraints.removeAll { $0 == constraint }
    endRanging(constraint.cairn)
  }

  /// The regions whose beacons are ranged; empty once their failure has been reported.
  @available(*, deprecated, renamed: "rangedBeaconConstraints")
  open var rangedRegions: Set<CLRegion> { Set(ranging.regions) }

  /// Delivers the beacons of a region once a second. Fails with `CLError.rangingUnavailable` without a
  /// Bluetooth adapter.
  @available(*, deprecated, renamed: "startRangingBeacons(satisfying:)")
  open func startRangingBeacons(in region: CLBeaconRegion) {
    if !ranging.regions.contains(region) { ranging.regions.append(region) }
    asRelay { core.startRangingBeacons(satisfying: region.beaconIdentityConstraint.cairn) }
  }

  /// Stops ranging the beacons of a region.
  @available(*, deprecated, renamed: "stopRangingBeacons(satisfying:)")
  open func stopRangingBeacons(in region: CLBeaconRegion) {
    ranging.regions.removeAll { $0 == region }
    endRanging(region.beaconIdentityConstraint.cairn)
  }

  /// Ends the ranging of beacons that are no longer requested.
  private func endRanging(_ constraint: BeaconConstraint) {
    let isWanted =
      ranging.constraints.contains { $0.cairn == constraint }
      || ranging.regions.contains { $0.beaconIdentityConstraint.cairn == constraint }
    if !isWanted { core.stopRangingBeacons(satisfying: constraint) }
  }

  // MARK: Standard service

  /// Starts delivering fixes, first the last known fix of any age, and returns at once.
  open func startUpdatingLocation() { core.startUpdatingLocation() }

  /// Stops the service. None of its fixes are delivered after this returns.
  open func stopUpdatingLocation() { core.stopUpdatingLocation() }

  /// Delivers one fix or one error, then stops: the first fix as accurate as `desiredAccuracy`, or
  /// the best of 30 s. For the best accuracy, it settles after 3 s without a better fix.
  open func requestLocation() {
    var request = LocationRequest()
    request.desiredAccuracy = core.desiredAccuracy
    request.settle = .seconds(3)
    core.requestLocation(request)
  }

  // MARK: Deferred updates

  /// Fails with `CLError.deferredFailed`, as on devices that cannot defer; the delegate is told in
  /// `locationManager(_:didFinishDeferredUpdatesWithError:)`. Use
  /// `LocationConfiguration.maximumDelay` instead.
  @available(*, deprecated, message: "nothing is deferred")
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {
    // Never inside the request: a program may set its delegate, or its state, after it.
    let carried = Carried(self)
    let home: any Actor = core.home ?? MainActor.shared
    Task.detached { await CLLocationManager.refuseDeferring(carried, on: home) }
  }

  private static func refuseDeferring(
    _ manager: Carried<CLLocationManager>, on home: isolated any Actor
  ) {
    manager.value.delegate?.locationManager(
      manager.value, didFinishDeferredUpdatesWithError: CLError(.deferredFailed))
  }

  /// Does nothing, because nothing is deferred.
  @available(*, deprecated, message: "nothing is deferred")
  open func disallowDeferredLocationUpdates() {}

  /// Returns false: `LocationConfiguration.maximumDelay` collects fixes instead.
  @available(*, deprecated, message: "nothing is deferred")
  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  // MARK: Availability

  /// Returns whether the device has location now: a receiver is present and no condition forbids
  /// its use. For this program's permissions, see `authorizationStatus`.
  open class func locationServicesEnabled() -> Bool { system.canServe }

  /// Returns true: without a receiver, the service waits for one.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// Returns whether a kind of region can be monitored: circles, and beacons if there is a Bluetooth
  /// adapter.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    if regionClass is CLBeaconRegion.Type { return system.canHearBeacons }
    return regionClass is CLCircularRegion.Type || regionClass == CLRegion.self
  }

  /// Returns whether the device has a magnetometer and an accelerometer.
  open class func headingAvailable() -> Bool { system.hasCompass }

  /// Returns whether there is a Bluetooth adapter.
  open class func isRangingAvailable() -> Bool { system.canHearBeacons }

  /// Returns the authorization that the policy grants this program.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(system.authorization(of: .process).status)
  }

  // MARK: Significant change

  /// Starts reporting positions that are far from each other.
  open func startMonitoringSignificantLocationChanges() {
    core.startMonitoringSignificantLocationChanges()
  }

  /// Stops reporting significant changes.
  open func stopMonitoringSignificantLocationChanges() {
    core.stopMonitoringSignificantLocationChanges()
  }

  // MARK: Visits

  /// Starts reporting where the device stayed.
  open func startMonitoringVisits() { asRelay { core.startMonitoringVisits() } }

  /// Stops reporting visits.
  open func stopMonitoringVisits() { core.stopMonitoringVisits() }

  // MARK: Regions

  /// The largest radius of a region, in metres.
  open var maximumRegionMonitoringDistance: CLLocationDistance { Region.maximumRadius }

  /// The regions that this manager monitors; unlike in Core Location, they are not shared.
  open var monitoredRegions: Set<CLRegion> {
    Set(core.monitoredRegions.compactMap { regions[$0.identifier] })
  }

  /// Reports when the device enters and leaves a region; replaces one with the same identifier.
  open func startMonitoring(for region: CLRegion) {
    regions[region.identifier] = region
    starting.insert(region.identifier)
    asRelay {
      core.startMonitoring(for: region.cairn)
      // The answer shows that monitoring has started.
      core.requestState(for: region.cairn)
    }
  }

  /// Stops monitoring a region.
  open func stopMonitoring(for region: CLRegion) {
    starting.remove(region.identifier)
    core.stopMonitoring(for: region.cairn)
  }

  /// Asks for a report to the delegate on whether the device is in a region.
  open func requestState(for region: CLRegion) {
    regions[region.identifier] = regions[region.identifier] ?? region
    asRelay { core.requestState(for: region.cairn) }
  }

  /// Starts a service with the relay as delegate, because Cairn requires one that takes its events.
  /// The program may set its own delegate later; errors must be noted until then.
  private func asRelay(_ start: () -> Void) {
    guard core.delegate == nil else { return start() }
    core.delegate = relay
    start()
    core.delegate = nil
  }
}
