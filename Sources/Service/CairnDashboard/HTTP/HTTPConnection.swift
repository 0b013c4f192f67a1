internal import CairnLinux
internal import CairnPeers
internal import CairnTypes

/// One connection of a browser: it reads requests, one after the other, and sends their answers or events.
///
/// Isolation: the event loop. `close()` ends it.
final class HTTPConnection {
  /// What it does; the oldest of some kinds goes where there is no place for another client.
  enum Phase {
    /// No whole request has come, or not since a part of the next one.
    case halfOpen
    /// It may ask again.
    case idle
    case answering
    /// It gets events.
    case streaming
    /// Everything was sent, and what still comes is not read.
    case ending
  }

  /// How long each phase may last; a client that takes nothing of what waits for it has the link's patience.
  static let headerLimit = Duration.seconds(2)
  static let idleLimit = Duration.seconds(30)
  static let endingLimit = Duration.seconds(1)

  private(set) var phase = Phase.halfOpen { didSet { phaseTime = loop.now() } }
  /// When the phase began.
  private(set) var phaseTime: MonotonicTime
  /// The request that is being answered.
  private(set) var request: HTTPRequest?
  /// What is withdrawn when the client goes before its answer is there.
  var ticket: DashboardWork.Ticket?

  private let source: AcceptedSource
  private let loop: EventLoop
  private var reader = HTTPRequestReader()
  private var timer: TimerID?
  private var closesAfter = false
  // Set once, by `init`.
  private var link: PeerLink<EventLine>?
  /// Released by `close()`.
  private var onRequest: ((Result<HTTPRequest, HTTPRequest.Refusal>) -> Void)?
  private var onEnd: ((_ isTooSlow: Bool) -> Void)?

  /// Begins to read. `onRequest` is called for each request, of which one is answered at a time by `answer` or `stream`;
  /// `onEnd` once, never inside this call, with whether the client took too little of what waited for it.
  init(
    _ source: AcceptedSource, loop: EventLoop,
    onRequest: @escaping (Result<HTTPRequest, HTTPRequest.Refusal>) -> Void,
    onEnd: @escaping (_ isTooSlow: Bool) -> Void
  ) throws(DeviceError) {
    self.source = source
    self.loop = loop
    self.onRequest = onRequest
    self.onEnd = onEnd
    phaseTime = loop.now()
    // `close` breaks the cycles.
    let link = try PeerLink<EventLine>(source, loop: loop) { [self] bytes, _ in
      receive(bytes)
    } onEnd: { [self] complaint in
      end(isTooSlow: complaint != nil)
    }
    link.onDrained = { [self] in drained() }
    self.link = link
    limit(to: Self.headerLimit)
  }

  /// Sends the answer to the request. The connection ends with it if the client or the answer wants that.
  func answer(_ answer: HTTPAnswer) {
    closesAfter = closesAfter || answer.isEndless || (request?.closes ?? true)
    send(answer)
    if link?.isDrained == true { drained() }
  }

  /// Begins a stream of events with its header and what comes first.
  func stream(_ answer: HTTPAnswer) {
    phase = .streaming
    closesAfter = true
    send(answer)
  }

  /// Sends an event, unless a newer one comes before it can go.
  func send(_ line: EventLine) { link?.send(line) }

  /// Disconnects the client; nothing is called after this. Idempotent.
  func close() {
    ticket?.withdraw()
    ticket = nil
    onRequest = nil
    onEnd = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    link?.close()
    link = nil
  }

  /// Disconnects the client, and tells the owner.
  func end(isTooSlow: Bool = false) {
    let handler = onEnd
    close()
    handler?(isTooSlow)
  }

  // MARK: Private

  private func send(_ answer: HTTPAnswer) {
    let isHead = request?.method == .head
    link?.send(EventLine(.answer, answer.bytes(isHead: isHead, closes: closesAfter)))
  }

  private func receive(_ bytes: borrowing Span<UInt8>) {
    switch phase {
    // What a stream or a connection that ends still sends has no meaning.
    case .streaming, .ending: return
    case .halfOpen, .answering: break
    case .idle:
      phase = .halfOpen
      limit(to: Self.headerLimit)
    }
    // It asks on while an answer waits.
    guard reader.append(bytes) else { return end(isTooSlow: true) }
    if phase == .halfOpen { readNext() }
  }

  private func readNext() {
    do throws(HTTPRequest.Refusal) {
      guard let next = try reader.next() else { return }
      limit(to: nil)
      phase = .answering
      request = next
      onRequest?(.success(next))
    } catch {
      refuse(error)
    }
  }

  private func refuse(_ refusal: HTTPRequest.Refusal) {
    limit(to: nil)
    phase = .answering
    request = nil
    onRequest?(.failure(refusal))
  }

  /// Everything has gone out: reads the next request, or ends.
  private func drained() {
    guard phase == .answering else { return }
    if closesAfter { return finish() }
    request = nil
    guard !reader.isEmpty else {
      phase = .idle
      return limit(to: Self.idleLimit)
    }
    phase = .halfOpen
    limit(to: Self.headerLimit)
    // Not at once: a client with many requests in one piece would be answered in a recursion.
    let bound = Carried(self)
    loop.post { if bound.value.phase == .halfOpen { bound.value.readNext() } }
  }

  private func finish() {
    phase = .ending
    source.finishOutput()
    limit(to: Self.endingLimit)
  }

  private func limit(to limit: Duration?) {
    if let timer { loop.cancel(timer) }
    // `close` cancels it.
    timer = limit.map { limit in
      loop.schedule(at: loop.now() + limit) { [self] in
        timer = nil
        end()
      }
    }
  }
}
