public import CairnHAL
public import CairnLinux
public import CairnProviders
public import CairnTypes
public import CairnUpdates

/// Owns the providers, their scheduler, the policy and the event loop they run on.
///
/// Usually one per process; tests create as many as they need. Providers stop when the last
/// reference is gone.
public final class LocationSystem: Sendable {
  /// The system of the daemon `cairnd` if that answers at `daemonSocket` when this is first used, so
  /// that all programs share the device's receivers; otherwise `device`.
  ///
  /// Ends the program if the kernel has no descriptor or thread left for the event loop; create
  /// your own system to handle that.
  public static let shared = orEnd { () throws(DeviceError) in try answeringDaemon() ?? device }

  /// The system that finds receivers by itself, without a daemon: serial and USB receivers that udev
  /// announces. Ends the program as `shared` does.
  public static let device = orEnd { () throws(DeviceError) in
    try LocationSystem(source: .discovered)
  }

  private static func orEnd(
    _ make: () throws(DeviceError) -> LocationSystem
  ) -> LocationSystem {
    do throws(DeviceError) {
      return try make()
    } catch {
      fatalError("Cairn cannot start its event loop: \(error.explanation)")
    }
  }

  /// The event loop. An actor that uses it as its executor runs beside the engine, and a manager
  /// created there is called without a hop.
  public let executor: EventLoop
  /// The parts of the board, and what serves each; `nil` for a system that was not made from the
  /// profile of a board.
  public let board: BoardAssembly?
  let engine: LocationEngine
  let shared = SharedState()
  let unheard: UnheardErrors
  let policy: any AuthorizationPolicy
  /// Stores states; `nil` without a storage.
  let kept: KeptStates?
  private let ownsExecutor: Bool

  /// Creates a system with one GNSS receiver, which may be any of `HardwareProfile.shipped`.
  ///
  /// `addBoardSensors()` of the module CairnBoard adds compass, barometer and Bluetooth.
  ///
  /// - Parameters:
  ///   - source: where the receiver's bytes come from.
  ///   - watchesPulses: whether to compare the receiver's pulses with the system clock while it
  ///     works, which costs one wake-up per second. See `ReceiverReport.pulses`.
  ///   - storage: see the initializer with providers.
  /// - Throws: if the event loop cannot be created.
  public convenience init(
    source: ReceiverSource, watchesPulses: Bool = false, storage: (any Storage)? = nil
  ) throws(DeviceError) {
    let executor = try EventLoop()
    self.init(
      providers: [
        GNSSProvider(
          source: source, profiles: HardwareProfile.shipped, watchesPulses: watchesPulses,
          loop: executor)
      ],
      storage: storage, executor: executor, ownsExecutor: true)
  }

  /// Creates a system of given providers, which must run on `executor`.
  ///
  /// - Parameters:
  ///   - providers: where fixes come from.
  ///   - hostWake: millijoules per wake-up of the host. `nil` if unknown: the planner then assumes a
  ///     millijoule, and plan and ledger contain no wake-ups.
  ///   - saver: applies while `conditions` report a low battery; `nil` changes nothing then.
  ///   - policy: decides who may have a position.
  ///   - report: gets errors that no delegate received, each code at most once a minute, on the
  ///     manager's thread, for a log; `nil` writes them to the standard error stream.
  ///   - storage: keeps the last fix, monitored regions and the present visit across restarts;
  ///     `nil` keeps nothing. If it fails, managers are told once and everything else goes on.
  ///   - executor: the event loop.
  public convenience init(
    providers: [any LocationProvider], hostWake: Double? = nil, saver: BatterySaver? = nil,
    policy: any AuthorizationPolicy = AllowAllPolicy(),
    report: (@Sendable (LocationError) -> Void)? = nil, storage: (any Storage)? = nil,
    executor: EventLoop
  ) {
    self.init(
      providers: providers, hostWake: hostWake, saver: saver, policy: policy, report: report,
      storage: storage, executor: executor, ownsExecutor: false)
  }

  /// Creates a system of all that something else has put together: the one way in for CairnBoard, and
  /// for tests with another clock.
  package init(
    providers: [any LocationProvider], sensors: [any Sensor] = [], board: BoardAssembly? = nil,
    floors: HardwareProfile.FloorPlan? = nil, hostWake: Double? = nil, saver: BatterySaver? = nil,
    policy: any AuthorizationPolicy = AllowAllPolicy(),
    report: (@Sendable (LocationError) -> Void)? = nil, storage: (any Storage)?,
    clock: RestartClock = .system, executor: EventLoop, ownsExecutor: Bool
  ) {
    unheard = UnheardErrors(report: report ?? { writeToStandardError("cairn: \($0)") })
    self.board = board
    self.executor = executor
    self.ownsExecutor = ownsExecutor
    self.policy = policy
    shared.setService(.asks(providers))
    kept = storage.map { KeptStates(storage: $0, clock: clock) }
    engine = LocationEngine(
      loop: executor, shared: shared, hostWake: hostWake, saver: saver, floors: floors,
      policy: policy)
    engine.perform { [kept] engine in
      if let kept { engine.startKeeping(kept) }
      for provider in providers { engine.add(provider) }
      for sensor in sensors { engine.add(sensor) }
      engine.observePolicy()
    }
  }

  deinit {
    let ending = ownsExecutor ? executor : nil
    Task { [engine] in
      await engine.stop()
      ending?.shutdown()
    }
  }

  /// Replaces Cairn's filter for all clients, or with `nil` takes it back; either begins anew.
  public func setFilter(_ filter: (any LocationFilter)?) {
    if isDaemon { return noteNotServed("a filter of a client") }
    engine.perform { $0.positions.replaceFilter(filter, isMoving: $0.isMoving, at: $0.loop.now()) }
  }

  /// Adds a provider that runs on `executor`; ignored if its name is already in use.
  public func add(_ provider: any LocationProvider) async {
    if isDaemon { return noteNotServed("providers of a client") }
    await engine.add(provider)
  }

  /// Adds a sensor that runs on `executor`; one with a known name is ignored. The first that tells motion saves
  /// energy while the device stands.
  public func add(_ sensor: any Sensor) {
    if isDaemon { return noteNotServed("sensors of a client") }
    engine.perform { $0.add(sensor) }
  }

  /// Adds what hears beacons and runs on `executor`; ignored if there is one. It is switched on only for
  /// clients that range beacons or monitor their regions.
  public func add(_ scanner: any BeaconScanner) {
    if isDaemon { return noteNotServed("scanners of a client") }
    shared.setBeaconScanner(scanner)
    engine.perform { $0.add(scanner) }
  }

  /// Stops and removes a provider.
  public func remove(_ id: ProviderID) async { await engine.remove(id) }

  /// Stops and removes a provider, for callers that are in no task.
  ///
  /// - Parameters:
  ///   - id: the provider.
  ///   - body: called on the event loop after that.
  package func remove(_ id: ProviderID, then body: @escaping @Sendable () -> Void) {
    engine.perform { engine in
      Task {
        await engine.remove(id)
        body()
      }
    }
  }

  /// What the application knows about the device. A change takes effect at once, with a new plan.
  /// Its motion takes precedence over that of a sensor.
  public var conditions: DeviceConditions {
    get { shared.conditions }
    set {
      if isDaemon { return noteNotServed("conditions that a client tells") }
      shared.setConditions(newValue)
      engine.perform { $0.conditionsChanged(to: newValue) }
    }
  }

  /// Which providers are used, and why.
  public var plan: PowerPlan { shared.plan }

  /// Asks which plan would follow if all clients wanted another accuracy; nothing changes. At a daemon, the clients of other
  /// programs want what they want now; one question is on its way at a time.
  ///
  /// - Parameters:
  ///   - accuracy: the accuracy that would be wanted.
  ///   - body: called once, on the event loop, with `.denied` if a daemon's policy gives this program no full accuracy.
  package func plan(
    wanting accuracy: DesiredAccuracy,
    then body: @escaping @Sendable (Result<PowerPlan, LocationError>) -> Void
  ) {
    engine.perform { $0.findPlan(wanting: accuracy, completion: body) }
  }

  /// Whether `plan(wanting:then:)` has answers for this program now.
  package var tellsPlans: Bool { !isDaemon || authorization(of: .process).hasFullAccuracy }

  /// Running services: managers that update, sequences that are iterated, and the monitoring of
  /// regions, visits and significant changes.
  public var clientCount: Int { shared.clients.services }

  /// One-shot requests that wait for a result.
  public var pendingRequests: Int { shared.clients.requests }

  /// Stores the last fix and the present visit, and waits until everything is on the disk. For the
  /// end of a program, which may come before that of its system.
  public func save() async {
    await engine.keepAll()
    await engine.finishKeeping()
  }

  /// Returns what the policy allows a client at this moment.
  public func authorization(of client: ClientIdentity) -> Authorization {
    engine.authorization(of: client)
  }

  /// Returns the present state of the system. That of a daemon's system has what belongs to this program, and the
  /// daemon's energy: by provider, and by client as far as this user may see others'. A daemon that does not answer
  /// within a second leaves the energy empty.
  public func diagnostics() async -> SystemDiagnostics {
    var diagnostics = await engine.diagnostics()
    if isDaemon, let energy = await engine.daemonEnergy() { diagnostics.energy = energy }
    diagnostics.unheardErrors = unheard.counts
    return diagnostics
  }

  /// Returns the events of one provider: satellites, health, fixes before any rule. Observing
  /// switches nothing on. A slow reader keeps the newest 64 events.
  public func events(of provider: ProviderID) -> AsyncStream<ProviderEvent> {
    let id = shared.nextID()
    let (events, continuation) = AsyncStream.makeStream(
      of: ProviderEvent.self, bufferingPolicy: .bufferingNewest(64))
    if isDaemon {
      noteNotServed("events of providers")
      continuation.finish()
      return events
    }
    // Called at the latest when the engine stops, which finishes the stream.
    continuation.onTermination = { [engine] _ in engine.perform { $0.taps[id] = nil } }
    engine.perform {
      $0.taps[id] = LocationEngine.Tap(
        provider: provider, onEvent: { _ = continuation.yield($0) },
        onEnd: { continuation.finish() })
    }
    return events
  }

  /// Observes a provider like `events(of:)`, and without a hop, which costs more than all the rest of
  /// the way of a fix.
  ///
  /// - Parameters:
  ///   - provider: the provider.
  ///   - onEvent: called on the event loop, until `unfollow`; must return quickly.
  /// - Returns: what `unfollow` takes.
  package func follow(
    _ provider: ProviderID, onEvent: @escaping @Sendable (ProviderEvent) -> Void
  ) -> UInt32 {
    let id = shared.nextID()
    engine.perform {
      $0.taps[id] = LocationEngine.Tap(provider: provider, onEvent: onEvent, onEnd: {})
    }
    return id
  }

  /// Ends what `follow` began, and releases its closure.
  package func unfollow(_ id: UInt32) { engine.perform { $0.taps[id] = nil } }
}

/// The state of a system at one moment.
public struct SystemDiagnostics: Sendable {
  /// Which providers are on, and why.
  public var plan: PowerPlan
  /// The health of each provider.
  public var providers: [ProviderID: ProviderHealth]
  /// What the radio of each provider heard last, whatever the reason for the scan.
  public var observations: [ProviderID: RadioObservation]
  /// How many fixes the intake accepted and rejected, and why.
  public var intake: RejectionCounts
  /// Implausible values of accepted fixes that were dropped or replaced.
  public var repairs: RepairCounts
  /// Energy drawn since the start, by each provider and for each client, from models and events.
  public var energy: EnergyLedger
  /// Errors that no delegate received, by code.
  public var unheardErrors: [LocationError.Code: Int] = [:]
  /// Why states are not stored or one was damaged, since the last success; `nil` for no failure.
  public var storageFailure: LocationError?
  /// Programs started for clients that were not running.
  public var wakes: WakeCounts
  /// How the scanner of beacons is doing; `nil` without one.
  public var beacons: ProviderHealth?
}
