public import CairnLinux
public import CairnReceiver
public import CairnTypes

/// Keeps a connection to a caster and hands its corrections on.
///
/// A caster that hangs up, or sends no whole message for half a minute, is asked again after 1, 2, 4 … 60 s,
/// and after 1 s only when messages have come for a minute. One that refuses the password is asked again too, every minute: a subscription may be renewed while the
/// device is in the field.
///
/// Isolation: the event loop.
public final class CorrectionFeed {
  /// How the feed is doing.
  public enum State: Sendable {
    /// The caster is asked; no message has come yet.
    case connecting
    /// Corrections are coming: the first message has.
    case streaming(NTRIPCaster.Version)
    /// It will be tried again after this long.
    case waiting(Failure, retryIn: Duration)
  }

  /// Why there are no corrections.
  public enum Failure: Error, Sendable {
    /// The caster cannot be reached.
    case connection(DeviceError)
    /// The caster does not want to, or fell silent.
    case caster(NTRIPError)
  }

  /// Messages handed on so far.
  public private(set) var messages = 0
  /// Bytes that belonged to no message so far.
  public private(set) var bytesSkipped = 0
  /// When the last message came.
  public private(set) var lastMessageAt: MonotonicTime?

  private static let refusalRetry = Duration.seconds(60)

  private let caster: NTRIPCaster
  private let loop: EventLoop
  private let connect: (SourceAddress) throws(DeviceError) -> any ByteSource
  private var onMessage: ((Span<UInt8>) -> Void)?
  private var onState: ((State) -> Void)?
  private var position: () -> [UInt8]
  private var client: NTRIPClient
  private var version: NTRIPCaster.Version
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var timer: TimerID?
  private var backoff = Backoff()
  private var isRunning = false
  /// The failure whose pause is not over yet.
  private var wait: (failure: Failure, until: MonotonicTime)?
  /// Whether the caster wants a position that nobody knows.
  private var lacksPosition = false

  /// A feed that is not connected yet.
  ///
  /// - Parameters:
  ///   - caster: who is asked for what.
  ///   - loop: the caller runs on it.
  ///   - position: the present one as a GGA sentence with its line ending; empty while there is none.
  ///   - onMessage: called for each RTCM 3 message, valid during the call.
  ///   - onState: called when something has changed.
  public convenience init(
    _ caster: NTRIPCaster, loop: EventLoop, position: @escaping () -> [UInt8],
    onMessage: @escaping (Span<UInt8>) -> Void, onState: @escaping (State) -> Void
  ) {
    self.init(
      caster, loop: loop, position: position, onMessage: onMessage, onState: onState,
      connect: { (address) throws(DeviceError) in try openSource(address) })
  }

  init(
    _ caster: NTRIPCaster, loop: EventLoop, position: @escaping () -> [UInt8],
    onMessage: @escaping (Span<UInt8>) -> Void, onState: @escaping (State) -> Void,
    connect: @escaping (SourceAddress) throws(DeviceError) -> any ByteSource
  ) {
    self.caster = caster
    self.loop = loop
    self.position = position
    self.onMessage = onMessage
    self.onState = onState
    self.connect = connect
    version = caster.version
    client = NTRIPClient(caster, version: caster.version)
  }

  /// Connects, now or after the pause that a failure before `pause` began. Does nothing while it runs.
  public func start() {
    guard onState != nil, !isRunning else { return }
    isRunning = true
    if let wait, wait.until > loop.now() {
      retry(after: wait.failure, at: wait.until)
    } else {
      open()
    }
  }

  /// Hangs up until `start`. Idempotent.
  public func pause() {
    isRunning = false
    close()
  }

  /// A position is known now: a caster that waits for one is told it in the loop's next turn.
  public func positionIsKnown() {
    guard lacksPosition else { return }
    lacksPosition = false
    if client.isAccepted { watch() }
  }

  /// Ends the feed for good; nothing is called any more. Idempotent.
  public func stop() {
    onMessage = nil
    onState = nil
    position = { [] }
    pause()
  }

  private func open() {
    wait = nil
    lacksPosition = false
    client = NTRIPClient(caster, version: version)
    onState?(.connecting)
    let request: [UInt8]
    do throws(NTRIPError) {
      request = try client.connected(at: loop.now(), position: position())
    } catch {
      return failed(.caster(error))
    }
    do throws(DeviceError) {
      let source = try connect(.tcp(host: caster.host, port: caster.port))
      self.source = source
      // Waits in the source's buffer until the connection exists.
      _ = try source.write(request.span)
      reader = try ByteReader(
        source: source, loop: loop,
        // The reader lets go of both when it stops.
        onBytes: { [self] bytes, now in receive(bytes, at: now) },
        onEnd: { [self] end in ended(end) })
      watch()
    } catch {
      failed(.connection(error))
    }
  }

  private func receive(_ bytes: borrowing Span<UInt8>, at now: MonotonicTime) {
    let wasStreaming = client.isStreaming
    let skippedBefore = client.bytesSkipped
    defer { bytesSkipped += client.bytesSkipped - skippedBefore }
    do throws(NTRIPError) {
      try client.receive(bytes, at: now) { message in
        messages += 1
        lastMessageAt = now
        onMessage?(message)
      }
    } catch {
      return refused(error)
    }
    if client.isAccepted { version = client.version }
    if client.isStreaming, !wasStreaming {
      backoff.succeeded(at: now)
      onState?(.streaming(client.version))
    }
    watch()
  }

  private func ended(_ end: SourceEnd) {
    switch end {
    case .failed(let error): failed(.connection(error))
    case .hangUp, .endOfFile: refused(client.ended())
    }
  }

  private func refused(_ error: NTRIPError) {
    // Casters of version 1 answer a request of version 2 with an error, or hang up.
    let mayBeOlder =
      caster.version == .automatic && version != .v1 && !client.isAccepted
    switch error {
    case .closed where mayBeOlder, .refused where mayBeOlder, .notACaster where mayBeOlder:
      close()
      version = .v1
      open()
    default: failed(.caster(error))
    }
  }

  private func failed(_ failure: Failure) {
    close()
    var delay = backoff.failed(at: loop.now())
    if case .caster(let error) = failure, !error.isWorthRetrying { delay = Self.refusalRetry }
    version = caster.version
    retry(after: failure, at: loop.now() + delay)
  }

  private func retry(after failure: Failure, at due: MonotonicTime) {
    wait = (failure, due)
    timer = loop.schedule(at: due) { [self] in
      // `close` cancels it.
      timer = nil
      open()
    }
    onState?(.waiting(failure, retryIn: due - loop.now()))
  }

  private func close() {
    if let timer { loop.cancel(timer) }
    timer = nil
    reader?.stop()
    reader = nil
    source?.close()
    source = nil
  }

  // MARK: - Time

  /// One timer for what comes first: the caster's silence or the next position.
  private func watch() {
    if let timer { loop.cancel(timer) }
    timer = nil
    var due = client.nextDeadline
    if !lacksPosition, let position = client.positionDeadline {
      due = min(due ?? position, position)
    }
    guard let due else { return }
    timer = loop.schedule(at: max(due, loop.now())) { [self] in
      timer = nil
      fire()
    }
  }

  private func fire() {
    let now = loop.now()
    do throws(NTRIPError) {
      try client.fire(at: now)
    } catch {
      return refused(error)
    }
    if let due = client.positionDeadline, due <= now {
      let sentence = position()
      lacksPosition = sentence.isEmpty
      if !lacksPosition {
        // A full buffer means that the caster does not read: its silence ends that.
        _ = try? source?.write(sentence.span)
        client.sentPosition(at: now)
      }
    }
    watch()
  }
}
