internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// One open receiver: its port, the driver that owns it and the path of its bytes.
///
/// Isolation: the event loop.
final class ReceiverSession {
  enum Event: Sendable {
    case satellites(SatelliteView)
    case health(ReceiverHealth)
    /// An epoch's UTC could not be true.
    case impossibleTime
    /// The receiver's port has become too full, or is no longer.
    case load(TransmitLoad)
    case driver(ReceiverDriver.Event)
    /// Something could not be done at the port.
    case portFailed(DeviceError)
  }

  let candidate: ReceiverCandidate
  var quantum: Duration { didSet { reader?.quantum = quantum } }

  /// Whether the receiver was understood.
  private(set) var isSettled = false
  /// Bytes read so far.
  private(set) var bytesReceived = 0
  /// Seconds, of the last epoch: how well the receiver knows UTC.
  private(set) var timeAccuracy: Double?

  private let loop: EventLoop
  private let access: DeviceAccess
  /// What tells the next program of a crash; `nil` where nothing is kept.
  private let mark: DecodingMark?
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var outbox: PortOutbox?
  private var pipeline: ReceiverPipeline
  private var driven: DrivenReceiver?
  private var driverTimer: (id: TimerID, due: MonotonicTime)?
  private var silenceTimer: TimerID?
  private var startUpTimer: TimerID?
  private var onEpoch: ((borrowing Epoch) -> Void)?
  private var onEvent: ((Event) -> Void)?
  /// Of the present speed, while no receiver is understood.
  private var recognizer = ContentRecognizer()
  /// Whether the epochs since this was asked last had a position; `nil` when there were none.
  private var epochHadFix: Bool?
  private var impossibleTimesTold = 0

  init(
    candidate: ReceiverCandidate, loop: EventLoop, quantum: Duration, access: DeviceAccess,
    mark: DecodingMark? = nil
  ) {
    self.candidate = candidate
    self.mark = mark
    self.loop = loop
    self.access = access
    self.quantum = quantum
    let host = SystemClock.utc().map { DateResolver.HostClock(utc: $0, at: loop.now()) }
    // A recording may be old; a receiver that is listened to cannot truly report an old date.
    pipeline = ReceiverPipeline(
      dates: DateResolver(reference: candidate.address.isRecording ? nil : .release, host: host),
      arrivals: Self.arrivals(from: candidate.address, host),
      port: candidate.knowledge.setup.port)
  }

  /// Opening a port throws away what waits in it; a server may have sent for minutes before it is read.
  private static func arrivals(
    from address: SourceAddress, _ host: DateResolver.HostClock?
  ) -> ArrivalClock? {
    switch address {
    case .file: return nil
    case .device: return ArrivalClock()
    case .tcp:
      guard let accuracy = SystemClock.accuracy() else { return ArrivalClock() }
      return ArrivalClock(host: host, accuracy: accuracy)
    }
  }

  /// Opens the device and begins to read. After an error the session is closed.
  ///
  /// - Parameters:
  ///   - demand: what the receiver shall do; `nil` only asks it what it is.
  ///   - memory: what an earlier session knew of it.
  ///   - supply: the switch of its supply, which is on; `nil` where nothing switches it.
  ///   - startUp: how long it may take until it talks, because its supply has just been switched on.
  ///   - onEpoch: takes each epoch where it lies.
  ///   - onEvent: takes everything else; neither is called after `close`.
  ///   - onEnd: called once when no more bytes come.
  /// - Throws: what opening the device or its reader throws.
  func open(
    demand: ReceiverDemand?, memory: ReceiverMemory, supply: (any SupplySwitch)? = nil,
    startUp: Duration = .zero, onEpoch: @escaping (borrowing Epoch) -> Void,
    onEvent: @escaping (Event) -> Void, onEnd: @escaping (SourceEnd) -> Void
  ) throws(DeviceError) {
    // Before anything can fail: what is known is not lost with an attempt.
    waitingMemory = memory
    var settings = SerialSettings()
    settings.baudRate = candidate.baudRate
    let source = try access.open(candidate.address, settings)
    self.source = source
    self.onEpoch = onEpoch
    self.onEvent = onEvent
    do throws(DeviceError) {
      outbox = PortOutbox(source: source, loop: loop, supply: supply) { [self] in
        // `close` lets go of it.
        self.onEvent?(.portFailed($0))
      } onSpeedChange: { [self] in
        driven?.discard()
        recognizer = ContentRecognizer()
      }
      reader = try ByteReader(
        source: source, loop: loop, quantum: quantum,
        // The reader lets go of all when it stops.
        onConnection: { [self] in begin() },
        onBytes: { [self] bytes, now in receive(bytes, at: now) },
        onEnd: { [self] end in
          finish()
          onEnd(end)
        })
    } catch {
      _ = close()
      throw error
    }
    var setup = candidate.knowledge.setup
    if !source.canWrite { setup.permission = .never }
    var driver = ReceiverDriver(
      setup: setup, alternatives: candidate.knowledge.alternatives,
      canChangeSpeed: source.canChangeSpeed && candidate.baudRate == nil)
    driver.setDemand(demand, at: loop.now())
    driven = DrivenReceiver(driver)
    // Without a speed to search there is nothing to judge before the first bytes, or before the connection
    // exists, which may take its time.
    guard source.canChangeSpeed else { return }
    // One that was left asleep is woken, and given the time it needs by that.
    let isAsleep = memory.power?.state.isAsleep ?? false
    if startUp == .zero || isAsleep { return begin() }
    // `close` cancels it.
    startUpTimer = loop.schedule(at: loop.now() + startUp) { [self] in begin() }
  }

  /// Stops reading and gives the device back as it was found.
  ///
  /// - Returns: what a later session should know of the receiver.
  func close() -> ReceiverMemory {
    onEpoch = nil
    onEvent = nil
    if let silenceTimer { loop.cancel(silenceTimer) }
    if let driverTimer { loop.cancel(driverTimer.id) }
    if let startUpTimer { loop.cancel(startUpTimer) }
    startUpTimer = nil
    silenceTimer = nil
    driverTimer = nil
    outbox?.stop()
    outbox = nil
    reader?.stop()
    reader = nil
    source?.close()
    source = nil
    mark?.close()
    guard waitingMemory == nil else { return waitingMemory ?? ReceiverMemory() }
    return driven?.close() ?? ReceiverMemory()
  }

  /// Changes what the receiver shall do; `nil` lets it sleep where it can.
  ///
  /// - Parameters:
  ///   - demand: what it shall do.
  ///   - gap: how long nothing is needed of it, if that is known.
  /// - Returns: whether anything is to be sent for it.
  @discardableResult
  func setDemand(_ demand: ReceiverDemand?, resting gap: Duration? = nil) -> Bool {
    driven?.setDemand(demand, resting: gap, at: loop.now())
    return pump()
  }

  /// What the bytes look like in which no receiver was found; `nil` where they are too few to tell.
  var content: HeardContent? { recognizer.content }

  /// Whether everything that is to be sent has left.
  var isQuiet: Bool { outbox?.isIdle ?? true }

  /// Bytes that were sent to the receiver.
  var bytesSent: Int { outbox?.bytesSent ?? 0 }

  /// Whether what the receiver has learnt is being fetched.
  var isSaving: Bool { driven?.isSaving ?? false }

  /// What is known of this receiver and others.
  var records: ReceiverRecords { (waitingMemory ?? driven?.memory)?.records ?? ReceiverRecords() }

  /// What the receiver is told when it starts without knowing enough.
  func assist(with assistance: Assistance) { driven?.assist(with: assistance, at: loop.now()) }

  /// How full the receiver says that its port is; `nil` while it has not said.
  var load: TransmitLoad? { pipeline.load }

  /// What is being done about the receiver.
  var phase: ReceiverDriver.Phase { driven?.phase ?? .idle }

  /// What the receiver does with its power: one that never sleeps goes on tracking when it is left.
  var powerState: PowerState { driven?.powerState ?? .tracking }

  /// Whether it is put to sleep where that pays.
  var canSleep: Bool { canWrite && driven?.canSleep ?? false }

  /// The profile that it works by; `nil` without one.
  var profile: String? { driven?.profile ?? candidate.knowledge.setup.profile }

  /// Whether the device takes bytes at all: a recording does not.
  var canWrite: Bool { source?.canWrite ?? false }

  /// Hands a message to the receiver beside what its driver says to it.
  ///
  /// - Returns: whether it went: not while the receiver is searched for, configured or asleep, which bytes
  ///   may disturb, nor over a line that still has an older message to send.
  func send(_ message: Span<UInt8>) -> Bool {
    guard phase == .running, canWrite else { return false }
    return outbox?.pass(message) ?? false
  }

  /// What has been seen of the line.
  var totals: LineTotals {
    var totals = LineTotals()
    totals.frames = pipeline.checkedFrames
    totals.ubx = pipeline.counts(of: .ubx).frames
    totals.skipped = pipeline.bytesSkipped
    // Not a loop over all cases, which would allocate at every read.
    totals.damaged =
      pipeline.counts(of: .nmea).checksumFailures + pipeline.counts(of: .ubx).checksumFailures
      + pipeline.counts(of: .rtcm3).checksumFailures
    return totals
  }

  /// Epochs whose UTC could not be true.
  var impossibleTimes: Int { pipeline.impossibleTimes }

  /// What the framer has seen of one protocol.
  func counts(of wireProtocol: WireProtocol) -> FrameCounts { pipeline.counts(of: wireProtocol) }

  /// The UART's error counters; `nil` where there is no UART.
  var lineErrors: LineErrorCounts? { source?.lineErrors }

  // MARK: - Bytes

  /// What the driver is told when it begins; `nil` afterwards.
  private var waitingMemory: ReceiverMemory?

  private func begin() {
    if let startUpTimer { loop.cancel(startUpTimer) }
    startUpTimer = nil
    guard let memory = waitingMemory else { return }
    waitingMemory = nil
    driven?.open(at: loop.now(), memory)
    pump()
  }

  private func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    mark?.begin(bytes, at: now)
    defer { mark?.end() }
    if bytesReceived == 0 { begin() }
    bytesReceived += bytes.count
    if !isSettled { recognizer.receive(bytes) }
    pipeline.receive(bytes, at: now)
    // Fixes go first: what follows takes its time after they were delivered.
    passOn()
    watchSilence(from: now)
    driven?.receive(bytes, totals: totals, at: now)
    pump()
  }

  private func finish() {
    mark?.resume()
    pipeline.finish()
    passOn()
    mark?.end()
  }

  private func passOn() {
    var views: [SatelliteView] = []
    pipeline.takeEvents {
      epochHadFix = $0.hasPosition
      timeAccuracy = $0.timeAccuracy
      onEpoch?($0)
    } satellites: {
      views.append($0)
    }
    // Whoever is told of them asks for the line's figures, which the pipeline has.
    for view in views { onEvent?(.satellites(view)) }
    if pipeline.impossibleTimes != impossibleTimesTold {
      impossibleTimesTold = pipeline.impossibleTimes
      onEvent?(.impossibleTime)
    }
    if let health = pipeline.takeHealth() { onEvent?(.health(health)) }
    if let load = pipeline.takeLoad() { onEvent?(.load(load)) }
  }

  // MARK: - Silence

  /// An epoch whose end is not known yet ends with a silence.
  private func watchSilence(from now: MonotonicTime) {
    if let silenceTimer { loop.cancel(silenceTimer) }
    silenceTimer = nil
    guard let wait = pipeline.silenceWait else { return }
    silenceTimer = loop.schedule(at: now + max(wait, quantum * 3)) { [self] in
      // `close` cancels it, and the one below.
      silenceTimerFired()
    }
  }

  private func silenceTimerFired() {
    silenceTimer = nil
    // After a stall of the loop the rest of the epoch may be waiting in the port: no silence then.
    let known = bytesReceived
    reader?.readNow()
    guard bytesReceived == known, onEvent != nil else { return }
    mark?.resume()
    pipeline.silence()
    passOn()
    pump()
    mark?.end()
  }

  // MARK: - Driver

  /// Does what the driver wants done, and says what it has found out.
  ///
  /// - Returns: whether anything is to be done at the port.
  @discardableResult
  private func pump() -> Bool {
    let now = loop.now()
    if let hasFix = epochHadFix {
      epochHadFix = nil
      driven?.noteEpoch(hasFix: hasFix, at: now)
    }
    guard let actions = driven?.takeActions(), let events = driven?.takeEvents()
    else { return false }
    if !actions.isEmpty { outbox?.perform(actions) }
    for event in events {
      switch event {
      case .found:
        isSettled = true
        recognizer = ContentRecognizer()
      case .lost(let loss): if loss != .configuration { isSettled = false }
      case .identified, .configured, .meaningless, .unusable, .asleep, .awake, .assisted, .recorded:
        break
      }
      onEvent?(.driver(event))
    }
    armDriver()
    return !actions.isEmpty
  }

  /// A timer that is due a little early is left alone: while reports come the deadline moves with each.
  private static let earliness = Duration.seconds(2)

  /// Has the timer due when the driver next wants to be called.
  private func armDriver() {
    guard onEvent != nil else { return }
    let due = driven?.nextDeadline
    if let driverTimer {
      if let due, driverTimer.due <= due, due - driverTimer.due < Self.earliness { return }
      loop.cancel(driverTimer.id)
      self.driverTimer = nil
    }
    guard let due else { return }
    let id = loop.schedule(at: due) { [self] in
      driverTimer = nil
      mark?.resume()
      driven?.fire(at: loop.now())
      pump()
      mark?.end()
    }
    driverTimer = (id, due)
  }
}
