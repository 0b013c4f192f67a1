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

  /// Decides what each provider does, and when.
  var scheduler: ProviderScheduler
  /// When to wake the scheduler.
  var schedulerWake = MonotonicTime.distantFuture
  /// Before this time, a receiver's fixes bring the scheduler nothing new.
  var nextFix = MonotonicTime(nanoseconds: .min)
  /// When the scheduler last got a fix.
  var learnedAt = MonotonicTime(nanoseconds: 0)
  /// Values that providers must be able to give for the present clients.
  var requirements: LocationRequirements = []
  /// Kind of vehicle or movement, by the clients' configurations.
  var activity = ActivityType.other
  /// Conditions that the application has reported.
  var conditions = DeviceConditions()
  private(set) var sensors: [SensorSlot] = []
  /// Slot of the beacon scanner; `nil` without one.
  var beacons: BeaconSlot?
  let saver: BatterySaver?
  /// Millijoules for each wake-up of the host.
  let hostWake: Double

  var intake = FixIntake()
  /// Whether a client wants fixes as providers send them.
  var hasRawClients = false
  private(set) var slots: [ProviderSlot] = []
  private(set) var clients: [any EngineClient] = []
  /// Services that want headings.
  var headings: [HeadingClient] = []
  /// Services that want relative heights.
  var altitudes: [AltitudeClient] = []
  /// The floors of the board's building; `nil` without a plan.
  var floors: HardwareProfile.FloorPlan?
  /// Clients with frequent fixes; while there are any, a barometer and an odometer are also read.
  var trackers: [String] = []
  /// The earth's magnetic field, for true headings.
  var earth = EarthField()
  /// Services whose managers are gone.
  var unattended: Set<UInt32> = []
  let waker: Waker
  /// Managers by number, running or not, that are told of their authorization.
  var listeners: [UInt32: AuthorizationListener] = [:]
  var plan = PowerPlan.empty
  /// The course that the published plan was made for.
  var shownCourse = ProviderScheduler.Course()
  /// Energy that providers have drawn, by provider and by client.
  var ledger = EnergyLedger()
  /// Power budgets of the clients that have one, by number, and when to compute them anew.
  var budgets: [UInt32: PowerBudget] = [:]
  var budgetDue = MonotonicTime.distantFuture
  var isWithoutProvider = false
  private(set) var taps: [UInt32: Tap] = [:]
  /// Reference for the policy, which may outlive the engine. Not a weak reference, because those
  /// make every retain of the object slower.
  nonisolated let reference = EngineReference()

  /// Region services that wait for the regions of an earlier one, by number; they become clients
  /// once they have a region.
  var resuming: [UInt32: RegionClient] = [:]

  /// Stores states; `nil` without a storage.
  var keeper: StateKeeper?
  /// When the last fix is to be stored again.
  var fixDue = MonotonicTime.distantFuture
  /// The time of the fix that was stored last.
  var keptFix: MonotonicTime?
  /// A fix of an earlier boot, held until UTC tells its age.
  var earlierFix: Location?

  /// The deadline that the loop's timer is set to; it may fire early, never late.
  private var armedDeadline = MonotonicTime.distantFuture
  /// Whether that deadline is the end of a gap.
  private var awaitsGap = false
  private var timer: TimerID?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  init(
    loop: EventLoop, shared: SharedState, hostWake: Double, saver: BatterySaver?,
    policy: any AuthorizationPolicy
  ) {
    self.loop = loop
    self.shared = shared
    self.saver = saver
    self.hostWake = hostWake
    scheduler = ProviderScheduler(
      hostWake: hostWake, detector: nil, at: loop.now())
    self.policy = policy
    waker = Waker(loop: loop) { [shared, policy] in
      shared.authorization(of: $0, by: policy).allows(.wake)
    }
  }

  /// Runs `body` on the loop, after everything posted before.
  nonisolated func perform(_ body: @escaping @Sendable (isolated LocationEngine) -> Void) {
    loop.post { self.assumeIsolated { body($0) } }
  }

  // MARK: - Providers

  func add(_ provider: any LocationProvider) {
    guard !slots.contains(where: { $0.id == provider.descriptor.id }) else { return }
    let slot = ProviderSlot(provider, hostWake: hostWake, at: loop.now())
    slots.append(slot)
    providersChanged()
    driveSoon(slot)
  }

  func add(_ sensor: any Sensor) {
    guard !sensors.contains(where: { $0.id == sensor.descriptor.id }) else { return }
    let slot = SensorSlot(sensor, at: loop.now())
    sensors.append(slot)
    shared.addSensor(sensor)
    detectorChanged()
    driveSoon(slot)
  }

  func remove(_ id: ProviderID) async {
    guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
    let slot = slots.remove(at: index)
    await release(slot)
    book(slot, at: loop.now())
    providersChanged()
  }

  /// Switches everything off for good.
  func stop() async {
    keepAll()
    clients.removeAll()
    headings.removeAll()
    altitudes.removeAll()
    resuming.removeAll()
    listeners.removeAll()
    for tap in taps.values { tap.continuation.finish() }
    taps.removeAll()
    for slot in slots { await release(slot) }
    for slot in sensors { await release(slot) }
    await releaseBeacons()
    if let timer { loop.cancel(timer) }
    timer = nil
    await finishKeeping()
    keeper?.end()
    keeper = nil
    reference.value = nil
  }

  func pass(_ fix: Location, at now: MonotonicTime) {
    shared.setLast(fix)
    if now >= fixDue { keepFix() }
    if !sensors.isEmpty { teachSensors(fix) }
    var effects: ClientEffects = []
    for client in clients where !client.takesRawFixes {
      effects.formUnion(client.receive(fix, at: now))
    }
    follow(effects)
  }

  func passRaw(_ fix: Location, at now: MonotonicTime) {
    var effects: ClientEffects = []
    for client in clients where client.takesRawFixes {
      effects.formUnion(client.receive(fix, at: now))
    }
    follow(effects)
  }

  /// Reports to clients the estimated position by the course since the last fix.
  func continueCourse(to position: SchedulerPosition, at now: MonotonicTime) {
    guard let last = shared.last, last.time < now else { return }
    var fix = Location(
      coordinate: position.coordinate, horizontalAccuracy: position.horizontalAccuracy, time: now,
      source: last.source)
    fix.source.flags.insert(.extrapolated)
    fix.timestamp = last.timestamp.map { $0 + (now - last.time) }
    if position.speed > 0 { (fix.speed, fix.course) = (position.speed, last.course) }
    continueCourse(to: fix, hasStopped: isMoving == false, at: now)
  }

  /// Passes on a position that no provider measured.
  func continueCourse(to position: Location, hasStopped: Bool = false, at now: MonotonicTime) {
    var effects: ClientEffects = []
    for client in clients where !client.takesRawFixes {
      effects.formUnion(client.continueCourse(to: position, hasStopped: hasStopped, at: now))
    }
    follow(effects)
  }

  /// Continues the course through a gap in the fixes, as far as that is due.
  private func bridgeGap(at now: MonotonicTime) {
    while gapDue <= now, let position = intake.extrapolate() {
      continueCourse(to: position, at: now)
    }
  }

  /// When a fix is so late that the course is continued. Only while a receiver should give one a
  /// second, because other positions are rare on purpose.
  private var gapDue: MonotonicTime {
    guard slots.contains(where: { $0.isFollowed }) else { return .distantFuture }
    return intake.nextExtrapolation ?? .distantFuture
  }

  /// Sets the timer for the next gap, also to a later time than before: a timer that fires while
  /// there is no gap is a needless wake-up.
  func awaitGap() {
    if awaitsGap || gapDue < armedDeadline { arm() }
  }

  func follow(_ effects: ClientEffects) {
    if effects.contains(.finished) { finishRequests() }
    if effects.contains(.otherDemand) { clientsChanged() }
    if !effects.isDisjoint(with: [.earlierDeadline, .otherDemand]) { arm() }
  }

  func show(_ event: ProviderEvent, of slot: ProviderSlot) {
    for tap in taps.values where tap.provider == slot.id { tap.continuation.yield(event) }
  }

  // MARK: - Clients

  func insert(_ client: any EngineClient) {
    clients.append(client)
    restoreEarlierFix()
    if let keeper {
      client.attach(keeper, on: loop) { [self] in assumeIsolated { $0.arm() } }
    }
    client.begin(at: loop.now(), cached: shared.last)
    client.noteMotion(isMoving, at: loop.now())
    client.asBeaconClient.map(welcome)
    let before = plan
    clientsChanged()
    if plan == before { client.show(plan) }
    if isWithoutProvider { client.fail(lackOfProvider) }
    finishRequests()
    arm()
  }

  func removeClient(_ id: UInt32) {
    guard let index = clients.firstIndex(where: { $0.id == id }) else {
      return removeSensorClient(id)
    }
    clients.remove(at: index).keepAll()
    clientsChanged()
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

  /// How much later the earliest deadline may be than the timer: setting the timer for every fix
  /// would cost more than it saves.
  private static let slack = Duration.seconds(1)

  /// Sets the timer to the earliest deadline.
  func arm() {
    var earliest = MonotonicTime.distantFuture
    for client in clients { earliest = min(earliest, client.nextDeadline) }
    let gap = gapDue
    earliest = min(earliest, schedulerWake, budgetDue, gap)
    let slack = awaitsGap ? .zero : Self.slack
    guard earliest < armedDeadline || earliest - armedDeadline > slack else { return }
    if let timer { loop.cancel(timer) }
    (timer, armedDeadline, awaitsGap) = (nil, earliest, gap == earliest)
    guard earliest < .distantFuture else { return }
    // `stop` cancels it.
    timer = loop.schedule(at: earliest) { [self] in assumeIsolated { $0.timerFired() } }
  }

  private func timerFired() {
    timer = nil
    (armedDeadline, awaitsGap) = (.distantFuture, false)
    bookWake()
    let now = loop.now()
    var effects: ClientEffects = []
    for client in clients where client.nextDeadline <= now {
      effects.formUnion(client.fire(at: now))
    }
    follow(effects)
    bridgeGap(at: now)
    if budgetDue <= now { clientsChanged() }
    if schedulerWake <= now { schedule(.wake) }
    arm()
  }

  // MARK: - Observation

  /// Observes a provider without switching it on.
  func tap(
    _ provider: ProviderID, id: UInt32, _ continuation: AsyncStream<ProviderEvent>.Continuation
  ) {
    taps[id] = Tap(provider: provider, continuation: continuation)
  }

  func removeTap(_ id: UInt32) { taps[id] = nil }

  struct Tap {
    let provider: ProviderID
    let continuation: AsyncStream<ProviderEvent>.Continuation
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
