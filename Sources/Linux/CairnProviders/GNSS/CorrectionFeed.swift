public import CairnLinux
public import CairnReceiver
public import CairnTypes

/// Keeps a connection to an NTRIP caster and passes its corrections on.
///
/// A caster that hangs up or sends no complete message for half a minute is asked again after 1, 2,
/// 4 … 60 s, and after 1 s once messages have come for a minute. One that refuses, for example the
/// password, is asked every minute: a subscription may be renewed while the device is in use.
///
/// Isolation: the event loop.
public final class CorrectionFeed {
  /// The state of the feed.
  public enum State: Sendable {
    /// The caster is being asked; no message has come yet.
    case connecting
    /// Corrections are coming; at least one message has arrived.
    case streaming(NTRIPCaster.Version)
    /// The feed has failed and will try again after `retryIn`.
    case waiting(Failure, retryIn: Duration)
  }

  /// Why there are no corrections.
  public enum Failure: Error, Sendable {
    /// The caster cannot be reached.
    case connection(DeviceError)
    /// The caster refused the request, or fell silent.
    case caster(NTRIPError)
  }

  /// Messages passed on so far.
  public private(set) var messages = 0
  /// Bytes so far that belong to no message.
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
  /// The form of the present request.
  private var form = NTRIPForm.v2
  /// Those that are left to try.
  private var others: [NTRIPForm] = []
  /// The form that the caster has accepted last, tried first on the next connection.
  private var accepted: NTRIPForm?
  /// The refusal of the present attempt that tells most: the first, or one in a caster's own words.
  private var refusal: NTRIPError?
  private var source: (any ByteSource)?
  private var reader: ByteReader?
  private var timer: TimerID?
  private var backoff = Backoff()
  private var isRunning = false
  /// The last failure whose delay has not passed yet.
  private var wait: (failure: Failure, until: MonotonicTime)?
  /// Whether the caster wants a position while none is known.
  private var lacksPosition = false

  /// Creates a feed that is not connected yet.
  ///
  /// - Parameters:
  ///   - caster: the caster and what to ask it for.
  ///   - loop: the event loop that the caller runs on.
  ///   - position: returns the present position as a GGA sentence with its line ending; may be
  ///     empty.
  ///   - onMessage: called with each RTCM 3 message, which is valid during the call.
  ///   - onState: called after each change of state.
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
    client = NTRIPClient(caster, .v2)
    beginForms()
  }

  /// Connects, at once or after the delay of an earlier failure. Does nothing while it runs.
  public func start() {
    guard onState != nil, !isRunning else { return }
    isRunning = true
    if let wait, wait.until > loop.now() {
      retry(after: wait.failure, at: wait.until)
    } else {
      open()
    }
  }

  /// Disconnects until `start`. Idempotent.
  public func pause() {
    isRunning = false
    close()
  }

  /// Notes that a position is known; a caster that waits for one gets it in the loop's next turn.
  public func positionIsKnown() {
    guard lacksPosition else { return }
    lacksPosition = false
    if client.isAccepted { watch() }
  }

  /// Ends the feed for good; no closure is called afterwards. Idempotent.
  public func stop() {
    onMessage = nil
    onState = nil
    position = { [] }
    pause()
  }

  private func open() {
    wait = nil
    lacksPosition = false
    client = NTRIPClient(caster, form)
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
      // The source's buffer holds it until the connection exists.
      _ = try source.write(request.span)
      reader = try ByteReader(
        source: source, loop: loop,
        // The reader releases both closures when it stops.
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
    if client.isAccepted { accepted = form }
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
    guard !client.isAccepted else { return failed(.caster(error)) }
    var reasons = [error]
    switch error {
    case .refused(let status, _): if refusal == nil || status == 0 { refusal = error }
    case .closed, .notACaster: reasons += refusal.map { [$0] } ?? []
    default: return failed(.caster(error))
    }
    let useful = others.drop { next in !reasons.contains { $0.mayServe(next, after: form) } }
    guard let next = useful.first else { return failed(.caster(refusal ?? error)) }
    close()
    form = next
    others = Array(useful.dropFirst())
    open()
  }

  /// Begins with the form that the caster has accepted last, or with the first.
  private func beginForms() {
    let forms = caster.version.forms
    form = accepted ?? forms.first ?? .v2
    others = forms.filter { $0 != form }
    refusal = nil
  }

  private func failed(_ failure: Failure) {
    close()
    var delay = backoff.failed(at: loop.now())
    if case .caster(let error) = failure, !error.isWorthRetrying { delay = Self.refusalRetry }
    if !client.isAccepted { accepted = nil }
    beginForms()
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

  /// Sets one timer for whichever comes first: the caster's silence or the next position.
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
        // A full buffer means that the caster does not read; its silence ends the connection.
        _ = try? source?.write(sentence.span)
        client.sentPosition(at: now)
      }
    }
    watch()
  }
}
