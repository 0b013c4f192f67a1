internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// One open receiver: its port, the driver that controls it and the path of its bytes.
///
/// Isolation: the event loop.
final class ReceiverSession {
  enum Event: Sendable {
    case satellites(SatelliteView)
    case health(ReceiverHealth)
    /// The UTC of an epoch could not be true.
    case impossibleTime
    /// The receiver's port has become too full, or is no longer too full.
    case load(TransmitLoad)
    case driver(ReceiverDriver.Event)
    /// A port action failed.
    case portFailed(DeviceError)
  }

  let candidate: ReceiverCandidate
  var quantum: Duration { didSet { reader?.quantum = quantum } }

  /// Whether the receiver was understood.
  private(set) var isSettled = false
  /// Bytes read so far.
  private(set) var bytesReceived = 0
  /// Seconds: the receiver's accuracy of UTC, from the last epoch.
  private(set) var timeAccuracy: Double?

  private let loop: EventLoop
  private let access: DeviceAccess
  /// Tells the next program of a crash; `nil` if nothing is kept.
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
  /// Judges the bytes at the present speed until a receiver is understood.
  private var recognizer = ContentRecognizer()
  /// Whether the epochs since the last check had a position; `nil` if there were none.
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
    // A recording may be old, but a live receiver cannot truly report an old date.
    pipeline = ReceiverPipeline(
      dates: DateResolver(reference: candidate.address.isRecording ? nil : .release, host: host),
      arrivals: Self.arrivals(from: candidate.address, host),
      port: candidate.knowledge.setup.port)
  }

  /// Returns the clock that determines when bytes arrived; `nil` for a file. Opening a port
  /// discards the bytes that wait in it; a server may have sent for minutes before it is read.
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

  /// Opens the device and starts to read. After an error the session is closed.
  ///
  /// - Parameters:
  ///   - demand: the reports required of the receiver; `nil` only identifies it.
  ///   - memory: the memory that an earlier session returned.
  ///   - supply: the switch of its supply, which is on; `nil` if nothing switches it.
  ///   - startUp: how long it may take to send, because its supply has just been switched on.
  ///   - onEpoch: receives each epoch in place.
  ///   - onEvent: receives everything else; neither is called after `close`.
  ///   - onEnd: called once when no more bytes come.
  /// - Throws: the error of opening the device or its reader.
  func open(
    demand: ReportDemand?, memory: ReceiverMemory, supply: (any SupplySwitch)? = nil,
    startUp: Duration = .zero, onEpoch: @escaping (borrowing Epoch) -> Void,
    onEvent: @escaping (Event) -> Void, onEnd: @escaping (SourceEnd) -> Void
  ) throws(DeviceError) {
    // Set before anything can fail, so that a failed attempt loses nothing.
    waitingMemory = memory
    var settings = SerialSettings()
    settings.baudRate = candidate.baudRate
    let source =
      if candidate.knowledge.supply.powerSwitch == .modem, let modem = access.modem {
        modem.openSentences(candidate.address, settings)
      } else {
        try access.open(candidate.address, settings)
      }
    self.source = source
    self.onEpoch = onEpoch
    self.onEvent = onEvent
    do throws(DeviceError) {
      outbox = PortOutbox(source: source, loop: loop, supply: supply) { [self] in
        // `close` releases it.
        self.onEvent?(.portFailed($0))
      } onSpeedChange: { [self] in
        driven?.discard()
        recognizer = ContentRecognizer()
      }
      reader = try ByteReader(
        source: source, loop: loop, quantum: quantum,
        // The reader releases all closures when it stops.
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
    // Without a speed to search, there is nothing to judge before the first bytes, or before the
    // connection exists, which may take a while.
    guard source.canChangeSpeed else { return }
    // A receiver that was left asleep is woken, which gives it the time that it needs.
    let isAsleep = memory.power?.state.isAsleep ?? false
    if startUp == .zero || isAsleep { return begin() }
    // `close` cancels it.
    startUpTimer = loop.schedule(at: loop.now() + startUp) { [self] in begin() }
  }

  /// Stops reading and releases the device as it was found.
  ///
  /// - Returns: the receiver's memory, for a later session.
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

  /// Changes the reports required of the receiver; `nil` lets it sleep if it can.
  ///
  /// - Parameters:
  ///   - demand: the required reports.
  ///   - gap: how long it will not be needed, if known.
  /// - Returns: whether anything is sent for it.
  @discardableResult
  func setDemand(_ demand: ReportDemand?, resting gap: Duration? = nil) -> Bool {
    driven?.setDemand(demand, resting: gap, at: loop.now())
    return pump()
  }

  /// Content of bytes among which no receiver was recognised; `nil` if they are too few to tell.
  var content: HeardContent? { recognizer.content }

  /// Whether everything to be sent has left the line.
  var isQuiet: Bool { outbox?.isIdle ?? true }

  /// Bytes that were sent to the receiver.
  var bytesSent: Int { outbox?.bytesSent ?? 0 }

  /// Whether the orbits that the receiver has learnt are being fetched.
  var isSaving: Bool { driven?.isSaving ?? false }

  /// Records of this receiver and others.
  var records: ReceiverRecords { (waitingMemory ?? driven?.memory)?.records ?? ReceiverRecords() }

  /// Sets the assistance data for a receiver that starts without enough data of its own.
  func assist(with assistance: Assistance) { driven?.assist(with: assistance, at: loop.now()) }

  /// How full the receiver reports its port to be; `nil` before it reports.
  var load: TransmitLoad? { pipeline.load }

  /// The phase of the receiver's driver.
  var phase: ReceiverDriver.Phase { driven?.phase ?? .idle }

  /// The receiver's power state; a receiver that never sleeps continues to track when it is left.
  var powerState: PowerState { driven?.powerState ?? .tracking }

  /// Whether it can save power between fixes by itself.
  var canCycle: Bool { canWrite && driven?.canCycle ?? false }

  /// Whether it is put to sleep when that saves energy.
  var canSleep: Bool { canWrite && driven?.canSleep ?? false }

  /// The profile that applies; `nil` without one.
  var profile: String? { driven?.profile ?? candidate.knowledge.setup.profile }

  /// Whether the device accepts bytes; a recording does not.
  var canWrite: Bool { source?.canWrite ?? false }

  /// Sends a message to the receiver besides those of its driver.
  ///
  /// - Returns: whether it was sent. A message is not sent while the receiver is searched for,
  ///   configured or asleep, which bytes may disturb, nor on a line that still has an older message
  ///   to send.
  func send(_ message: Span<UInt8>) -> Bool {
    guard phase == .running, canWrite else { return false }
    return outbox?.pass(message) ?? false
  }

  /// The totals of the line so far.
  var totals: LineTotals {
    var totals = LineTotals()
    totals.frames = pipeline.checkedFrames
    totals.ubx = pipeline.counts(of: .ubx).frames
    totals.skipped = pipeline.bytesSkipped
    // A loop over all cases would allocate at every read.
    totals.damaged =
      pipeline.counts(of: .nmea).checksumFailures + pipeline.counts(of: .ubx).checksumFailures
      + pipeline.counts(of: .rtcm3).checksumFailures
    return totals
  }

  /// The number of epochs whose UTC could not be true.
  var impossibleTimes: Int { pipeline.impossibleTimes }

  /// The framer's counts for one protocol.
  func counts(of wireProtocol: WireProtocol) -> FrameCounts { pipeline.counts(of: wireProtocol) }

  /// The UART's error counters; `nil` without a UART.
  var lineErrors: LineErrorCounts? { source?.lineErrors }

  // MARK: - Bytes

  /// The memory to pass to the driver when it begins; `nil` afterwards.
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
    // Fixes go first: the rest may take its time once they are delivered.
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
    // Their receiver asks for the line's figures, which the pipeline holds.
    for view in views { onEvent?(.satellites(view)) }
    if pipeline.impossibleTimes != impossibleTimesTold {
      impossibleTimesTold = pipeline.impossibleTimes
      onEvent?(.impossibleTime)
    }
    if let health = pipeline.takeHealth() { onEvent?(.health(health)) }
    if let load = pipeline.takeLoad() { onEvent?(.load(load)) }
  }

  // MARK: - Silence

  /// Watches for the silence that ends an epoch whose end is not known otherwise.
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
    // After a stall of the loop, the rest of the epoch may wait in the port; that is no silence.
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

  /// Performs the driver's actions, and passes its events on.
  ///
  /// - Returns: whether there were actions.
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

  /// A timer due only a little early is kept, because the deadline moves with each report.
  private static let earliness = Duration.seconds(2)

  /// Sets the timer to the driver's next deadline.
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
