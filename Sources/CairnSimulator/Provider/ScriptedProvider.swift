public import CairnHAL
public import CairnLinux
public import CairnTypes
internal import Synchronization

/// A provider that does what a test tells it: fixes at given times, failures, hangs.
///
/// It remembers what was asked of it, so that a test can check the engine's side. Events go to the
/// engine as any provider's do: on the event loop, without a hop. One whose figures say that it can sleep says
/// that it does when it shall rest.
///
/// ```swift
/// let provider = ScriptedProvider(
///   loop: loop, script: [.fix(seoul, after: .seconds(1)), .fix(busan, after: .seconds(2))])
/// ```
///
/// Isolation: the event loop it is given; `log` may be read from anywhere.
public actor ScriptedProvider: LocationProvider {
  /// The calls a provider serves.
  public enum Call: UInt8, Hashable, Sendable, CaseIterable {
    case start, update, stop
  }

  /// What was asked of the provider so far.
  public struct Log: Hashable, Sendable {
    /// Every call in order, counted when it began.
    public internal(set) var calls: [Call] = []
    /// The demands of `start` and `update`, in order.
    public internal(set) var demands: [ProviderDemand] = []
    /// Events handed to the sink.
    public internal(set) var eventsSent = 0
    /// Between a `start` that did not throw and `stop`.
    public internal(set) var isRunning = false

    /// How often one call came.
    public func count(_ call: Call) -> Int { calls.count { $0 == call } }
    /// Calls of `start`, also those that failed.
    public var starts: Int { count(.start) }
    /// Calls of `update`.
    public var updates: Int { count(.update) }
    /// Calls of `stop`.
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

  /// A provider that is off.
  ///
  /// - Parameters:
  ///   - descriptor: what the planner sees.
  ///   - loop: the system's event loop.
  ///   - script: what it says after each start, in any order.
  ///   - utcAtZero: UTC when the loop's clock was at zero, for the fixes' timestamps.
  public init(
    descriptor: ProviderDescriptor = .scripted(), loop: EventLoop, script: [ScriptStep] = [],
    utcAtZero: Timestamp? = nil
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.script = script
    self.utcAtZero = utcAtZero
  }

  /// What was asked of it so far. Callable from any thread.
  public nonisolated var log: Log { state.withLock { $0 } }

  /// Forgets all calls and all demands but the newest, for tests in which days pass. Callable from any thread.
  public nonisolated func shortenLog() {
    state.withLock { log in
      log.calls = []
      log.demands = log.demands.suffix(1)
    }
  }

  public nonisolated var isPresent: Bool { presence.withLock { $0 } }

  // MARK: - For the test

  /// Plugs its hardware in, or pulls it out; while it runs `report(_:)` says so as well.
  public nonisolated func setPresent(_ value: Bool) { presence.withLock { $0 = value } }

  /// Sends one event now.
  ///
  /// - Parameters:
  ///   - event: what to send.
  ///   - afterStop: sends it even when the provider was stopped, as a faulty one might.
  /// - Returns: whether there was a sink to send it to.
  @discardableResult
  public func emit(_ event: ProviderEvent, afterStop: Bool = false) -> Bool {
    guard let sink, isRunning || afterStop else { return false }
    state.withLock { $0.eventsSent += 1 }
    sink.send(event)
    return true
  }

  /// Sends a fix that is true now; see `emit(_:afterStop:)`.
  ///
  /// - Parameters:
  ///   - coordinate: where.
  ///   - accuracy: metres, 68 %.
  /// - Returns: whether there was a sink to send it to.
  @discardableResult
  public func emitFix(at coordinate: Coordinate, accuracy: Double = 5) -> Bool {
    emit(.fix(instant.location(coordinate, accuracy: accuracy)))
  }

  /// Sends a state of health; see `emit(_:afterStop:)`.
  @discardableResult
  public func report(_ health: ProviderHealth) -> Bool { emit(.health(health)) }

  /// Makes every `start` from now on throw; `nil` lets it succeed again.
  public func failStart(with error: LocationError?) { failure = error }

  /// Makes a call hang from now on, until `release()`.
  public func hang(on call: Call) { hanging.insert(call) }

  /// Lets the calls that hang go on, and no later one hang.
  public func release() {
    hanging = []
    let released = waiting
    waiting = []
    for continuation in released { continuation.resume() }
  }

  /// Now, as the provider would stamp a fix.
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
  /// A made-up receiver for tests: 3 m and 30 mW unless said otherwise, hot after a second.
  ///
  /// `accuracy` is metres under the open sky, 68 %; twice that in a town, ten times that indoors.
  /// `power` is milliwatts while acquiring and tracking.
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
