public import Cairn
public import Foundation
internal import Synchronization

/// Core Location's manager, in front of a `LocationManager`, which does all the work.
///
/// The delegate is called where the manager was made:
///
/// | made | delivery |
/// |---|---|
/// | on the main queue or thread, also in the main actor | on the main queue, which `RunLoop.main`, `dispatchMain()` and an asynchronous `main` serve |
/// | inside another actor, by `init(system:)` | on that actor |
/// | on another thread with a `RunLoop` that runs | on that thread, by its `RunLoop` |
/// | elsewhere | when the program calls `processPendingEvents()` |
///
/// A manager that nobody serves says so once on the standard error stream. A subclass overrides what it likes,
/// `init()` included.
///
/// A policy's "when in use" counts as fulfilled as long as there is a manager.
///
/// Isolation: not `Sendable` on purpose, it belongs to its creator.
open class CLLocationManager: NSObject {
  /// Receives the events. While it is nil, fixes are discarded and the services go on.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet {
      core.delegate = delegate == nil ? nil : relay
      if delegate != nil, core.isUnclaimed { ThreadLoop.serve(core) }
    }
  }

  private(set) var core: LocationManager
  let relay = Relay()
  /// The program's own objects, of those that Cairn monitors or was asked about.
  var regions: [String: CLRegion] = [:]
  /// Regions of which it has not been told that they are monitored.
  var starting: Set<String> = []
  private var session: ServiceSession

  /// Where managers made from now on get their fixes, and what the class methods ask; at first
  /// `LocationSystem.shared`. Callable from any thread.
  public static var system: LocationSystem {
    get { chosenSystem.withLock { $0 } ?? .shared }
    set { chosenSystem.withLock { $0 = newValue } }
  }
  private static let chosenSystem = Mutex<LocationSystem?>(nil)

  /// A manager without a delegate, of `CLLocationManager.system`.
  public override init() {
    let system = Self.system
    session = ServiceSession(system: system)
    core = Self.makeCore(system)
    super.init()
    prepare()
  }

  /// A manager without a delegate, which also an actor other than the main one can make for itself.
  ///
  /// - Parameters:
  ///   - system: where fixes come from.
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
    // Made on the main queue for who is on the main queue: nobody else has it.
    guard MainQueue.isCurrent else { return LocationManager(system: system, isolation: nil) }
    return MainActor.assumeIsolated { Carried(value: LocationManager(system: system)) }.value
  }

  private func prepare() {
    relay.manager = self
    core.configuration.maximumCachedAge = .seconds(Int64.max)
  }

  // MARK: Configuration

  /// Metres, or one of the constants. A change takes effect while updates run.
  open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest {
    didSet { core.desiredAccuracy = DesiredAccuracy(desiredAccuracy) }
  }

  /// Metres from the last delivered fix, or `kCLDistanceFilterNone`.
  open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone {
    didSet { core.distanceFilter = distanceFilter >= 0 ? distanceFilter : nil }
  }

  /// What the device is carried by.
  open var activityType: CLActivityType = .other {
    didSet { core.activityType = activityType.cairn }
  }

  /// Whether no power is spent while the device stands, where the system is told when it moves.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { core.pausesLocationUpdatesAutomatically }
    set { core.pausesLocationUpdatesAutomatically = newValue }
  }

  /// Without effect: no program is in the background.
  open var allowsBackgroundLocationUpdates = false

  /// Without effect.
  open var showsBackgroundLocationIndicator = false

  // MARK: State

  /// The last fix the system accepted, of any age; check its `timestamp`.
  open var location: CLLocation? { core.location.map { CLLocation($0, at: now) } }

  /// What the policy allows.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(core.authorization.status)
  }

  /// How exact a position the policy allows.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    CLAccuracyAuthorization(core.authorization.accuracy)
  }

  /// The boot clock of the system.
  var now: MonotonicTime { core.system.executor.now() }

  // MARK: Authorization

  /// Does nothing: the policy has answered already, and nobody can be asked.
  open func requestWhenInUseAuthorization() {}

  /// Does nothing: the policy has answered already, and nobody can be asked.
  open func requestAlwaysAuthorization() {}

  /// Asks the policy for full accuracy for a while.
  ///
  /// - Parameter purposeKey: what for, as the policy's rules name it.
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

  /// The same; `completion` is called on the actor that serves the manager, outside of actors on the main
  /// queue.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    // Elsewhere than with its owner, only constants of the manager are read.
    let carried = Carried(value: (manager: self, completion: completion))
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

  /// The last heading: none.
  open var heading: CLHeading? { nil }

  /// Degrees between two headings, or `kCLHeadingFilterNone`; without effect.
  open var headingFilter: CLLocationDegrees = 1

  /// Fails with `CLError.headingFailure`: there is no compass.
  open func startUpdatingHeading() { asRelay { core.startUpdatingHeading() } }

  /// Does nothing.
  open func stopUpdatingHeading() {}

  // MARK: Standard service

  /// Starts delivering fixes and returns at once. The last known fix, of any age, is delivered first.
  open func startUpdatingLocation() { core.startUpdatingLocation() }

  /// Ends the service. No fix of it is delivered after this returns.
  open func stopUpdatingLocation() { core.stopUpdatingLocation() }

  /// Delivers one fix or one error, then stops: the first fix as exact as `desiredAccuracy`, or the best
  /// of half a minute; the best accuracy is reached when nothing better has come for three seconds.
  open func requestLocation() {
    var request = LocationRequest()
    request.desiredAccuracy = core.desiredAccuracy
    request.settle = .seconds(3)
    core.requestLocation(request)
  }

  // MARK: Availability

  /// Whether there is location on this device now: a receiver is there, and nothing forbids it to work. What this
  /// program may have of it is in `authorizationStatus`.
  open class func locationServicesEnabled() -> Bool { system.canServe }

  /// Whether the service is there: always. Without a receiver it waits for one.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// Whether a kind of region can be monitored: circles can.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type || regionClass == CLRegion.self
  }

  /// Whether there is a compass: no.
  open class func headingAvailable() -> Bool { false }

  /// Whether beacons are found: no.
  open class func isRangingAvailable() -> Bool { false }

  /// What the policy allows this program.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(system.authorization(of: .process).status)
  }

  // MARK: Significant change

  /// Tells of positions far from each other.
  open func startMonitoringSignificantLocationChanges() {
    core.startMonitoringSignificantLocationChanges()
  }

  /// Ends it.
  open func stopMonitoringSignificantLocationChanges() {
    core.stopMonitoringSignificantLocationChanges()
  }

  // MARK: Visits

  /// Tells where the device stayed.
  open func startMonitoringVisits() { asRelay { core.startMonitoringVisits() } }

  /// Ends it.
  open func stopMonitoringVisits() { core.stopMonitoringVisits() }

  // MARK: Regions

  /// Metres: the largest radius.
  open var maximumRegionMonitoringDistance: CLLocationDistance { Region.maximumRadius }

  /// What this manager monitors; unlike in Core Location, managers do not share their regions.
  open var monitoredRegions: Set<CLRegion> {
    Set(core.monitoredRegions.compactMap { regions[$0.identifier] })
  }

  /// Tells when the device enters and leaves a region. One of the same identifier is replaced.
  open func startMonitoring(for region: CLRegion) {
    regions[region.identifier] = region
    starting.insert(region.identifier)
    asRelay {
      core.startMonitoring(for: region.cairn)
      // The answer tells that it has begun.
      core.requestState(for: region.cairn)
    }
  }

  /// Ends it.
  open func stopMonitoring(for region: CLRegion) {
    starting.remove(region.identifier)
    core.stopMonitoring(for: region.cairn)
  }

  /// Has the delegate told whether the device is in a region.
  open func requestState(for region: CLRegion) {
    regions[region.identifier] = regions[region.identifier] ?? region
    asRelay { core.requestState(for: region.cairn) }
  }

  // MARK: Event loops

  /// Calls the delegate for everything that waits: for a manager made on a thread that nobody serves.
  ///
  /// - Returns: the number of calls made.
  @discardableResult
  public func processPendingEvents() -> Int { core.processPendingEvents() }

  /// Readable while events wait; -1 for a manager that needs nobody to collect them.
  public var eventDescriptor: Int32 { core.eventDescriptor }

  /// Cairn starts such a service only for a delegate that takes its events. The program's own may come
  /// later; errors that nobody takes are still to be noted.
  private func asRelay(_ start: () -> Void) {
    guard core.delegate == nil else { return start() }
    core.delegate = relay
    start()
    core.delegate = nil
  }
}
