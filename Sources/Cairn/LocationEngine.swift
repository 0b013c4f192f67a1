internal import CairnHAL
internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import Synchronization

/// The middle of a system: takes the providers' events, lets the scheduler decide, serves the clients.
///
/// Isolation: runs on the event loop, like every provider, so that a fix travels from the port to
/// the delivery queue by function calls alone.
actor LocationEngine {
  nonisolated let loop: EventLoop
  nonisolated let shared: SharedState
  let policy: any AuthorizationPolicy

  /// Decides what each provider does, and when.
  var scheduler: ProviderScheduler
  /// When it is to be woken.
  var schedulerWake = MonotonicTime.distantFuture
  /// Fixes before this tell it nothing new.
  var nextFix = MonotonicTime(nanoseconds: .min)
  /// When it was last told of a fix.
  var learnedAt = MonotonicTime(nanoseconds: 0)
  /// What the clients want, as it was told the scheduler.
  var wishes: [ClientWish] = []
  /// What a provider must be able to give, by the word of those that ask.
  var requirements: LocationRequirements = []
  /// How the device is carried, by the word of those that ask.
  var activity = ActivityType.other
  /// What the application or a sensor tells of the device.
  var conditions = DeviceConditions()
  /// Whether it moves, by the application's own word: a provider's ends with the demand on the provider.
  var sentinel: Bool?
  let saver: BatterySaver?
  /// Millijoules for each time that the host wakes.
  private let hostWake: Double

  var intake = FixIntake()
  private(set) var slots: [ProviderSlot] = []
  private(set) var clients: [any EngineClient] = []
  /// Services whose managers have gone.
  var unattended: Set<UInt32> = []
  let waker: Waker
  /// Managers, running or not, by their number: who is told of its authorization.
  var listeners: [UInt32: AuthorizationListener] = [:]
  var plan = PowerPlan.empty
  /// What the plan was shown for.
  var shownCourse = ProviderScheduler.Course()
  /// What providers have drawn, and for whom.
  var ledger = EnergyLedger()
  var isWithoutProvider = false
  private var taps: [UInt32: Tap] = [:]
  /// For the policy, which may outlive the engine. No weak reference: an object that has one pays
  /// for it whenever it is retained.
  nonisolated let reference = EngineReference()

  /// While states are kept.
  var keeper: StateKeeper?
  /// When the last fix is to be kept again.
  var fixDue = MonotonicTime.distantFuture
  /// The time of the fix that was kept last.
  var keptFix: MonotonicTime?
  /// One of an earlier run of the boot clock, until UTC tells its age.
  var earlierFix: Location?

  /// The deadline the loop's timer is set to; it may fire early, never late.
  private var armedDeadline = MonotonicTime.distantFuture
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
      hostWake: hostWake, detector: MotionDetector(startDelay: 2, stopDelay: 0),
      continuesCourse: false, at: loop.now())
    self.policy = policy
    waker = Waker(loop: loop) { [shared, policy] in
      shared.authorization(of: $0, by: policy).allows(.wake)
    }
  }

  /// Runs `body` on the loop, after everything asked before.
  nonisolated func perform(_ body: @escaping @Sendable (isolated LocationEngine) -> Void) {
    loop.post { self.assumeIsolated { body($0) } }
  }

  // MARK: - Providers

  func add(_ provider: any LocationProvider) {
    guard !slots.contains(where: { $0.id == provider.descriptor.id }) else { return }
    slots.append(ProviderSlot(provider, hostWake: hostWake, at: loop.now()))
    providersChanged()
  }

  func remove(_ id: ProviderID) async {
    guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
    let slot = slots.remove(at: index)
    slot.desired = nil
    await drive(slot)
    book(slot, at: loop.now())
    providersChanged()
  }

  /// Switches everything off for good.
  func stop() async {
    keepAll()
    clients.removeAll()
    listeners.removeAll()
    for tap in taps.values { tap.continuation.finish() }
    taps.removeAll()
    for slot in slots {
      slot.desired = nil
      await drive(slot)
    }
    if let timer { loop.cancel(timer) }
    timer = nil
    await finishKeeping()
    keeper?.end()
    keeper = nil
    reference.value = nil
  }

  func receive(_ event: ProviderEvent, from slot: ProviderSlot) {
    if case .fix(let fix) = event { return receive(fix, from: slot) }
    if !taps.isEmpty { show(event, of: slot) }
    switch event {
    case .noFix:
      let now = loop.now()
      slot.meter.noteNothing(at: now)
      // That a start finds nothing yet is no loss of what was known before.
      if slot.isReceiver, plan.energy.mode != .sampled {
        for client in clients { client.noteLoss(at: now) }
        arm()
      }
      if !slot.isReceiver, slot.isAsked {
        slot.order = nil
        schedule(.noFix(slot.id))
      }
    case .health(let health):
      setHealth(health, of: slot)
    case .failure(let error):
      report(error, from: slot)
    case .power(let state):
      slot.meter.enter(state, at: loop.now())
      slot.restState = state
      showRest(of: slot)
      if state == .acquiring, slot.isAsked { schedule(.searching(slot.id)) }
    case .descriptor(let descriptor):
      slot.become(descriptor, at: loop.now())
      providersChanged()
    case .satellites(let report):
      judge(report, of: slot)
    case .motion(let isMoving):
      conditions.isMoving = isMoving
      shared.setConditions(conditions)
      conditionsChanged()
    case .fix, .receiver:
      break
    }
  }

  func receive(_ fix: Location, from slot: ProviderSlot) {
    if !taps.isEmpty { show(.fix(fix), of: slot) }
    if !slot.isFixing { setHealth(.fixing, of: slot) }
    guard slot.applied != nil else { return }
    let now = loop.now()
    slot.meter.noteFix(at: now)
    if !slot.isReceiver, slot.isAsked,
      scheduler.withholds(SchedulerFix(fix), of: slot.id, at: now)
    {
      return learn(fix, of: slot)
    }
    var fix = fix
    let verdict = intake.judge(&fix, traits: slot.traits, at: now)
    if verdict == .releasedAndFix, let released = intake.released { pass(released, at: now) }
    if verdict.passesFix { pass(fix, at: now) }
    if verdict != .history, now >= nextFix || !slot.isReceiver { learn(fix, of: slot) }
  }

  private func pass(_ fix: Location, at now: MonotonicTime) {
    shared.setLast(fix)
    if now >= fixDue { keepFix() }
    var effects: ClientEffects = []
    for client in clients { effects.formUnion(client.receive(fix, at: now)) }
    follow(effects)
  }

  private func follow(_ effects: ClientEffects) {
    if effects.contains(.finished) { finishRequests() }
    if effects.contains(.otherWish) { clientsChanged() }
    if !effects.isDisjoint(with: [.earlierDeadline, .otherWish]) { arm() }
  }

  private func show(_ event: ProviderEvent, of slot: ProviderSlot) {
    for tap in taps.values where tap.provider == slot.id { tap.continuation.yield(event) }
  }

  func setHealth(_ health: ProviderHealth, of slot: ProviderSlot) {
    let wasUsable = slot.health.isUsable
    let lackedHardware = slot.health.lacksHardware
    slot.health = health
    if health.lacksHardware {
      slot.meter.enter(.off, at: loop.now())
    } else if lackedHardware, slot.applied?.demand.rests == false {
      slot.meter.enter(.acquiring, at: loop.now())
    }
    if health == .fixing || health == .off { slot.lack = nil }
    if wasUsable != health.isUsable {
      availabilityChanged(of: slot, isTold: slot.lack != nil)
    } else {
      announceAvailability(isTold: slot.lack != nil)
    }
    if case .acquiring = health, slot.isAsked { schedule(.searching(slot.id)) }
  }

  /// A lost provider is a degradation while another one serves; otherwise everybody waits.
  func report(_ error: LocationError, from slot: ProviderSlot) {
    var error = error
    error.provider = error.provider ?? slot.id
    if error.code.isLackOfHardware { slot.lack = error }
    if error.code == .providerLost { slot.lack = nil }
    if error.code == .network {
      let isServed = slots.contains { $0 !== slot && $0.isFixing && $0.isAsked }
      error.severity = isServed ? .degraded : .transient
    } else if error.code == .providerLost {
      setHealth(.absent, of: slot)
      error.severity = hasProvider ? .degraded : .transient
    } else if error.severity != .transient, !error.code.concernsQuality {
      setHealth(.failed(error), of: slot)
    }
    for client in clients where client.isRunning { client.fail(error) }
    finishRequests()
  }

  // MARK: - Clients

  func insert(_ client: any EngineClient) {
    clients.append(client)
    restoreEarlierFix()
    if let keeper { (client as? any KeptClient)?.attach(keeper, at: loop.now()) }
    client.begin(at: loop.now(), cached: shared.last)
    client.noteMotion(sentinel, at: loop.now())
    let before = plan
    clientsChanged()
    if plan == before { client.show(plan) }
    if isWithoutProvider { client.fail(lackOfProvider) }
    finishRequests()
    arm()
  }

  func removeClient(_ id: UInt32) {
    guard let index = clients.firstIndex(where: { $0.id == id }) else { return }
    (clients.remove(at: index) as? any KeptClient)?.keepAll()
    clientsChanged()
  }

  /// Changes one client and everything that follows from it.
  func modify(_ id: UInt32, _ change: (any EngineClient, MonotonicTime) -> Void) {
    guard let client = clients.first(where: { $0.id == id }) else { return }
    change(client, loop.now())
    clientsChanged()
    arm()
  }

  /// Ends a one-shot request whose task was cancelled.
  func cancelRequest(_ id: UInt32) {
    for client in clients where client.id == id { (client as? RequestClient)?.cancel() }
    finishRequests()
  }

  private func finishRequests() {
    let count = clients.count
    forgetFinished()
    if clients.count != count { clientsChanged() }
  }

  func forgetFinished() { clients.removeAll { $0.isFinished } }

  // MARK: - Time

  /// Sets the timer to the earliest deadline. A deadline that moved later costs nothing: the timer
  /// fires early once and is set again.
  func arm() {
    var earliest = MonotonicTime.distantFuture
    for client in clients { earliest = min(earliest, client.nextDeadline) }
    earliest = min(earliest, schedulerWake)
    guard earliest < armedDeadline else { return }
    if let timer { loop.cancel(timer) }
    armedDeadline = earliest
    // `stop` cancels it.
    timer = loop.schedule(at: earliest) { [self] in assumeIsolated { $0.timerFired() } }
  }

  private func timerFired() {
    timer = nil
    armedDeadline = .distantFuture
    let now = loop.now()
    var effects: ClientEffects = []
    for client in clients where client.nextDeadline <= now {
      effects.formUnion(client.fire(at: now))
    }
    follow(effects)
    if schedulerWake <= now { schedule(.wake) }
    arm()
  }

  // MARK: - Observation

  /// Observing a provider never switches it on.
  func tap(
    _ provider: ProviderID, id: UInt32, _ continuation: AsyncStream<ProviderEvent>.Continuation
  ) {
    taps[id] = Tap(provider: provider, continuation: continuation)
  }

  func removeTap(_ id: UInt32) { taps[id] = nil }

  private struct Tap {
    let provider: ProviderID
    let continuation: AsyncStream<ProviderEvent>.Continuation
  }
}

/// The engine until it stops. Isolation: the lock guards the reference and nothing else.
final class EngineReference: Sendable {
  private let engine = Mutex<LocationEngine?>(nil)

  var value: LocationEngine? {
    get { engine.withLock { $0 } }
    set { engine.withLock { $0 = newValue } }
  }
}

/// Carries a value that only the event loop touches into a closure that says so.
///
/// Unchecked because the type system cannot see it: `value` is read in `ProviderSink` bodies and
/// delivery wakes, which run on the loop's thread and nowhere else.
final class LoopConfined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
