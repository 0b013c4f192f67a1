public import CairnHAL
public import CairnLinux
public import CairnTypes
internal import Synchronization

/// A provider that follows a test's script: fixes at given times, failures, hangs.
///
/// It records the calls it receives, so that a test can check the engine. Like any provider's, its
/// events reach the engine on the event loop, without a hop. If its energy model can sleep, it
/// reports sleep whenever its demand tells it to rest.
///
/// ```swift
/// let provider = ScriptedProvider(
///   loop: loop, script: [.fix(seoul, after: .seconds(1)), .fix(busan, after: .seconds(2))])
/// ```
///
/// Isolation: the event loop it is given; `log` may be read from anywhere.
public actor ScriptedProvider: LocationProvider {
  /// The calls that a provider receives.
  public enum Call: UInt8, Hashable, Sendable, CaseIterable {
    case start, update, stop
  }

  /// The calls that the provider has received so far.
  public struct Log: Hashable, Sendable {
    /// All calls in order, recorded when each began.
    public internal(set) var calls: [Call] = []
    /// The demands of `start` and `update`, in order.
    public internal(set) var demands: [ProviderDemand] = []
    /// Number of events handed to the sink.
    public internal(set) var eventsSent = 0
    /// Whether the provider runs: after a `start` that did not throw, and before `stop`.
    public internal(set) var isRunning = false

    /// Returns how often a call was received.
    public func count(_ call: Call) -> Int { calls.count { $0 == call } }
    /// Number of calls of `start`, including those that failed.
    public var starts: Int { count(.start) }
    /// Number of calls of `update`.
    public var updates: Int { count(.update) }
    /// Number of calls of `stop`.
    public var stops: Int { count(.stop) }
  }

  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  private let script: [ScriptStep]
  private let utcAtZero: Timestamp?
  private nonisolated let state = Mutex(Log())
  private nonisolated let presence = Mutex(true)
  private var failure: LocationError?
  private var hanging: Set<Call> = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var sink: ProviderSink?
  private var isRunning = false
  private var isAsleep = false
  private var timers: [TimerID] = []

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a provider that is off.
  ///
  /// - Parameters:
  ///   - descriptor: the description that the planner sees.
  ///   - loop: the system's event loop.
  ///   - script: the events to send after each start, in any order.
  ///   - utcAtZero: UTC when the loop's clock was at zero; sets the timestamps of fixes.
  public init(
    descriptor: ProviderDescriptor = .scripted(), loop: EventLoop, script: [ScriptStep] = [],
    utcAtZero: Timestamp? = nil
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.script = script
    self.utcAtZero = utcAtZero
  }

  /// The calls received so far. Callable from any thread.
  public nonisolated var log: Log { state.withLock { $0 } }

  /// Forgets all calls, and all demands but the newest; for long tests. Callable from any thread.
  public nonisolated func shortenLog() {
    state.withLock { log in
      log.calls = []
      log.demands = log.demands.suffix(1)
    }
  }

  public nonisolated var isPresent: Bool { presence.withLock { $0 } }

  // MARK: - For the test

  /// Plugs the hardware in or out. While it runs, `report(_:)` must announce the change as well.
  public nonisolated func setPresent(_ value: Bool) { presence.withLock { $0 = value } }

  /// Sends one event now.
  ///
  /// - Parameters:
  ///   - event: the event to send.
  ///   - afterStop: whether to send it even after `stop`, as a faulty provider might.
  /// - Returns: whether there was a sink to send it to.
  @discardableResult
  public func emit(_ event: ProviderEvent, afterStop: Bool = false) -> Bool {
    guard let sink, isRunning || afterStop else { return false }
    state.withLock { $0.eventsSent += 1 }
    sink.send(event)
    return true
  }

  /// Sends a fix of the present instant; see `emit(_:afterStop:)`.
  ///
  /// - Parameters:
  ///   - coordinate: the fix's position.
  ///   - accuracy: metres, 68 %.
  /// - Returns: whether there was a sink to send it to.
  @discardableResult
  public func emitFix(at coordinate: Coordinate, accuracy: Double = 5) -> Bool {
    emit(.fix(instant.location(coordinate, accuracy: accuracy)))
  }

  /// Sends a health state; see `emit(_:afterStop:)`.
  @discardableResult
  public func report(_ health: ProviderHealth) -> Bool { emit(.health(health)) }

  /// Makes every later `start` throw `error`; `nil` lets it succeed again.
  public func failStart(with error: LocationError?) { failure = error }

  /// Makes every later call of this kind hang until `release()`.
  public func hang(on call: Call) { hanging.insert(call) }

  /// Lets all hanging calls continue; later calls no longer hang.
  public func release() {
    hanging = []
    let released = waiting
    waiting = []
    for continuation in released { continuation.resume() }
  }

  /// The present instant, as the provider would stamp a fix.
  public var instant: Instant {
    let now = loop.now()
    return Instant(
      time: now, timestamp: utcAtZero.map { $0 + (now - MonotonicTime(nanoseconds: 0)) },
      provider: descriptor.id, technology: descriptor.technology)
  }

  // MARK: - LocationProvider

  public func start(_ demand: ProviderDemand, sink: ProviderSink) async throws(LocationError) {
    record(.start, demand)
    await hangIfAsked(.start)
    if let failure { throw failure }
    self.sink = sink
    setRunning(true)
    isAsleep = false
    let begin = loop.now()
    cancelTimers()
    for step in script {
      let timer = loop.schedule(at: begin + step.after) { [weak self] in
        self?.assumeIsolated { $0.play(step) }
      }
      timers.append(timer)
    }
  }

  public func update(_ demand: ProviderDemand) async {
    record(.update, demand)
    await hangIfAsked(.update)
    guard descriptor.energyModel.canSleep, demand.rests != isAsleep else { return }
    isAsleep = demand.rests
    sink?.send(.power(isAsleep ? .backup(.software) : .acquiring))
  }

  public func stop() async {
    record(.stop, nil)
    await hangIfAsked(.stop)
    cancelTimers()
    setRunning(false)
  }

  private func cancelTimers() {
    for timer in timers { loop.cancel(timer) }
    timers = []
  }

  private func play(_ step: ScriptStep) { emit(step.event(instant)) }

  private func record(_ call: Call, _ demand: ProviderDemand?) {
    state.withLock {
      $0.calls.append(call)
      if let demand { $0.demands.append(demand) }
    }
  }

  private func setRunning(_ value: Bool) {
    isRunning = value
    state.withLock { $0.isRunning = value }
  }

  private func hangIfAsked(_ call: Call) async {
    guard hanging.contains(call) else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

extension ProviderDescriptor {
  /// Returns a made-up receiver for tests: by default 3 m and 30 mW; a hot start takes a second.
  ///
  /// `accuracy` is in metres under open sky, 68 %; twice that in a town and ten times that indoors.
  /// `power` is in milliwatts, while acquiring and tracking.
  public static func scripted(
    id: ProviderID = "scripted", technology: Technology = .gnss, accuracy: Double = 3,
    power: Double = 30
  ) -> ProviderDescriptor {
    ProviderDescriptor(
      id: id, technology: technology, capabilities: [.altitude, .speed, .course, .utc],
      accuracy: AccuracyModel(
        openSky: accuracy, urban: accuracy * 2, indoor: accuracy * 10, floor: 0),
      acquisition: AcquisitionModel(
        cold: .seconds(30), warm: .seconds(20), hot: .seconds(1), hotValidity: .seconds(7200)),
      power: PowerModel(
        acquiring: power, tracking: power, provenance: .estimated("made up for tests")),
      naturalInterval: .seconds(1))
  }
}
