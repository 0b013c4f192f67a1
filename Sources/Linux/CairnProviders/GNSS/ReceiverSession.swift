internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// One open receiver and its port.
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
  var quantum: Duration {
    didSet {
      reader?.quantum = quantum
      receiver.stream.readInterval = quantum
    }
  }
  /// The receiver behind the port, with its figures.
  let receiver: Receiver

  /// Whether the receiver was understood.
  private(set) var isSettled = false
  /// Bytes read so far.
  private(set) var bytesReceived = 0

  private let loop: EventLoop
  private let access: DeviceAccess
  /// Tells the next program of a crash; `nil` if nothing is kept.
  private let mark: DecodingMark?
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var outbox: PortOutbox?
  private var timer: (id: TimerID, due: MonotonicTime, isExact: Bool)?
  private var startUpTimer: TimerID?
  /// Receives the bytes as they are read, before they are decoded; `nil` if nobody wants them.
  var onBytes: ByteReader.BytesHandler?
  private var onEpoch: ((borrowing Epoch) -> Void)?
  private var onEvent: ((Event) -> Void)?
  /// Judges the bytes at the present speed until a receiver is understood.
  private var recognizer = ContentRecognizer()
  private var impossibleTimesTold = 0
  /// The events of the last read; `forEach` passes them on while the receiver can be queried.
  private var events = ReceiverEvents()

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
    var stream = ReceiverStream(
      dates: DateResolver(reference: candidate.address.isRecording ? nil : .release, host: host),
      arrivals: Self.arrivals(from: candidate.address, host),
      port: candidate.knowledge.setup.port)
    stream.readInterval = quantum
    receiver = Receiver(stream)
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
        receiver.stream.speedChanged()
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
    receiver.driver = ReceiverDriver(
      setup: setup, alternatives: candidate.knowledge.alternatives,
      canChangeSpeed: source.canChangeSpeed && candidate.baudRate == nil)
    receiver.driver.setDemand(demand, at: loop.now())
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
    onBytes = nil
    onEpoch = nil
    onEvent = nil
    if let timer { loop.cancel(timer.id) }
    if let startUpTimer { loop.cancel(startUpTimer) }
    startUpTimer = nil
    timer = nil
    outbox?.stop()
    outbox = nil
    reader?.stop()
    reader = nil
    source?.close()
    source = nil
    mark?.close()
    return waitingMemory ?? receiver.driver.close()
  }

  /// Changes the reports required of the receiver; `nil` lets it sleep if it can.
  ///
  /// - Parameters:
  ///   - demand: the required reports.
  ///   - gap: how long it will not be needed, if known.
  /// - Returns: whether anything is sent for it.
  @discardableResult
  func setDemand(_ demand: ReportDemand?, resting gap: Duration? = nil) -> Bool {
    receiver.driver.setDemand(demand, resting: gap, at: loop.now())
    return pump()
  }

  /// Content of bytes among which no receiver was recognised; `nil` if they are too few to tell.
  var content: HeardContent? { recognizer.content }

  /// Whether everything to be sent has left the line.
  var isQuiet: Bool { outbox?.isIdle ?? true }

  /// Bytes that were sent to the receiver.
  var bytesSent: Int { outbox?.bytesSent ?? 0 }

  /// Whether the orbits that the receiver has learnt are being fetched.
  var isSaving: Bool { receiver.driver.isSaving }

  /// Records of this receiver and others.
  var records: ReceiverRecords { (waitingMemory ?? receiver.driver.memory).records }

  /// Sets the assistance data for a receiver that starts without enough data of its own.
  func assist(with assistance: Assistance) {
    receiver.driver.assist(with: assistance, at: loop.now())
  }

  /// The receiver's power state; a receiver that never sleeps continues to track when it is left.
  var powerState: PowerState { receiver.driver.powerState ?? .tracking }

  /// Whether it can save power between fixes by itself.
  var canCycle: Bool { canWrite && receiver.driver.canCycle }

  /// Whether it is put to sleep when that saves energy.
  var canSleep: Bool { canWrite && receiver.driver.canSleep }

  /// The profile that applies; `nil` without one.
  var profile: String? { receiver.driver.profile ?? candidate.knowledge.setup.profile }

  /// Whether the device accepts bytes; a recording does not.
  var canWrite: Bool { source?.canWrite ?? false }

  /// Sends a message to the receiver besides those of its driver.
  ///
  /// - Returns: whether it was sent. A message is not sent while the receiver is searched for,
  ///   configured or asleep, which bytes may disturb, nor on a line that still has an older message
  ///   to send.
  func send(_ message: Span<UInt8>) -> Bool {
    guard receiver.driver.phase == .running, canWrite else { return false }
    return outbox?.pass(message) ?? false
  }

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
    receiver.driver.open(at: loop.now(), memory)
    pump()
  }

  private func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    mark?.begin(bytes, at: now)
    defer { mark?.end() }
    onBytes?(bytes, now)
    if bytesReceived == 0 { begin() }
    bytesReceived += bytes.count
    if !isSettled { recognizer.receive(bytes) }
    receiver.receive(bytes, at: now)
    // Fixes go first: the rest may take its time once they are delivered.
    passOn()
    pump()
  }

  private func finish() {
    mark?.resume()
    receiver.stream.finish()
    passOn()
    mark?.end()
  }

  private func passOn() {
    receiver.stream.takeEvents(into: &events)
    events.forEach {
      onEpoch?($0)
    } satellites: {
      onEvent?(.satellites($0))
    }
    if receiver.stream.impossibleTimes != impossibleTimesTold {
      impossibleTimesTold = receiver.stream.impossibleTimes
      onEvent?(.impossibleTime)
    }
    if let health = receiver.stream.takeHealth() { onEvent?(.health(health)) }
    if let load = receiver.stream.takeLoad() { onEvent?(.load(load)) }
  }

  /// Performs the driver's actions, and passes its events on.
  ///
  /// - Returns: whether there were actions.
  @discardableResult
  private func pump() -> Bool {
    let actions = receiver.driver.takeActions()
    let events = receiver.driver.takeEvents()
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
    arm()
    return !actions.isEmpty
  }

  // MARK: - Time

  /// A timer due only a little early is kept, because the driver's deadline moves with each report;
  /// not so one for the end of a silence, which most reads put off.
  private static let earliness = Duration.seconds(2)

  /// Sets the timer to the receiver's next deadline.
  private func arm() {
    guard onEvent != nil else { return }
    let due = receiver.nextDeadline
    let isExact = receiver.stream.silenceDeadline != nil
    if let timer {
      let earliness = isExact || timer.isExact ? .zero : Self.earliness
      if let due, timer.due <= due, due - timer.due <= earliness { return }
      loop.cancel(timer.id)
      self.timer = nil
    }
    guard let due else { return }
    // `close` cancels it.
    let id = loop.schedule(at: due) { [self] in timerFired() }
    timer = (id, due, isExact)
  }

  private func timerFired() {
    timer = nil
    // After a stall of the loop, what waits in the port came before the deadline.
    reader?.readNow()
    guard onEvent != nil else { return }
    mark?.resume()
    receiver.fire(at: loop.now())
    passOn()
    pump()
    mark?.end()
  }
}
