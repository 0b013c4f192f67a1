internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates
internal import CairnWire

/// The services of this program that the daemon runs, and the connection to it.
///
/// When the connection is lost, each service hears of it once; the link connects again, by itself and
/// ever more rarely, and tells the daemon what runs.
///
/// Isolation: the event loop. `close()` ends it.
final class DaemonLink {
  /// The time before the first attempt to connect again; it doubles with each.
  static let firstPause = Duration.milliseconds(100)
  static let longestPause = Duration.seconds(10)
  /// A connection that has lasted this long is a good one: the next pause is the first again.
  static let proof = Duration.seconds(10)
  /// Messages that may wait because the daemon does not read.
  private static let unsentLimit = 1024
  /// Messages that a daemon may send at once, and in a second. All regions of a program may be entered
  /// and left at once.
  private static let (burst, rate) = (10_000.0, 1000.0)

  let path: String
  private let loop: EventLoop
  private let shared: SharedState
  private let state: DaemonState
  /// Released by `close()`.
  private var onStatus: () -> Void
  private let buffer = MessageBuffer(capacity: WireLimits.report)
  private var channel: MessageChannel?
  private var connectedAt = MonotonicTime(nanoseconds: 0)
  /// Messages that the daemon may send now, and the time of the last one.
  private var credit = (messages: DaemonLink.burst, time: MonotonicTime(nanoseconds: 0))
  /// Why there is no connection.
  private var failure: LocationError
  /// Why the daemon is about to end this connection.
  private var refusal: LocationError?
  private var services: [UInt32: any RemoteService] = [:]
  let questions = PlanQuestions()
  /// Timers of requests.
  private var deadlines: [UInt32: TimerID] = [:]
  private var unsent: [[UInt8]] = []
  private var isInUse = false
  private var pause = DaemonLink.firstPause
  private var retry: TimerID?
  private var isClosed = false

  /// `onStatus` is called when the client may have something else than before.
  init(
    path: String, loop: EventLoop, shared: SharedState, state: DaemonState,
    onStatus: @escaping () -> Void
  ) {
    self.onStatus = onStatus
    self.path = path
    self.loop = loop
    self.shared = shared
    self.state = state
    failure = LocationError(.noProvider, severity: .degraded)
  }

  /// Begins with the outcome of the first attempt to connect, which the daemon may have refused.
  func start(_ first: Result<MessageSocket, DeviceError>, refusal: LocationError?) {
    switch first {
    case .success(let socket):
      adopt(socket)
      self.refusal = refusal
    case .failure(let cause):
      failure = LocationError(
        .noProvider, severity: .degraded, cause: cause, reason: "the daemon does not answer")
      tryLater()
    }
  }

  /// Ends everything. Idempotent.
  func close() {
    isClosed = true
    onStatus = {}
    channel?.close()
    channel = nil
    if let retry { loop.cancel(retry) }
    retry = nil
    for timer in deadlines.values { loop.cancel(timer) }
    deadlines = [:]
    services = [:]
    count()
  }

  // MARK: Services

  /// Runs a service, on this connection and those to come.
  func begin(_ service: any RemoteService) {
    services[service.id] = service
    if let request = service as? RemoteRequest { watch(request, until: request.deadline) }
    count()
    guard channel == nil else { return say(service) }
    // A new connection is told of this service as of all.
    if retry != nil { connect() }
    guard channel == nil else { return }
    service.fail(failure)
    if service.isFinished { forget(service.id) }
  }

  /// The regions of a client; `nil` before the first.
  func regions(_ id: UInt32) -> RemoteRegions? { services[id] as? RemoteRegions }

  /// Tells the daemon of regions that have changed.
  func regionsChanged() {
    count()
    sayMore()
  }

  /// Asks for the state of a region; what is known of it here is the answer without a daemon.
  ///
  /// - Returns: false for a client without regions.
  func ask(_ region: Region, of id: UInt32) -> Bool {
    guard let regions = regions(id) else { return false }
    regions.ask(region)
    if channel == nil { regions.answerAll() } else { sayMore() }
    return true
  }

  /// Changes what a service wants, on this connection and those to come.
  func change(_ id: UInt32, to request: WireRequest) {
    services[id]?.change(to: request)
    say(request, of: id)
  }

  /// Tells the daemon something of a service, once.
  func say(_ request: WireRequest, of id: UInt32) {
    if services[id] != nil { send(request, for: id) }
  }

  /// Ends a service.
  func end(_ id: UInt32) {
    guard services[id] != nil else { return }
    forget(id)
    send(.stop, for: id)
  }

  /// Ends a request whose task was cancelled.
  func cancel(_ id: UInt32) {
    services[id]?.cancel()
    end(id)
  }

  /// Notes whether the program is in use.
  func use(_ isInUse: Bool) {
    guard isInUse != self.isInUse else { return }
    self.isInUse = isInUse
    send(.use(isInUse: isInUse), for: 0)
  }

  /// Tells the services what the client may have.
  func authorize(_ authorization: (ClientIdentity) -> Authorization) {
    for service in services.values { service.authorize(authorization(service.identity)) }
  }

  private func forget(_ id: UInt32) {
    services[id] = nil
    if let timer = deadlines.removeValue(forKey: id) { loop.cancel(timer) }
    count()
  }

  private func count() {
    let requests = services.values.count { $0.isRequest }
    let running = services.values.count { !$0.isRequest && !$0.isIdle }
    shared.setClients(ClientCounts(services: running, requests: requests))
  }

  /// Ends a request at its time if there is no daemon then, and a little later if it is silent.
  private func watch(_ request: RemoteRequest, until due: MonotonicTime) {
    // `forget` and `close` cancel it.
    deadlines[request.id] = loop.schedule(at: due) { [self] in
      deadlines[request.id] = nil
      if channel != nil, due == request.deadline {
        return watch(request, until: due + RemoteRequest.grace)
      }
      request.expire()
      end(request.id)
    }
  }

  // MARK: Messages

  /// Tells the daemon of a service, from the beginning.
  private func say(_ service: any RemoteService) {
    for request in service.requests(at: loop.now()) { send(request, for: service.id) }
    sayMore()
  }

  /// Tells the daemon what it is still to be told of services, as far as it reads.
  private func sayMore() {
    for service in services.values {
      while unsent.isEmpty, channel != nil {
        let more = service.next()
        guard !more.isEmpty else { break }
        for request in more { send(request, for: service.id) }
      }
    }
  }

  private func send(_ request: WireRequest, for service: UInt32) {
    guard let channel else { return }
    let message = request.encoded(for: service)
    if unsent.isEmpty, channel.send(message.span) { return }
    unsent.append(message)
    // On a new connection, it is told only what runs.
    if unsent.count > Self.unsentLimit { lose(.stalled(path)) }
  }

  private func sendRest() {
    while let message = unsent.first, channel?.send(message.span) ?? false { unsent.removeFirst() }
    sayMore()
  }

  private func receive(_ message: borrowing Span<UInt8>) {
    let now = loop.now()
    let earned = (now - credit.time).inSeconds * Self.rate
    credit = (min(Self.burst, credit.messages + earned) - 1, now)
    guard credit.messages >= 0 else { return lose(.flooding(path)) }
    let read: (service: UInt32, report: WireReport)
    do throws(WireError) {
      read = try WireReport.decode(message)
    } catch {
      // A newer daemon may tell more than this program understands.
      if case .unknown = error { return }
      return lose(.misunderstood(path))
    }
    switch read.report {
    case .status(let status): take(status)
    case .locations(let call):
      // As here, what nobody measured is not known.
      if let last = call.locations.last(where: { $0.source.fix != .estimated }) {
        shared.setLast(last)
      }
    case .plan(let plan): shared.setPlan(PowerPlan(plan, of: read.service))
    case .failure(let error) where read.service == 0 && error.severity != .fatal: refusal = error
    default: break
    }
    guard let service = services[read.service] else { return }
    service.receive(read.report, at: now)
    if service.isFinished { forget(read.service) }
  }

  private func take(_ status: WireStatus) {
    shared.setRemote(status)
    state.note(status.authorization)
    onStatus()
  }

  // MARK: Connection

  private func adopt(_ socket: MessageSocket) {
    refusal = nil
    do throws(DeviceError) {
      // The channel releases the closures when it ends.
      channel = try MessageChannel(socket, buffer: buffer, loop: loop) { [self] in
        receive($0)
      } onRoom: { [self] in
        sendRest()
      } onEnd: { [self] _ in
        lose(refusal ?? .lost(path))
      }
    } catch {
      return lose(LocationError(.providerLost, cause: error))
    }
    connectedAt = loop.now()
    if isInUse { send(.use(isInUse: true), for: 0) }
    var last: UInt32 = 0
    while let service = service(after: last) {
      last = service.id
      service.begin()
      say(service)
    }
  }

  /// The next service, in the order in which they began.
  private func service(after id: UInt32) -> (any RemoteService)? {
    var next: (any RemoteService)?
    for service in services.values where service.id > id {
      if let known = next, known.id < service.id { continue }
      next = service
    }
    return next
  }

  /// Ends the connection, tells the services once, and connects again later.
  private func lose(_ error: LocationError) {
    guard !isClosed else { return }
    if channel != nil, loop.now() - connectedAt >= Self.proof { pause = Self.firstPause }
    channel?.close()
    channel = nil
    unsent = []
    failure = error
    for service in Array(services.values) { service.fail(error) }
    tryLater()
  }

  private func tryLater() {
    guard !isClosed else { return }
    if let retry { loop.cancel(retry) }
    // `connect` and `close` cancel it.
    retry = loop.schedule(at: loop.now() + pause) { [self] in connect() }
    pause = min(Self.longestPause, pause * 2)
  }

  private func connect() {
    if let retry { loop.cancel(retry) }
    retry = nil
    do throws(DeviceError) {
      adopt(try MessageSocket(connectingTo: path))
    } catch {
      tryLater()
    }
  }
}

extension LocationError {
  fileprivate static func lost(_ path: String) -> LocationError {
    LocationError(.providerLost, reason: "the daemon at \(path) has ended")
  }

  fileprivate static func stalled(_ path: String) -> LocationError {
    LocationError(.providerLost, reason: "the daemon at \(path) does not read; connecting again")
  }

  fileprivate static func flooding(_ path: String) -> LocationError {
    LocationError(
      .protocolMismatch, reason: "what answers at \(path) sends without end; connecting again")
  }

  fileprivate static func misunderstood(_ path: String) -> LocationError {
    LocationError(
      .protocolMismatch, reason: "what answers at \(path) is no daemon of Cairn; trying again")
  }
}
