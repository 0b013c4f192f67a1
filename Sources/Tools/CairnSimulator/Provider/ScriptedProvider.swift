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
  /// Record of the calls that the provider has received.
  public struct Log: Hashable, Sendable {
    /// Every work it was told to do, in order, noted when the call began.
    public internal(set) var works: [ProviderWork] = []
    /// Events handed to the sink.
    public internal(set) var eventsSent = 0
    /// Whether it has begun work other than `off` that has neither failed nor ended.
    public internal(set) var isRunning = false
    /// How often it was told to work while it was off, including failed starts.
    public internal(set) var starts = 0
    /// How often it was told to be off.
    public internal(set) var stops = 0

    /// The last tracking that it was told to do; `nil` before the first.
    public var tracking: ProviderWork.Tracking? {
      works.lazy.reversed().compactMap(\.tracking).first
    }
    /// Whether fixes are expected of it now.
    public var isActive: Bool { isRunning && works.last?.isActive == true }
  }

  public nonisolated let descriptor: ProviderDescriptor
  private nonisolated let loop: EventLoop
  private let script: [ScriptStep]
  private let utcAtZero: Timestamp?
  private nonisolated let state = Mutex(Log())
  private nonisolated let presence = Mutex(true)
  private var failure: LocationError?
  private var isHanging = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  public var sink: ProviderSink?
  private var isRunning = false
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

  /// Forgets all works but the newest, for tests in which days pass. Callable from any thread.
  public nonisolated func shortenLog() {
    state.withLock { log in log.works = log.works.suffix(1) }
  }

  public nonisolated var isPresent: Bool { presence.withLock { $0 } }

  // MARK: - For the test

  /// Plugs the hardware in or out. While it runs, `report(_:)` must announce the change as well.
  public nonisolated func setPresent(_ value: Bool) { presence.withLock { $0 = value } }

  /// Sends one event now.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - afterStop: sends it even while the provider is off, as a faulty one might.
  /// - Returns: whether there was a sink to send it to.
  @discardableResult
  public func emit(_ event: ProviderEvent, afterStop: Bool = false) -> Bool {
    guard let sink, isRunning || afterStop else { return false }
    state.withLock { $0.eventsSent += 1 }
    if case .measured = event {
      cancelTimers()
      setRunning(false)
    }
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

  /// Sends a new state of its hardware; see `emit(_:afterStop:)`.
  @discardableResult
  public func report(_ lifecycle: ProviderLifecycle) -> Bool { emit(.lifecycle(lifecycle)) }

  /// Makes all work except `off` throw from now on; `nil` lets it succeed again.
  public func failWork(with error: LocationError?) { failure = error }

  /// Makes every call hang from now on, until `release()`.
  public func hang() { isHanging = true }

  /// Lets all hanging calls continue; later calls no longer hang.
  public func release() {
    isHanging = false
    let released = waiting
    waiting = []
    for continuation in released { continuation.resume() }
  }

  /// The present instant, as in the provider's fixes.
  public var instant: Instant {
    let now = loop.now()
    return Instant(
      time: now, timestamp: utcAtZero.map { $0 + (now - MonotonicTime(nanoseconds: 0)) },
      provider: descriptor.id, technology: descriptor.technology)
  }

  // MARK: - LocationProvider

  public func perform(_ work: ProviderWork) async throws(LocationError) {
    let begins = !isRunning && work != .off
    let slept = log.works.last.map { if case .rest = $0 { true } else { false } } ?? false
    state.withLock { log in
      log.works.append(work)
      if begins { log.starts += 1 }
      if work == .off { log.stops += 1 }
    }
    if isHanging { await withCheckedContinuation { waiting.append($0) } }
    if work == .off {
      cancelTimers()
      return setRunning(false)
    }
    if let failure { throw failure }
    setRunning(true)
    if begins { play() }
    guard !begins, descriptor.energy.canSleep else { return }
    if case .rest = work {
      if !slept { sink?.send(.power(.backup(.software))) }
    } else if slept {
      sink?.send(.power(.acquiring))
    }
  }

  /// Sends the script's events from now on.
  private func play() {
    let begin = loop.now()
    cancelTimers()
    for step in script {
      let timer = loop.schedule(at: begin + step.after) { [weak self] in
        self?.assumeIsolated { $0.play(step) }
      }
      timers.append(timer)
    }
  }

  private func cancelTimers() {
    for timer in timers { loop.cancel(timer) }
    timers = []
  }

  private func play(_ step: ScriptStep) { emit(step.event(instant)) }

  private func setRunning(_ value: Bool) {
    isRunning = value
    state.withLock { $0.isRunning = value }
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
    let isGNSS = technology == .gnss
    let receiver = ReceiverEnergy(
      acquiring: power, tracking: power, startTimes: .init(hot: 1, aided: 1, warm: 20, cold: 30),
      // Only satellite positions improve after the first, and only they require orbits.
      settling: isGNSS ? 2 : 0, ephemerisDownload: isGNSS ? 30 : 0)
    return ProviderDescriptor(
      id: id, technology: technology, capabilities: [.altitude, .speed, .course, .utc],
      accuracy: AccuracyModel(
        openSky: accuracy, urban: accuracy * 2, indoor: accuracy * 10, floor: 0),
      energy: power > 0 || isGNSS
        ? .receiver(receiver) : .operation(OperationEnergy(energy: 0, duration: 1)))
  }
}
