public import CairnHAL
internal import CairnLinux
public import CairnTypes
internal import CairnUpdates

/// Delivers filtered fixes to a delegate or an async sequence, as Core Location's manager does.
///
/// A manager belongs to the isolation that creates it and calls its delegate only there, in order,
/// never inside a call into the manager. Which of three ways is used follows from where it was made:
///
/// | created | delivery | cost of a delivery |
/// |---|---|---|
/// | inside an actor | on that actor, one wake-up for a batch | a hop of 10–30 µs, a task |
/// | as a stored property of an actor or of a class on one | on the actor of the first caller that starts a service | the same |
/// | outside any actor | when you call `processPendingEvents()` | a system call, a descriptor |
/// | on an actor of `LocationSystem.executor` | at once, on the event loop | a function call |
///
/// The initial value of a stored property, a lazy one included, does not know its actor; neither does the
/// initializer of an actor. Such a manager delivers nothing until an isolated function of its owner starts a
/// service or makes a request. One whose events nobody has taken after five seconds says so, once, where
/// errors without a delegate are reported.
///
/// On the event loop a delegate must return quickly: everything else waits for it.
///
/// Isolation: not `Sendable` on purpose, it belongs to its creator.
public final class LocationManager {
  /// Receives the events. While it is nil, fixes are discarded, errors are logged and the demand stays.
  public weak var delegate: (any LocationManagerDelegate)? {
    didSet {
      if delegate != nil {
        mailbox.announceAuthorization()
        watchForOwner()
      }
      if delegate is any RegionMonitoringDelegate { resumeMonitoring() }
    }
  }
  /// Where the fixes come from.
  public let system: LocationSystem
  /// Whom the policy sees.
  public let client: ClientIdentity
  /// What is delivered and how often. A change takes effect at the next fix, without a restart.
  public var configuration = LocationConfiguration() {
    didSet { if configuration != oldValue { configurationDidChange() } }
  }
  /// Which providers were on, and why, when the last `didChangePlan` was delivered.
  public private(set) var plan = PowerPlan.empty

  let mailbox: Mailbox
  var services = RunningServices()
  /// Those that are monitored, by identifier.
  var regions: [String: Region] = [:]
  /// Names of the kept states that it has, and whether it has looked for regions among them.
  var claims: [String] = []
  var hasResumed = false
  /// The actor that collects; `nil` outside of actors.
  package internal(set) var home: (any Actor)?
  /// Collects for an actor, or tells a run loop that something waits.
  var pump: Task<Void, Never>?
  /// Whether it will be said that nobody collects.
  var isWatchedForOwner = false
  private let listenerID: UInt32
  private var serviceID: UInt32 = 0
  private var requestID: UInt32 = 0
  private var isDelivering = false
  /// Something was put into the mailbox while the delegate was called past it.
  private var cameDuringCall = false
  /// The fixes of the call being made. Kept for its storage.
  private var collected: [Location] = []

  /// Binds the manager to the isolation of the caller.
  ///
  /// - Parameters:
  ///   - system: where fixes come from.
  ///   - client: whom the policy and the energy ledger see.
  ///   - isolation: the creator's; leave it out.
  public init(
    system: LocationSystem = .shared, client: ClientIdentity = .process,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.system = system
    self.client = client
    home = isolation
    var recipient: ManagerRecipient?
    let wake: Mailbox.Wake
    var wakes: AsyncStream<Void>?
    if isolation == nil {
      wake = .descriptor(EventDescriptor())
    } else if system.executor.isCurrent {
      let onLoop = ManagerRecipient()
      recipient = onLoop
      wake = .call(onLoop)
    } else {
      let (stream, continuation) = Self.makeWakes()
      wakes = stream
      wake = .stream(continuation)
    }
    mailbox = Mailbox(wake: wake, authorization: system.engine.authorization(of: client))
    listenerID = system.shared.nextID()
    recipient?.manager = self
    system.engine.perform { [listenerID, client, mailbox] engine in
      engine.listen(listenerID, AuthorizationListener(identity: client, mailbox: mailbox))
    }
    if let wakes { collect(at: wakes, isolation) }
  }

  deinit {
    pump?.cancel()
    mailbox.stop()
    mailbox.own()
    system.engine.perform { [listenerID, serviceID, requestID, others = services.all] engine in
      engine.listeners[listenerID] = nil
      for id in others { engine.leave(id) }
      engine.removeClient(serviceID)
      engine.removeClient(requestID)
    }
    // Who takes them next asks the loop, and so after that.
    if !services.all.isEmpty { system.shared.noteLeaving(client) }
    system.shared.release(claims)
  }

  // MARK: Configuration

  /// What the client needs, in metres: the planner picks the providers.
  public var desiredAccuracy: DesiredAccuracy {
    get { configuration.desiredAccuracy }
    set { configuration.desiredAccuracy = newValue }
  }

  /// Metres from the last delivered fix; `nil` delivers every fix.
  public var distanceFilter: Double? {
    get { configuration.distanceFilter }
    set { configuration.distanceFilter = newValue }
  }

  /// What the device is carried by.
  public var activityType: ActivityType {
    get { configuration.activityType }
    set { configuration.activityType = newValue }
  }

  /// Whether the demand ends while the device stands.
  public var pausesLocationUpdatesAutomatically: Bool {
    get { configuration.pausesLocationUpdatesAutomatically }
    set { configuration.pausesLocationUpdatesAutomatically = newValue }
  }

  // MARK: State

  /// The last fix the system accepted, as exact as this client may know it; check `age(at:)`. `nil` for
  /// a client that may not know it.
  public var location: Location? {
    let authorization = authorization
    guard authorization.allows(.standard), let last = system.shared.last else { return nil }
    return authorization.accuracy == .reducedAccuracy ? AccuracyReducer().reduce(last) : last
  }

  /// Whether the standard service runs: from start to stop or to a fatal error.
  public var isUpdatingLocation: Bool { serviceID != 0 && mailbox.isRunning }

  /// Whether the standard service waits until the device moves: see
  /// `LocationConfiguration.pausesLocationUpdatesAutomatically`.
  public var isPaused: Bool { mailbox.isPaused }

  /// What the policy allows this client, at this moment.
  public var authorization: Authorization { system.authorization(of: client) }

  /// Fixes the queue discarded because they were not collected in time.
  public var droppedLocationCount: Int { mailbox.dropped }

  /// Whether fixes have waited for five seconds or more without being collected, as of the last fix.
  public var isDeliveryStalled: Bool { mailbox.isStalled }

  // MARK: Standard service

  /// Starts delivering fixes and returns at once. A fix that is young enough is delivered first,
  /// flagged `.cached`. Does nothing while running.
  ///
  /// - Parameter isolation: the caller's; leave it out.
  public func startUpdatingLocation(isolation: isolated (any Actor)? = #isolation) {
    adopt(isolation)
    cancelRequest()
    guard let session = mailbox.begin() else { return }
    let id = system.shared.nextID()
    serviceID = id
    system.engine.perform { [client, mailbox, configuration] engine in
      engine.insert(
        StandardClient(
          id: id, identity: client, mailbox: mailbox, session: session,
          configuration: configuration,
          authorization: engine.authorization(of: client)))
    }
  }

  /// Ends the service. No `didUpdateLocations` is made after this returns.
  public func stopUpdatingLocation() {
    mailbox.stop()
    let id = serviceID
    serviceID = 0
    guard id != 0 else { return }
    system.engine.perform { $0.removeClient(id) }
  }

  /// Delivers one fix or one error to the delegate, then stops. Does nothing while another request or the
  /// standard service runs; `startUpdatingLocation()` ends a request without a call.
  ///
  /// - Parameters:
  ///   - request: how good, how soon.
  ///   - isolation: the caller's; leave it out.
  public func requestLocation(
    _ request: LocationRequest = .init(), isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard requestID == 0, let session = mailbox.begin() else { return }
    let id = system.shared.nextID()
    requestID = id
    system.engine.perform { [client, mailbox] engine in
      let finish = { (result: Result<Location, LocationError>) in
        switch result {
        case .success(let fix): mailbox.put(fix, session: session, at: engine.loop.now())
        case .failure(let error): mailbox.end(error, session: session)
        }
      }
      engine.insert(
        RequestClient(
          id: id, identity: client, request: request,
          authorization: engine.authorization(of: client), completion: finish))
    }
  }

  // MARK: Heading

  /// Starts the heading service. Without a magnetometer this fails with `headingFailure`, with a
  /// delegate that is no `HeadingDelegate` with `invalidConfiguration`.
  ///
  /// - Parameter isolation: the caller's; leave it out.
  public func startUpdatingHeading(isolation: isolated (any Actor)? = #isolation) {
    adopt(isolation)
    let error =
      delegate is any HeadingDelegate
      ? LocationError(.headingFailure) : delegateError(needing: "HeadingDelegate")
    mailbox.put(.ended(error), of: 0)
  }

  // MARK: Beacons

  /// Starts to tell how far beacons are. As long as nothing receives them this fails with
  /// `rangingUnavailable`, with a delegate that is no `BeaconRangingDelegate` with `invalidConfiguration`.
  ///
  /// - Parameters:
  ///   - constraint: which beacons.
  ///   - isolation: the caller's; leave it out.
  public func startRangingBeacons(
    satisfying constraint: BeaconConstraint, isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    let error =
      delegate is any BeaconRangingDelegate
      ? LocationError(.rangingUnavailable) : delegateError(needing: "BeaconRangingDelegate")
    mailbox.put(.ended(error), of: 0)
  }

  // MARK: Event loops

  /// Readable while events wait, for poll, epoll, GLib, libuv or Qt; -1 for a manager that an actor
  /// serves. Owned by the manager. Reading it says that the caller collects: no actor does from then on.
  public var eventDescriptor: Int32 { mailbox.eventDescriptor }

  /// Calls the delegate for everything that waits.
  ///
  /// - Returns: the number of calls made.
  @discardableResult
  public func processPendingEvents() -> Int {
    mailbox.own()
    return collect()
  }

  @discardableResult
  func collect() -> Int {
    guard !isDelivering else {
      cameDuringCall = true
      return 0
    }
    isDelivering = true
    defer { isDelivering = false }
    var calls = 0
    while let item = mailbox.take(into: &collected) {
      if deliver(item) { calls += 1 }
    }
    return calls
  }

  /// Calls the delegate with one fix, for which nothing waits.
  ///
  /// - Returns: false inside another call.
  fileprivate func deliver(_ fix: Location) -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    if collected.count == 1 { collected[0] = fix } else { collected = [fix] }
    if requestID != 0 { finishRequest() }
    delegate?.locationManager(self, didUpdateLocations: collected)
    isDelivering = false
    if cameDuringCall {
      cameDuringCall = false
      collect()
    }
    return true
  }

  private func deliver(_ item: DeliveryBuffer<Mailbox.Notice>.Delivery) -> Bool {
    switch item {
    case .locations:
      if requestID != 0 { finishRequest() }
      delegate?.locationManager(self, didUpdateLocations: collected)
    case .notice(.failure(let error)):
      if error.severity == .fatal { requestID = 0 }
      if delegate == nil { system.unheard.note(error, at: system.executor.now()) }
      delegate?.locationManager(self, didFailWithError: error)
    case .notice(.authorization):
      delegate?.locationManagerDidChangeAuthorization(self)
    case .notice(.pause(let isPaused)):
      if isPaused {
        delegate?.locationManagerDidPauseLocationUpdates(self)
      } else {
        delegate?.locationManagerDidResumeLocationUpdates(self)
      }
    case .notice(.service(let event, let id)):
      return deliver(event, of: id)
    case .notice(.plan(let plan)):
      self.plan = plan
      delegate?.locationManager(self, didChangePlan: plan)
    }
    return delegate != nil
  }

  private func configurationDidChange() {
    guard serviceID != 0 else { return }
    system.engine.perform { [serviceID, configuration] engine in
      engine.modify(serviceID) { client, now in
        (client as? StandardClient)?.configure(configuration, at: now)
      }
    }
  }

  private func finishRequest() {
    requestID = 0
    mailbox.stop()
  }

  private func cancelRequest() {
    guard requestID != 0 else { return }
    let id = requestID
    finishRequest()
    system.engine.perform { $0.removeClient(id) }
  }
}

/// Lets a manager on the event loop be called without being kept alive.
///
/// Unchecked because the type system cannot see it: everything here runs on the event loop, as the
/// manager and its mailbox's wakes do.
private final class ManagerRecipient: LoopRecipient, @unchecked Sendable {
  weak var manager: LocationManager?

  func deliver(_ fix: Location) -> Bool { manager?.deliver(fix) ?? false }
  func collect() { manager?.collect() }
}
