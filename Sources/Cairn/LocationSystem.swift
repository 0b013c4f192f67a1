public import CairnHAL
public import CairnLinux
public import CairnProviders
public import CairnTypes
public import CairnUpdates

/// Owns the providers, their scheduler, the policy and the event loop they run on.
///
/// One per process normally; tests make as many as they like. Providers stop when the last
/// reference is gone.
public final class LocationSystem: Sendable {
  /// The system that finds receivers by itself: serial and USB receivers as udev announces them.
  ///
  /// Ends the program when the kernel has no descriptor or thread left for the event loop; make a
  /// system of your own to handle that.
  public static let shared: LocationSystem = {
    do throws(DeviceError) {
      return try LocationSystem(source: .discovered)
    } catch {
      fatalError("Cairn cannot start its event loop: \(error.explanation)")
    }
  }()

  /// The event loop. An actor whose executor it is lives beside the engine: a manager created there
  /// is called without a hop.
  public let executor: EventLoop
  let engine: LocationEngine
  let shared = SharedState()
  let unheard: UnheardErrors
  let policy: any AuthorizationPolicy
  /// Where states are kept; `nil` for nowhere.
  let kept: KeptStates?
  private let ownsExecutor: Bool

  /// A system with one GNSS receiver, which may be any of ``HardwareProfile/shipped``.
  ///
  /// - Parameters:
  ///   - source: where its bytes come from.
  ///   - watchesPulses: whether the receiver's pulses are compared with the system's clock while it works;
  ///     costs a wake-up a second. See `ReceiverReport.pulses`.
  ///   - storage: see the initializer with providers.
  /// - Throws: when the event loop cannot be made.
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

  /// A system of given providers, which must run on `executor`.
  ///
  /// - Parameters:
  ///   - providers: where fixes come from.
  ///   - hostWake: millijoules for each time that the host wakes; a millijoule is two milliseconds at half a
  ///     watt.
  ///   - saver: what holds while `conditions` tell of a low battery; `nil` for nothing else than usual.
  ///   - policy: who may have a position.
  ///   - report: gets errors for a log that no delegate took, each code once a minute at most, on the thread
  ///     of the manager; `nil` writes them to the standard error stream.
  ///   - storage: keeps the last fix, monitored regions and the present visit from one start of the program to
  ///     the next; `nil` keeps nothing. Where that fails, managers are told once and everything goes on.
  ///   - executor: the event loop.
  public convenience init(
    providers: [any LocationProvider], hostWake: Double = 1, saver: BatterySaver? = nil,
    policy: any AuthorizationPolicy = AllowAllPolicy(),
    report: (@Sendable (LocationError) -> Void)? = nil, storage: (any Storage)? = nil,
    executor: EventLoop
  ) {
    self.init(
      providers: providers, hostWake: hostWake, saver: saver, policy: policy, report: report,
      storage: storage, executor: executor, ownsExecutor: false)
  }

  /// The same with another clock.
  package init(
    providers: [any LocationProvider], hostWake: Double = 1, saver: BatterySaver? = nil,
    policy: any AuthorizationPolicy = AllowAllPolicy(),
    report: (@Sendable (LocationError) -> Void)? = nil, storage: (any Storage)?,
    clock: RestartClock = .system, executor: EventLoop, ownsExecutor: Bool
  ) {
    unheard = UnheardErrors(report: report ?? { writeToStandardError("cairn: \($0)") })
    self.executor = executor
    self.ownsExecutor = ownsExecutor
    self.policy = policy
    shared.setService(.asks(providers))
    kept = storage.map { KeptStates(storage: $0, clock: clock) }
    engine = LocationEngine(
      loop: executor, shared: shared, hostWake: hostWake, saver: saver, policy: policy)
    engine.perform { [kept] engine in
      if let kept { engine.startKeeping(kept) }
      for provider in providers { engine.add(provider) }
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

  /// Adds a provider that runs on `executor`; one with a known name is ignored.
  public func add(_ provider: any LocationProvider) async { await engine.add(provider) }

  /// Adds a sensor that runs on `executor`; one with a known name is ignored. The first that tells motion saves
  /// energy while the device stands.
  public func add(_ sensor: any Sensor) { engine.perform { $0.add(sensor) } }

  /// Stops a provider and forgets it.
  public func remove(_ id: ProviderID) async { await engine.remove(id) }

  /// What the application knows about the device. Takes effect at once, with a new decision. What it says of
  /// motion counts before what a sensor says.
  public var conditions: DeviceConditions {
    get { shared.conditions }
    set {
      shared.setConditions(newValue)
      engine.perform { engine in
        engine.conditions = newValue
        engine.conditionsChanged()
      }
    }
  }

  /// Which providers are used, and why.
  public var plan: PowerPlan { shared.plan }

  /// Running services: managers that update, sequences that are iterated, and what monitors regions, visits
  /// and significant changes.
  public var clientCount: Int { shared.clients.services }

  /// One-shot requests that wait for an answer.
  public var pendingRequests: Int { shared.clients.requests }

  /// Keeps the last fix and the present visit as they are now, and waits until everything is on the disk: for
  /// the end of a program, which may come before that of its system.
  public func save() async {
    await engine.keepAll()
    await engine.finishKeeping()
  }

  /// What the policy allows a client, at this moment.
  public func authorization(of client: ClientIdentity) -> Authorization {
    engine.authorization(of: client)
  }

  /// How the system is doing.
  public func diagnostics() async -> SystemDiagnostics {
    var diagnostics = await engine.diagnostics()
    diagnostics.unheardErrors = unheard.counts
    return diagnostics
  }

  /// What one provider says: satellites, health, fixes before any rule. Observing switches nothing
  /// on. Keeps the newest 64 events of a slow reader.
  public func events(of provider: ProviderID) -> AsyncStream<ProviderEvent> {
    let id = shared.nextID()
    let (events, continuation) = AsyncStream.makeStream(
      of: ProviderEvent.self, bufferingPolicy: .bufferingNewest(64))
    // Called at the latest when the engine stops, which finishes the stream.
    continuation.onTermination = { [engine] _ in engine.perform { $0.removeTap(id) } }
    engine.perform { $0.tap(provider, id: id, continuation) }
    return events
  }
}

/// How a system is doing.
public struct SystemDiagnostics: Sendable {
  /// Which providers are on, and why.
  public var plan: PowerPlan
  /// How each provider is doing.
  public var providers: [ProviderID: ProviderHealth]
  /// What the radio of each provider heard last, whoever asked for it.
  public var observations: [ProviderID: RadioObservation]
  /// What the intake accepted and rejected, and why.
  public var intake: RejectionCounts
  /// Values of accepted fixes that could not be true and were left out or replaced.
  public var repairs: RepairCounts
  /// What was drawn since the start, by each provider and for each client, as far as models and events tell.
  public var energy: EnergyLedger
  /// Errors that no delegate took, by their code.
  public var unheardErrors: [LocationError.Code: Int] = [:]
  /// Why states are not kept, or one was damaged, since one was kept last; `nil` where none are, too.
  public var storageFailure: LocationError?
  /// Programs started for clients that were not there.
  public var wakes: WakeCounts
}
