public import CairnHAL
internal import CairnLinux
public import CairnTypes
internal import CairnUpdates

/// Delivers filtered fixes to a delegate or an async sequence, as Core Location's manager does.
///
/// A manager belongs to the isolation that creates it and calls its delegate only there, in order,
/// and never inside a call into the manager. Where it was created decides how it delivers:
///
/// | created | delivery | cost of a delivery |
/// |---|---|---|
/// | inside an actor | on that actor, one wake-up for a batch | a hop of 10–30 µs, a task |
/// | as a stored property on an actor | on the actor that first starts a service | the same |
/// | outside any actor | when you call `processPendingEvents()` | a system call, a descriptor |
/// | on an actor of `LocationSystem.executor` | at once, on the event loop | a function call |
///
/// The initial value of a stored property, even a lazy one, does not know its actor; neither does
/// an actor's initializer. Such a manager delivers nothing until an isolated function of its owner
/// starts a service or makes a request. If nobody collects its events for five seconds, it reports
/// that once, where errors without a delegate are reported.
///
/// On the event loop a delegate must return quickly, because everything else waits for it.
///
/// Isolation: deliberately not `Sendable`; a manager belongs to its creator.
public final class LocationManager {
  /// Receives the events. While it is nil, fixes are discarded, errors logged, the demand stays.
  public weak var delegate: (any LocationManagerDelegate)? {
    didSet {
      if delegate != nil {
        mailbox.announceAuthorization()
        watchForOwner()
      }
      if delegate is any RegionMonitoringDelegate { resumeMonitoring() }
    }
  }
  /// The system that fixes come from.
  public let system: LocationSystem
  /// The identity that the policy sees.
  public let client: ClientIdentity
  /// Requirements on the fixes that are delivered. A change takes effect at the next fix, without a
  /// restart.
  public var configuration = LocationConfiguration() {
    didSet { if configuration != oldValue { configurationDidChange() } }
  }
  /// Plan of the last `didChangePlan`: the providers that were on, and the reasons.
  public private(set) var plan = PowerPlan.empty

  /// The last heading that was delivered; `nil` before the first.
  public internal(set) var heading: Heading?

  /// Takes all events of services besides the standard one, instead of the delegate; set once, before
  /// the first of them. For programs at the other end of a socket, which keep their regions themselves.
  package var onEvent: ((ServiceEvent) -> Void)?

  let mailbox: Mailbox
  var services = RunningServices()
  var headingSettings = HeadingSettings()
  /// The monitored regions.
  let regions = RegionBook()
  /// Names of the stored states that it has claimed.
  var claims: [String] = []
  var hasResumed = false
  /// The actor that collects; `nil` outside of actors.
  package internal(set) var home: (any Actor)?
  /// Collects for an actor, or tells a run loop that events wait.
  var pump: Task<Void, Never>?
  /// Whether a missing owner will be reported.
  var isWatchedForOwner = false
  private let listenerID: UInt32
  /// The number of the running standard service.
  package private(set) var serviceID: UInt32?
  private var requestID: UInt32?
  private var isDelivering = false
  /// Whether something arrived in the mailbox during a direct call of the delegate.
  private var cameDuringCall = false
  /// The fixes of the present call. Kept to reuse its storage.
  private var collected: [Location] = []

  /// Binds the manager to the isolation of the caller.
  ///
  /// - Parameters:
  ///   - system: the system that fixes come from.
  ///   - client: the identity that the policy and the energy ledger see.
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
    let ended = [serviceID, requestID].compactMap(\.self)
    system.engine.perform { [listenerID, others = services.all] engine in
      engine.listeners[listenerID] = nil
      for id in others { engine.leave(id) }
      for id in ended { engine.removeClient(id) }
    }
    // The next manager that claims them asks on the loop, and so comes after this.
    if !services.all.isEmpty { system.shared.noteLeaving(client) }
    system.shared.release(claims)
  }

  // MARK: Configuration

  /// The accuracy that the client needs; the planner picks the providers.
  public var desiredAccuracy: DesiredAccuracy {
    get { configuration.desiredAccuracy }
    set { configuration.desiredAccuracy = newValue }
  }

  /// Metres from the last delivered fix before the next one; `nil` delivers every fix.
  public var distanceFilter: Double? {
    get { configuration.distanceFilter }
    set { configuration.distanceFilter = newValue }
  }

  /// Kind of vehicle or movement.
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

  /// The last fix that the system accepted, at the accuracy that the policy allows this client;
  /// check `age(at:)`. `nil` if the policy does not allow the client any position.
  public var location: Location? {
    let authorization = authorization
    guard authorization.allows(.standard), let last = system.shared.last else { return nil }
    return authorization.accuracy == .reducedAccuracy ? AccuracyReducer().reduce(last) : last
  }

  /// Whether the standard service runs, from its start to its stop or a fatal error.
  public var isUpdatingLocation: Bool { serviceID != nil && mailbox.isRunning }

  /// Whether the standard service waits until the device moves: see
  /// `LocationConfiguration.pausesLocationUpdatesAutomatically`.
  public var isPaused: Bool { mailbox.isPaused }

  /// Permissions that the policy gives this client at this moment.
  public var authorization: Authorization { system.authorization(of: client) }

  /// Fixes that the queue discarded because they were not collected in time.
  public var droppedLocationCount: Int { mailbox.dropped }

  /// Whether fixes had waited uncollected for five seconds or more when the last fix arrived.
  public var isDeliveryStalled: Bool { mailbox.isStalled }

  // MARK: Standard service

  /// Starts to deliver fixes and returns at once. A sufficiently recent known fix is delivered
  /// first, flagged `.cached`. Does nothing while running.
  ///
  /// - Parameter isolation: the caller's; leave it out.
  public func startUpdatingLocation(isolation: isolated (any Actor)? = #isolation) {
    adopt(isolation)
    cancelRequest()
    guard let session = mailbox.begin() else { return }
    let id = system.shared.nextID()
    serviceID = id
    system.engine.perform { [client, mailbox, configuration] engine in
      engine.beginStandard(id, of: client, mailbox, session: session, configuration)
    }
  }

  /// Ends the service. `didUpdateLocations` is not called after this returns.
  public func stopUpdatingLocation() {
    mailbox.stop()
    guard let id = serviceID else { return }
    serviceID = nil
    system.engine.perform { $0.removeClient(id) }
  }

  /// Delivers one fix or one error to the delegate, then stops. Does nothing while another request
  /// or the standard service runs; `startUpdatingLocation()` ends a request without a call.
  ///
  /// - Parameters:
  ///   - request: the accuracy and the timeout.
  ///   - isolation: the caller's; leave it out.
  public func requestLocation(
    _ request: LocationRequest = .init(), isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard requestID == nil, let session = mailbox.begin() else { return }
    let id = system.shared.nextID()
    requestID = id
    system.engine.perform { [client, mailbox] engine in
      engine.beginRequest(id, of: client, request) { result in
        switch result {
        case .success(let fix): mailbox.put(fix, session: session, at: engine.loop.now())
        case .failure(let error): mailbox.end(error, session: session)
        }
      }
    }
  }

  // MARK: Event loops

  /// Readable while events wait, for poll, epoll, GLib, libuv or Qt; -1 if an actor serves the
  /// manager. Owned by the manager. Reading it makes the caller collect instead of an actor.
  public var eventDescriptor: Int32 { mailbox.eventDescriptor }

  /// Calls the delegate for all waiting events.
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

  /// Calls the delegate with one fix while nothing else waits.
  ///
  /// - Returns: false inside another call.
  fileprivate func deliver(_ fix: Location) -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    if collected.count == 1 { collected[0] = fix } else { collected = [fix] }
    if requestID != nil { finishRequest() }
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
      if requestID != nil { finishRequest() }
      delegate?.locationManager(self, didUpdateLocations: collected)
    case .notice(.failure(let error)):
      if error.severity == .fatal { requestID = nil }
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
    guard let serviceID else { return }
    system.engine.perform { [configuration] engine in
      engine.configureStandard(serviceID, configuration)
    }
  }

  private func finishRequest() {
    requestID = nil
    mailbox.stop()
  }

  private func cancelRequest() {
    guard let id = requestID else { return }
    finishRequest()
    system.engine.perform { $0.removeClient(id) }
  }
}

/// Lets the event loop call a manager without keeping it alive.
///
/// Unchecked because the type system cannot see it: everything here runs on the event loop, as do
/// the manager and its mailbox's wakes.
private final class ManagerRecipient: LoopRecipient, @unchecked Sendable {
  weak var manager: LocationManager?

  func deliver(_ fix: Location) -> Bool { manager?.deliver(fix) ?? false }
  func collect() { manager?.collect() }
}
