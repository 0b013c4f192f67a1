import CairnLinux
import CairnReceiver
import CairnTypes
import CommandSupport
import Glibc

/// Copies the bytes a receiver sends to a file and counts the messages in them.
///
/// Isolation: the event loop.
actor Recorder {
  /// Why the recording ended.
  enum End: Sendable {
    /// The time is up, the source has ended, or the user has stopped it.
    case asked
    /// The failure, in one line for a person.
    case failed(String)
  }

  /// Counts of a recording.
  struct Result: Sendable {
    var bytes = 0
    var messages = 0
    /// Bytes dropped because the output was full.
    var lost = 0
    /// Content of bytes in which no message was found.
    var content: HeardContent?

    var text: String { "\(bytes) bytes, \(messages) messages" }
  }

  private nonisolated let loop: EventLoop
  private let file: RecordingFile
  private let onEnd: @Sendable (End) -> Void
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var framer = Framer()
  /// Fed only with bytes received at the present speed.
  private var recognizer = ContentRecognizer()
  private var probe = PortProbe(rates: [])
  private var timers: [TimerID] = []
  private var isSettled = true
  private var result = Result()
  private var started = MonotonicTime(nanoseconds: 0)
  private let showsProgress = isatty(STDERR_FILENO) == 1

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(file: RecordingFile, loop: EventLoop, onEnd: @escaping @Sendable (End) -> Void) {
    self.file = file
    self.loop = loop
    self.onEnd = onEnd
  }

  /// Opens the receiver and starts recording.
  func start(
    _ address: SourceAddress, baudRate: UInt32?, duration: Duration?
  ) throws(DeviceError) {
    var settings = SerialSettings()
    settings.baudRate = baudRate
    let source = try openSource(address, settings: settings)
    self.source = source
    started = loop.now()
    if baudRate == nil, source.canChangeSpeed {
      isSettled = false
      probe = PortProbe(rates: PortProbe.commonRates)
      perform(probe.begin(at: started))
    }
    reader = try ByteReader(
      source: source, loop: loop,
      onBytes: { [weak self] bytes, _ in
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in bytes.indices { copy.append(bytes[index]) }
        let whole = copy
        self?.assumeIsolated { $0.receive(whole) }
      },
      onEnd: { [weak self] end in self?.assumeIsolated { $0.sourceEnded(end) } })
    if let duration { schedule(at: started + duration) { $0.onEnd(.asked) } }
    if showsProgress { tick() }
  }

  /// Ends the recording and closes the port.
  func stop() -> Result {
    for timer in timers { loop.cancel(timer) }
    timers = []
    reader?.stop()
    reader = nil
    source?.close()
    source = nil
    var counter = Counter()
    framer.abandonIncomplete(into: &counter)
    result.messages += counter.messages
    if result.messages == 0 { result.content = recognizer.content }
    if showsProgress { showProgress("") }
    return result
  }

  private func receive(_ bytes: [UInt8]) {
    var counter = Counter()
    framer.receive(bytes.span, into: &counter)
    result.messages += counter.messages
    if !isSettled, counter.checked > 0 { perform(probe.receivedFrame()) }
    if result.messages == 0 {
      recognizer.receive(bytes.span)
      // A complete frame of another protocol proves that the speed is right.
      if !isSettled, case .speech(let speech) = recognizer.content {
        return onEnd(.failed("the device \(HeardContent.speech(speech).explanation)"))
      }
    }
    // Bytes received at a wrong speed are noise.
    guard isSettled else { return }
    do throws(CommandFailure) {
      if try file.offer(bytes) { result.bytes += bytes.count } else { result.lost += bytes.count }
    } catch {
      onEnd(.failed(error.description))
    }
  }

  private func sourceEnded(_ end: SourceEnd) {
    switch end {
    case .endOfFile: onEnd(.asked)
    case .failed(let error): onEnd(.failed(error.explanation))
    case .hangUp(let code):
      let reason = code == 0 ? "it closed the line" : "\(errnoName(code)) (\(errnoText(code)))"
      onEnd(.failed("the receiver went away: \(reason); the recording up to then is complete"))
    }
  }

  // MARK: - Speed

  private func perform(_ action: PortProbe.Action) {
    switch action {
    case .none: break
    case .settled: isSettled = true
    case .failed:
      onEnd(.failed("no message arrived at any common speed; name the speed with --baud"))
    case .listen(let baudRate):
      if let baudRate { try? source?.setBaudRate(baudRate) }
      recognizer = ContentRecognizer()
      guard let deadline = probe.nextDeadline else { return }
      schedule(at: deadline) { recorder in
        recorder.perform(recorder.probe.fire(at: recorder.loop.now()))
      }
    }
  }

  // MARK: - Progress

  private func tick() {
    let seconds = (loop.now() - started).inSeconds
    let rate = seconds > 0 ? Double(result.bytes) / seconds : 0
    showProgress("\(seconds.text(places: 0)) s, \(result.text), \(rate.text(places: 0)) bytes/s")
    schedule(at: loop.now() + .seconds(1)) { $0.tick() }
  }

  private func schedule(
    at time: MonotonicTime, _ body: @escaping @Sendable (isolated Recorder) -> Void
  ) {
    if timers.count > 8 { timers.removeFirst(timers.count - 8) }
    timers.append(loop.schedule(at: time) { [weak self] in self?.assumeIsolated { body($0) } })
  }

  private struct Counter: FrameSink {
    var messages = 0
    var checked = 0

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      messages += 1
      if info.isChecked { checked += 1 }
    }
  }
}
