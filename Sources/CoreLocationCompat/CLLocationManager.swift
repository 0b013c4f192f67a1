public import Cairn
public import Foundation
internal import Synchronization

/// Core Location's manager, in front of a `LocationManager`, which does all the work.
///
/// The delegate is called where the manager was made:
///
/// | made | delivery |
/// |---|---|
/// | inside an actor | on that actor |
/// | outside any actor, on the main queue or thread | on the main queue, which `RunLoop.main`, `dispatchMain()` and an asynchronous `main` serve |
/// | elsewhere | when the program calls `processPendingEvents()` |
///
/// In Core Location the last one needs a run loop on its thread; a Foundation for Linux has none that waits
/// for descriptors.
///
/// A policy's "when in use" counts as fulfilled as long as there is a manager.
///
/// Isolation: not `Sendable` on purpose, it belongs to its creator.
open class CLLocationManager: NSObject {
  /// Receives the events. While it is nil, fixes are discarded and the services go on.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    didSet { core.delegate = delegate == nil ? nil : relay }
  }

  let core: LocationManager
  let relay = Relay()
  /// The program's own objects, of those that Cairn monitors or was asked about.
  var regions: [String: CLRegion] = [:]
  /// Regions of which it has not been told that they are monitored.
  var starting: Set<String> = []
  private let session: ServiceSession

  /// Where managers made from now on get their fixes, and what the class methods ask; at first
  /// `LocationSystem.shared`. Callable from any thread.
  public static var system: LocationSystem {
    get { chosenSystem.withLock { $0 } ?? .shared }
    set { chosenSystem.withLock { $0 = newValue } }
  }
  private static let chosenSystem = Mutex<LocationSystem?>(nil)

  /// A manager without a delegate.
  ///
  /// - Parameters:
  ///   - system: where fixes come from.
  ///   - isolation: the creator's; leave it out.
  public init(
    system: LocationSystem = CLLocationManager.system,
    isolation: isolated (any Actor)? = #isolation
  ) {
    session = ServiceSession(system: system)
    if isolation == nil, MainQueue.isCurrent {
      // Made on the main queue for who is on the main queue: nobody else has it.
      core = MainActor.assumeIsolated { Carried(value: LocationManager(system: system)) }.value
    } else {
      core = LocationManager(system: system, isolation: isolation)
    }
    super.init()
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

  /// The same; `completion` is called on the actor that asks, outside of actors on the main queue.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, isolation: isolated (any Actor)? = #isolation,
    completion: @escaping ((any Error)?) -> Void = { _ in }
  ) {
    // Elsewhere than with its owner, only constants of the manager are read.
    let carried = Carried(value: (manager: self, completion: completion))
    let home: any Actor = isolation ?? MainActor.shared
    Task.detached { await CLLocationManager.ask(carried, for: purposeKey, on: home) }
  }

  private static func ask(
    _ carried: Carried<(manager: CLLocationManager, completion: ((any Error)?) -> Void)>,
    for purposeKey: String, on home: isolated any Actor
  ) async {
    var failure: (any Error)?
    do {
      try await carried.value.manager.requestTemporaryFullAccuracyAuthorization(
        withPurposeKey: purposeKey)
    } catch { failure = error }
    carried.value.completion(failure)
  }

  // MARK: Heading

  /// The last heading: none.
  open var heading: CLHeading? { nil }

  /// Degrees between two headings, or `kCLHeadingFilterNone`; without effect.
  open var headingFilter: CLLocationDegrees = 1

  // MARK: Standard service

  /// Starts delivering fixes and returns at once. The last known fix, of any age, is delivered first.
  open func startUpdatingLocation() { core.startUpdatingLocation() }

  /// Ends the service. No fix of it is delivered after this returns.
  open func stopUpdatingLocation() { core.stopUpdatingLocation() }

  /// Delivers one fix or one error, then stops: the first fix as exact as `desiredAccuracy`, or the best
  /// of half a minute.
  open func requestLocation() {
    var request = LocationRequest()
    request.desiredAccuracy = core.desiredAccuracy
    core.requestLocation(request)
  }

  // MARK: Event loops

  /// Calls the delegate for everything that waits: for a manager made on a thread that nobody serves.
  ///
  /// - Returns: the number of calls made.
  @discardableResult
  public func processPendingEvents() -> Int { core.processPendingEvents() }

  /// Readable while events wait; -1 for a manager that needs nobody to collect them.
  public var eventDescriptor: Int32 { core.eventDescriptor }
}
