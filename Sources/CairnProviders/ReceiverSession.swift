internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// One open receiver: its port, the search for its speed and the path of its bytes.
///
/// Isolation: the event loop.
final class ReceiverSession {
  enum Event: Sendable {
    /// The receiver was understood for the first time, at this speed where there is a choice.
    case settled(baudRate: UInt32?)
    case satellites(SatelliteView)
    /// No speed gave a valid frame.
    case mismatch
  }

  let candidate: ReceiverCandidate
  var quantum: Duration { didSet { reader?.quantum = quantum } }

  /// Whether the receiver was understood.
  private(set) var isSettled = false
  /// Bytes read so far.
  private(set) var bytesReceived = 0

  private let loop: EventLoop
  private let access: DeviceAccess
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var pipeline: ReceiverPipeline
  private var probe: PortProbe
  private var probeTimer: TimerID?
  private var silenceTimer: TimerID?
  private var onEpoch: ((borrowing Epoch) -> Void)?
  private var onEvent: ((Event) -> Void)?

  init(candidate: ReceiverCandidate, loop: EventLoop, quantum: Duration, access: DeviceAccess) {
    self.candidate = candidate
    self.loop = loop
    self.access = access
    self.quantum = quantum
    probe = PortProbe(rates: candidate.baudRate.map { [$0] } ?? [])
    // A recording may be old; a receiver that is listened to cannot truly report an old date.
    pipeline = ReceiverPipeline(
      dates: DateResolver(reference: candidate.address.isRecording ? nil : .release))
  }

  /// Opens the device and begins to read. After an error the session is closed.
  func open(
    onEpoch: @escaping (borrowing Epoch) -> Void, onEvent: @escaping (Event) -> Void,
    onEnd: @escaping (SourceEnd) -> Void
  ) throws(DeviceError) {
    var settings = SerialSettings()
    settings.baudRate = candidate.baudRate
    let source = try access.open(candidate.address, settings)
    self.source = source
    self.onEpoch = onEpoch
    self.onEvent = onEvent
    if source.canChangeSpeed, candidate.baudRate == nil {
      probe = PortProbe(rates: ratesToTry)
    }
    do throws(DeviceError) {
      reader = try ByteReader(
        source: source, loop: loop, quantum: quantum,
        // The reader lets go of both when it stops.
        onBytes: { [self] bytes, now in receive(bytes, at: now) },
        onEnd: { [self] end in
          finish()
          onEnd(end)
        })
    } catch {
      close()
      throw error
    }
    // Without a speed to search there is nothing to judge before the first bytes: a connection may
    // take its time, and silence is no foreign protocol.
    if source.canChangeSpeed { perform(probe.begin(at: loop.now())) }
  }

  /// Stops reading and gives the device back as it was found.
  func close() {
    onEpoch = nil
    onEvent = nil
    for timer in [probeTimer, silenceTimer] {
      if let timer { loop.cancel(timer) }
    }
    probeTimer = nil
    silenceTimer = nil
    reader?.stop()
    reader = nil
    source?.close()
    source = nil
  }

  /// The speed that served the last time comes first: a receiver that was unplugged is back at once.
  private var ratesToTry: [UInt32] {
    guard let likely = candidate.likelyBaudRate else { return PortProbe.commonRates }
    return [likely] + PortProbe.commonRates.filter { $0 != likely }
  }

  private func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    if bytesReceived == 0, source?.canChangeSpeed == false { perform(probe.begin(at: now)) }
    bytesReceived += bytes.count
    pipeline.receive(bytes, at: now)
    if !isSettled, pipeline.checkedFrames > 0 { perform(probe.receivedFrame()) }
    passOn()
    watchSilence(from: now)
  }

  private func finish() {
    pipeline.finish()
    passOn()
  }

  private func passOn() {
    pipeline.takeEvents {
      onEpoch?($0)
    } satellites: {
      onEvent?(.satellites($0))
    }
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
    pipeline.silence()
    passOn()
  }

  // MARK: - Speed

  private func perform(_ action: PortProbe.Action) {
    switch action {
    case .none:
      break
    case .listen(let baudRate):
      if let baudRate { try? source?.setBaudRate(baudRate) }
      guard let deadline = probe.nextDeadline else { return }
      probeTimer = loop.schedule(at: deadline) { [self] in probeTimerFired() }
    case .settled(let baudRate):
      isSettled = true
      if let probeTimer { loop.cancel(probeTimer) }
      probeTimer = nil
      onEvent?(.settled(baudRate: baudRate))
    case .failed:
      onEvent?(.mismatch)
    }
  }

  private func probeTimerFired() {
    probeTimer = nil
    perform(probe.fire(at: loop.now()))
  }
}
