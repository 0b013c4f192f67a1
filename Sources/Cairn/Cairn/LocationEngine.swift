internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

/// The core of a system: handles the providers' events, runs the scheduler, serves the clients.
///
/// Isolation: runs on the event loop, like every provider, so that a fix gets from the port to the
/// delivery queue by function calls alone.
actor LocationEngine {
  nonisolated let loop: EventLoop
  nonisolated let shared: SharedState
  let policy: any AuthorizationPolicy

  /// The providers with their scheduler.
  let control: ProviderControl
  /// The sensors, with the clients of compass and barometer.
  let sensors = SensorControl()
  /// Slot of the beacon scanner; `nil` without one.
  var beacons: BeaconSlot?
  /// The energy drawn, and the budgets of clients.
  var energy: EnergyBook
  /// What makes positions of fixes.
  let positions: Positions
  private(set) var clients: [any EngineClient] = []
  /// Services that outlive their managers, or wait for earlier regions.
  var left: LeftServices
  /// What leads to the daemon that runs all services; `nil` where they run here.
  var link: DaemonLink?
  /// Managers by number, running or not, that are told of their authorization.
  var listeners: [UInt32: AuthorizationListener] = [:]
  var taps: [UInt32: Tap] = [:]
  /// What keeps the last fix over a restart.
  var keeping = FixKeeping()
  private var alarm = Alarm()
  /// Reference for the policy, which may outlive the engine. Not a weak reference, because those
  /// make every retain of the object slower.
  nonisolated let reference = EngineReference()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  init(
    loop: EventLoop, shared: SharedState, hostWake: Double?, saver: BatterySaver?,
    floors: HardwareProfile.FloorPlan?, policy: any AuthorizationPolicy
  ) {
    self.loop = loop
    self.shared = shared
    self.policy = policy
    energy = EnergyBook(hostWake: hostWake)
    control = ProviderControl(hostWake: hostWake, saver: saver, at: loop.now())
    positions = Positions(floors: floors)
    left = LeftServices(
      waker: Waker(loop: loop) { [shared, policy] in
        shared.authorization(of: $0, by: policy).allows(.wake)
      })
  }

  /// Runs `body` on the loop, after everything posted before.
  nonisolated func perform(_ body: @escaping @Sendable (isolated LocationEngine) -> Void) {
    loop.post { self.assumeIsolated { body($0) } }
  }

  // MARK: - Providers

  func add(_ provider: any LocationProvider) {
    guard control[provider.descriptor.id] == nil else { return }
    let slot = ProviderSlot(provider, hostWake: energy.hostWake ?? 0, at: loop.now())
    control.slots.append(slot)
    providersChanged()
    driveSoon(slot)
  }

  func remove(_ id: ProviderID) async {
    guard let slot = control[id] else { return }
    control.slots.removeAll { $0 === slot }
    await release(slot)
    energy.book(slot, at: loop.now())
    positions.intake.noteLoss(of: id)
    providersChanged()
  }

  /// Switches everything off for good.
  func stop() async {
    keepAll()
    link?.close()
    link = nil
    clients.removeAll()
    (sensors.headings, sensors.altitudes) = ([], [])
    left.resuming.removeAll()
    listeners.removeAll()
    for tap in taps.values { tap.onEnd() }
    taps.removeAll()
    for slot in control.slots { await release(slot) }
    for slot in sensors.slots { await release(slot) }
    await releaseBeacons()
    alarm.stop(on: loop)
    await finishKeeping()
    keeping.keeper?.end()
    keeping = FixKeeping()
    reference.value = nil
  }

  func pass(_ fix: Location, at now: MonotonicTime) {
    shared.setLast(fix)
    if now >= keeping.due { keeping.keepFix(of: shared, at: now) }
    sensors.learn(from: fix)
    tell { $0.takesRawFixes ? [] : $0.receive(fix, at: now) }
  }

  /// Reports to clients where the course since the last fix has led.
  func continueCourse(at now: MonotonicTime) {
    guard let last = shared.last, last.time < now,
      let position = positions.intake.continued(at: now)
    else { return }
    continueCourse(to: position, hasStopped: isMoving == false, at: now)
  }

  /// Passes on a position that no provider measured.
  func continueCourse(to position: Location, hasStopped: Bool = false, at now: MonotonicTime) {
    tell {
      $0.takesRawFixes ? [] : $0.continueCourse(to: position, hasStopped: hasStopped, at: now)
    }
  }

  /// When a fix is so late that the course is continued. Only while a receiver should give one a
  /// second, because other positions are rare on purpose.
  private var gapDue: MonotonicTime {
    guard control.slots.contains(where: { $0.isFollowed }) else { return .distantFuture }
    return positions.intake.nextExtrapolation ?? .distantFuture
  }

  /// Sets the timer for the next gap, also to a later time than before: a timer that fires while
  /// there is no gap is a needless wake-up.
  func awaitGap() { if alarm.awaitsGap || gapDue < alarm.deadline { arm() } }

  /// Tells every client something, and handles the effects.
  @inline(__always)
  func tell(_ body: (any EngineClient) -> ClientEffects) {
    var effects: ClientEffects = []
    for client in clients { effects.formUnion(body(client)) }
    follow(effects)
  }

  func follow(_ effects: ClientEffects) {
    if effects.contains(.finished) { finishRequests() }
    if effects.contains(.otherDemand) { clientsChanged() }
    if !effects.isDisjoint(with: [.earlierDeadline, .otherDemand]) { arm() }
  }

  func show(_ event: ProviderEvent, of slot: ProviderSlot) {
    for tap in taps.values where tap.provider == slot.id { tap.onEvent(event) }
  }

  // MARK: - Clients

  func insert(_ client: any EngineClient) {
    if let link {
      let wakes = client.asWakingClient?.wakes ?? false
      guard let remote = client.remote else {
        return client.fail(.notServed(wakes ? "the start of programs" : "this service"))
      }
      return link.begin(remote)
    }
    clients.append(client)
    // The age of a stored fix may be known by now.
    if shared.last == nil, let fix = keeping.earlierFix(at: loop.now()) { shared.setLast(fix) }
    if let keeper = keeping.keeper {
      client.attach(keeper, on: loop) { [self] in assumeIsolated { $0.arm() } }
    }
    client.begin(at: loop.now(), cached: shared.last)
    client.noteMotion(isMoving, at: loop.now())
    client.asBeaconClient.map(welcome)
    let before = shared.plan
    let isTold = clientsChanged()
    if shared.plan == before { client.show(before) }
    if control.isWithoutProvider, !isTold { client.fail(control.lack.error) }
    finishRequests()
    arm()
  }

  func removeClient(_ id: UInt32) {
    if let link { return link.end(id) }
    guard let index = clients.firstIndex(where: { $0.id == id }) else {
      return removeSensorClient(id)
    }
    clients.remove(at: index).keepAll()
    clientsChanged()
  }

  /// Returns the names of clients by their numbers.
  func names(of ids: [UInt32]) -> [String] {
    ids.compactMap { id in clients.first { $0.id == id }?.identity.name }
  }

  /// Returns a client, which is of the kind that its owner has inserted.
  func client<Client: EngineClient>(_ id: UInt32) -> Client? {
    clients.first { $0.id == id } as? Client
  }

  /// Changes one client of a kind and handles the consequences.
  func modify<Client: EngineClient>(_ id: UInt32, _ change: (Client, MonotonicTime) -> Void) {
    guard let client: Client = client(id) else { return }
    change(client, loop.now())
    clientsChanged()
    arm()
  }

  /// Ends a one-shot request whose task was cancelled.
  func cancelRequest(_ id: UInt32) {
    if let link { return link.cancel(id) }
    modify(id) { (client: RequestClient, _) in client.cancel() }
    finishRequests()
  }

  func finishRequests() {
    let count = clients.count
    forgetFinished()
    if clients.count != count { clientsChanged() }
  }

  func forgetFinished() { clients.removeAll { $0.isFinished } }

  // MARK: - Time

  /// Books a wake-up of the host for all clients that switch providers on.
  func bookWake() { energy.bookWake(for: names(of: control.scheduler.payers)) }

  /// Sets the timer to the earliest deadline.
  func arm() {
    var earliest = MonotonicTime.distantFuture
    for client in clients { earliest = min(earliest, client.nextDeadline) }
    let gap = gapDue
    earliest = min(earliest, control.wake, energy.due, gap)
    guard alarm.moves(to: earliest, isGap: gap == earliest, on: loop) else { return }
    // `stop` cancels it.
    alarm.timer = loop.schedule(at: earliest) { [self] in assumeIsolated { $0.timerFired() } }
  }

  private func timerFired() {
    alarm = Alarm()
    bookWake()
    let now = loop.now()
    tell { $0.nextDeadline <= now ? $0.fire(at: now) : [] }
    // Continues the course through a gap in the fixes, as far as that is due.
    if gapDue <= now, let position = positions.intake.extrapolate(until: now) {
      continueCourse(to: position, at: now)
    }
    if energy.due <= now { clientsChanged() }
    if control.wake <= now { schedule(.wake) }
    arm()
  }

  // MARK: - Observation

  /// Returns the ledger with all that has been drawn up to now.
  func bookedEnergy() -> EnergyLedger {
    let now = loop.now()
    for slot in control.slots { energy.book(slot, at: now) }
    for slot in sensors.slots { energy.book(slot, at: now) }
    if let beacons { energy.book(beacons, at: now) }
    return energy.ledger
  }

  func diagnostics() -> SystemDiagnostics {
    let energy = bookedEnergy()
    return SystemDiagnostics(
      plan: shared.plan,
      providers: Dictionary(uniqueKeysWithValues: control.slots.map { ($0.id, $0.health) }),
      observations: Dictionary(
        uniqueKeysWithValues: control.slots.compactMap { slot in
          slot.observation.map { (slot.id, $0) }
        }),
      intake: positions.intake.counts, repairs: positions.intake.repairs, energy: energy,
      storageFailure: keeping.keeper?.failure, wakes: left.waker.counts, beacons: beacons?.health)
  }

  /// What observes a provider without switching it on. It is called while the event is handled.
  struct Tap {
    let provider: ProviderID
    let onEvent: (ProviderEvent) -> Void
    let onEnd: () -> Void
  }
}

/// A reference to the engine, cleared when it stops. Isolation: the lock guards the reference only.
final class EngineReference: Sendable {
  private let engine = Mutex<LocationEngine?>(nil)

  var value: LocationEngine? {
    get { engine.withLock { $0 } }
    set { engine.withLock { $0 = newValue } }
  }
}
