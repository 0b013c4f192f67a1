internal import Cairn
internal import CairnLinux
internal import CairnTypes
internal import CairnWatch
internal import CairnWire

/// One connection of a program, with its services.
///
/// Isolation: the event loop. `close()` ends it, and with it all that the program wants.
final class NativePeer {
  /// Services that a program may run at the same time.
  static let serviceLimit = 64
  /// How long a program may take nothing of what waits for it: it is stuck, and wants no position.
  static let patience = Duration.seconds(60)
  /// Reports of regions that may wait: each may be entered and left.
  private static let laterLimit = 2 * WireLimits.regions
  /// What the kernel keeps for a program that does not read: some twenty positions.
  private static let sendBuffer: Int32 = 8192
  /// The same for the last words to it.
  private static let lastBuffer: Int32 = 65_536
  private static let asksOn = "asks on without reading the answers"

  let client: ClientIdentity
  let program: PeerProgram
  private let system: LocationSystem
  private let reasons: PlanReasons
  private let desk: PlanDesk
  private let loop: EventLoop
  private var channel: MessageChannel?
  private var queue = WireQueue()
  /// Reports of regions that wait for an empty queue.
  private var later: ArraySlice<(service: UInt32, report: WireReport)> = []
  private var services: [UInt32: NativeService] = [:]
  private let room = RegionRoom()
  /// Hears what the policy allows the program.
  private var watcher: (manager: LocationManager, delegate: AuthorizationWatcher)?
  private var told: WireStatus?
  /// What it is told of the service; `nil` if it does not watch it.
  private var watch: NativeWatch?
  /// While the program is in use.
  private var session: ServiceSession?
  private var stall: TimerID?
  private var progressTime: MonotonicTime
  /// Released by `close()`.
  private var onEnd: ((_ complaint: String?) -> Void)?

  /// `onEnd` is called once when the program is gone or has to go, with what was wrong with it.
  init(
    _ program: PeerProgram, system: LocationSystem, reasons: PlanReasons, desk: PlanDesk,
    loop: EventLoop,
    onEnd: @escaping (_ complaint: String?) -> Void
  ) {
    self.program = program
    self.system = system
    self.reasons = reasons
    self.desk = desk
    self.loop = loop
    self.onEnd = onEnd
    client = ClientIdentity(program)
    progressTime = loop.now()
  }

  /// The program in a line of the log.
  var title: String {
    "the program \(ForeignText.visible(client.name)) (process \(program.process), user \(program.user))"
  }

  /// Greets the program and begins to read.
  ///
  /// - Parameters:
  ///   - socket: its connection.
  ///   - buffer: room for its messages.
  ///   - onRequest: called with each of its requests and the service that it is about.
  ///   - onWatch: called when it wants to watch the service.
  ///   - isolation: the server's, to which the managers belong.
  /// - Throws: `.monitor` when the loop refuses the connection.
  func start(
    _ socket: MessageSocket, _ buffer: MessageBuffer,
    onRequest: @escaping (WireRequest, UInt32) -> Void,
    onWatch: @escaping (WatchRequest) -> Void, isolation: isolated any Actor = #isolation
  ) throws(DeviceError) {
    socket.limitSending(to: Self.sendBuffer)
    // The channel releases the closures when it ends.
    channel = try MessageChannel(socket, buffer: buffer, loop: loop) { [self] in
      read($0, onRequest, onWatch)
    } onRoom: { [self] in
      push()
    } onEnd: { [self] end in
      self.end(end == .tooLong ? "sent more than \(WireLimits.request) bytes at once" : nil)
    }
    let manager = LocationManager(system: system, client: client)
    let delegate = AuthorizationWatcher { [weak self] in self?.tellStatus() }
    watcher = (manager, delegate)
    if let last = manager.location { send(.locations(WireLocations([last])), of: 0) }
    manager.delegate = delegate
    tellStatus()
  }

  /// Disconnects the program; nothing is called after this. Its demand ends. Idempotent.
  func close() {
    onEnd = nil
    desk.forget(ObjectIdentifier(self))
    if let stall { loop.cancel(stall) }
    stall = nil
    channel?.close()
    channel = nil
    for service in services.values { service.stop() }
    services = [:]
    later = []
    watch?.stop()
    watch = nil
    watcher = nil
    session = nil
  }

  private func end(
    _ complaint: String?, _ code: LocationError.Code = .invalidConfiguration
  ) {
    let handler = onEnd
    if let complaint, let channel {
      let advice =
        code == .deliveryStalled ? "; take events more often, or stop the services meanwhile" : ""
      let error = LocationError(
        code, severity: .degraded,
        reason: "the daemon has disconnected this program because it \(complaint)\(advice)")
      // However much it has not read: else it would take this for the end of the daemon.
      channel.limitSending(to: Self.lastBuffer)
      channel.sendLast(WireReport.failure(error).encoded(for: 0).span)
    }
    close()
    handler?(complaint)
  }

  // MARK: Requests

  private func read(
    _ message: borrowing Span<UInt8>, _ onRequest: (WireRequest, UInt32) -> Void,
    _ onWatch: (WatchRequest) -> Void
  ) {
    do throws(WireError) {
      if WatchRequest.isType(of: message) { return onWatch(try WatchRequest.decode(message)) }
      let (service, request) = try WireRequest.decode(message)
      onRequest(request, service)
    } catch {
      switch error {
      case .unknown(let header):
        // A newer program may ask for more than this service understands.
        let error = LocationError(
          .invalidConfiguration, severity: .fatal,
          reason: "the daemon does not serve requests of type \(header.type): "
            + "it is older than the program")
        send(.failure(error), of: header.service)
      case .content(let header):
        let name = WireRequest.Kind(rawValue: header.type).map { " (\($0))" } ?? ""
        end(
          "sent a message of type \(header.type)\(name) that is cut short, or has a value "
            + "out of range")
      case .size(_, let found): end("sent \(found) bytes that are no message")
      }
    }
  }

  /// Does what the program asks.
  func receive(_ request: WireRequest, of id: UInt32, isolation: isolated any Actor) {
    switch request {
    case .standard(let configuration):
      guard let service = service(id, .standard, isolation) else { return }
      service.run(configuration)
    case .position(let request):
      guard services[id] == nil else { return end("uses the number of a service twice") }
      service(id, .request, isolation)?.run(request)
    case .significantChanges(let options):
      service(id, .significantChanges, isolation)?.run(options)
    case .visits(let options): service(id, .visits, isolation)?.run(options)
    case .heading(let settings): service(id, .heading, isolation)?.run(settings)
    case .calibration(let isShown): services[id]?.noteCalibration(isShown: isShown)
    case .region(let region): service(id, .regions, isolation)?.run(region)
    case .points(let points): service(id, .regions, isolation)?.take(points)
    case .regionEnd(let identifier): services[id]?.endRegion(identifier)
    case .regionState(let identifier): service(id, .regions, isolation)?.askState(identifier)
    case .altitudes: service(id, .altitudes, isolation)?.runAltitudes()
    case .ranging(let constraint): service(id, .ranging, isolation)?.run(constraint)
    case .fullAccuracy(let purpose):
      guard services[id] == nil else { return end("uses the number of a service twice") }
      service(id, .fullAccuracy, isolation)?.requestFullAccuracy(purpose, isolation: isolation) {
        [weak self] in self?.tellStatus(to: id)
      }
    case .plan(let accuracy):
      desk.ask(ObjectIdentifier(self)) { [weak self] in self?.tellPlan(wanting: accuracy, to: id) }
    case .stop:
      services.removeValue(forKey: id)?.cancel()
      later.removeAll { $0.service == id }
    case .use(let isInUse):
      session = isInUse ? session ?? ServiceSession(system: system, client: client) : nil
    }
    tellStatus()
  }

  /// Tells the program of the service from now on, in place of what it was told before.
  func begin(_ request: WatchRequest, table: @escaping () -> ClientTable) {
    watch?.stop()
    let new = NativeWatch(request, system: system, loop: loop, table: table) { [weak self] in
      // Directions of satellites tell a place within some kilometres.
      self?.watcher?.manager.authorization.hasFullAccuracy ?? false
    } send: { [weak self] report in
      // A report that finds no room is left out: the next one tells the same anew.
      guard let self, queue.isEmpty else { return }
      _ = channel?.send(report.encoded.span)
    }
    // The table knows by it which connections only watch.
    watch = new
    new.start()
  }

  /// The connection in the table of all clients; `nil` for one that only watches, which wants and costs nothing.
  var connection: ClientConnection? {
    if watch != nil, services.isEmpty { return nil }
    return ClientConnection(
      identity: client, program: program, protocols: .cairn, addresses: .unix,
      right: .init(system.authorization(of: client)))
  }

  /// Returns the service of a number, which is made if need be.
  private func service(
    _ id: UInt32, _ kind: NativeService.Kind, _ isolation: isolated any Actor
  ) -> NativeService? {
    if let service = services[id] {
      if service.kind == kind { return service }
      end("uses the number of a service twice")
      return nil
    }
    guard services.count < Self.serviceLimit else {
      let error = LocationError(
        .invalidConfiguration, severity: .fatal,
        reason: "the daemon does not serve more than \(Self.serviceLimit) services and requests "
          + "of a program at once; end some, or wait for answers")
      send(.failure(error), of: id)
      return nil
    }
    let manager = LocationManager(system: system, client: client)
    let service = NativeService(kind, manager, reasons, room) { [weak self] report in
      if kind == .regions {
        self?.sendLater(report, of: id)
      } else {
        self?.send(report, of: id, isAnswer: kind == .request)
      }
    } onEnd: { [weak self] in
      self?.forget(id)
    }
    services[id] = service
    return service
  }

  private func forget(_ id: UInt32) {
    services[id] = nil
    queue.forget(id)
  }

  // MARK: Reports

  /// Tells what the program may have and what there is, if that is news or the answer to a request.
  private func tellStatus(to request: UInt32 = 0) {
    guard let watcher, channel != nil else { return }
    var status = WireStatus()
    status.authorization = watcher.manager.authorization
    status.obstacle = WireStatus.Obstacle(system.unavailability)
    status.hasCompass = system.hasCompass
    status.hearsBeacons = system.canHearBeacons
    guard status != told || request != 0 else { return }
    told = status
    send(.status(status), of: request)
  }

  /// Tells which plan another accuracy would lead to, as far as the policy lets the program know.
  private func tellPlan(wanting accuracy: DesiredAccuracy, to request: UInt32) {
    guard let watcher, channel != nil else { return }
    guard watcher.manager.authorization.hasFullAccuracy else {
      return send(.failure(.plansWithheld), of: request)
    }
    let (plan, services) = system.planOnLoop(wanting: accuracy, by: client)
    send(.otherPlan(WirePlan(plan, plan.entries.map(\.reason), for: services)), of: request)
  }

  private func send(_ report: WireReport, of service: UInt32, isAnswer: Bool = false) {
    guard let channel else { return }
    if queue.isEmpty, channel.send(queue.message(report, of: service).span) { return }
    queue.put(report, of: service, isAnswer: isAnswer)
    if queue.isOverfull { return end(Self.asksOn, .deliveryStalled) }
    if stall == nil { watchForStall(since: loop.now()) }
  }

  /// Sends a report once the program has read the others: of regions, many may change at once.
  private func sendLater(_ report: WireReport, of service: UInt32) {
    guard later.count < Self.laterLimit else { return end(Self.asksOn, .deliveryStalled) }
    later.append((service, report))
    sendMore()
  }

  private func sendMore() {
    while queue.isEmpty, channel != nil, let (service, report) = later.popFirst() {
      send(report, of: service)
    }
  }

  /// Hands over what waits, until the kernel takes no more.
  private func push() {
    progressTime = loop.now()
    while let message = queue.first, channel?.send(message.span) ?? false { queue.removeFirst() }
    sendMore()
  }

  private func watchForStall(since time: MonotonicTime) {
    progressTime = max(progressTime, time)
    // `close` cancels it.
    stall = loop.schedule(at: progressTime + Self.patience) { [self] in
      stall = nil
      guard !queue.isEmpty else { return }
      guard loop.now() - progressTime < Self.patience else {
        return end(
          "took nothing for \(Self.patience.components.seconds) s; \(queue.dropped) positions were left out",
          .deliveryStalled)
      }
      watchForStall(since: progressTime)
    }
  }
}

/// Tells of changes of what a client may have.
private final class AuthorizationWatcher: LocationManagerDelegate {
  private let onChange: () -> Void

  init(onChange: @escaping () -> Void) { self.onChange = onChange }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
  func locationManagerDidChangeAuthorization(_ manager: LocationManager) { onChange() }
}
