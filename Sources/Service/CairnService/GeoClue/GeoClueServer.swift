internal import Cairn
internal import CairnBus
internal import CairnDBus
internal import CairnExports
internal import CairnLinux
internal import CairnTypes
internal import CairnWatch

/// Serves programs that ask GeoClue where they are: browsers, Qt, desktops and their portals.
///
/// Waits for the bus, and for the name while another service has it. Each client has a manager of its own, so that the
/// planner and the policy know them apart.
///
/// Isolation: the event loop. `close()` ends it.
final class GeoClueServer {
  /// Pauses before the bus is tried again, or asked for the name: doubled each time.
  private static let retryIntervals = Duration.seconds(1)...Duration.seconds(60)
  /// Requests to the bus neither wait for the name nor replace its owner.
  private static let doNotQueue: UInt32 = 4
  /// Refusals that are logged; no program can fill the log.
  private static let refusalLimit = 100

  /// Called when programs have come or gone.
  var onClientCount: (Int) -> Void = { _ in }

  private let system: LocationSystem
  private let makeManager: (ClientIdentity) -> LocationManager
  private let loop: EventLoop
  private let log: (String, ServiceSettings.LogLevel) -> Void
  private let bus: BusConnection
  // `close` breaks the cycle.
  private lazy var service = GeoClueService { [unowned self] in refusal(of: $0, $1) }
  private(set) var programs: [BusName: PeerProgram] = [:]
  private var clients: [UInt32: GeoClueDemand] = [:]
  private var subscriptions: [BusSubscription] = []
  /// Hears of connections that end, while any concerns this service.
  private var ends: BusSubscription?
  /// Hear of changed limits, by the agent.
  private var agents: [BusName: BusSubscription] = [:]
  private var pause = retryIntervals.lowerBound
  private var retry: TimerID?
  private var fading: TimerID?
  private var levelTimer: TimerID?
  private var toldCount = 0
  /// The last problem that was logged.
  private var problem: String?
  /// Refusals that were logged.
  private var refused: Set<String> = []
  private var isClosed = false

  /// Creates a server that is not connected yet.
  ///
  /// - Parameters:
  ///   - system: the system, which has the receivers.
  ///   - options: what the settings say.
  ///   - addresses: where the bus is, tried in order.
  ///   - makeManager: makes a manager of the system that calls on the loop.
  ///   - log: called on the loop with lines for a person.
  init(
    system: LocationSystem, _ options: GeoClueService.Options,
    bus addresses: [DBusAddress] = DBusAddress.systemBuses,
    makeManager: @escaping (ClientIdentity) -> LocationManager,
    log: @escaping (String, ServiceSettings.LogLevel) -> Void
  ) {
    self.system = system
    self.makeManager = makeManager
    self.log = log
    loop = system.executor
    bus = BusConnection(addresses, loop: loop)
    service.options = options
  }

  /// What the settings say.
  var options: GeoClueService.Options {
    get { service.options }
    set {
      service.options = newValue
      perform(service.demandAgain())
    }
  }

  /// Connects to the bus.
  func start() {
    bus.onStateChange = { [unowned self] in note($0) }
    subscriptions = [
      bus.serve("/") { [unowned self] call in
        // Nothing tells that a receiver is there again which nobody uses.
        if clients.isEmpty { followLevel() }
        perform(service.receive(call))
        return .later
      },
      bus.watchOwner(of: GeoClue.name) { [unowned self] in note(owner: $0) },
    ]
    bus.connect()
  }

  /// Leaves the bus; all demands end. Idempotent.
  func close() {
    isClosed = true
    for timer in [retry, fading, levelTimer].compactMap(\.self) { loop.cancel(timer) }
    (retry, fading, levelTimer) = (nil, nil, nil)
    forgetEverybody()
    for subscription in subscriptions { bus.unsubscribe(subscription) }
    subscriptions = []
    bus.onStateChange = nil
    bus.close()
    onClientCount = { _ in }
  }

  /// Tells what accuracy there is, if that has changed.
  func followLevel() {
    guard !isClosed else { return }
    let isLost = clients.values.contains { $0.isLost }
    let accuracy = isLost ? nil : system.finestAccuracyOnLoop()
    perform(service.note(available: accuracy.map { GeoClueLevel(reachedBy: $0) } ?? .none))
  }

  /// Does so at the end of this turn of the loop, when the system knows what has happened.
  func followLevelSoon() {
    guard levelTimer == nil, !isClosed else { return }
    // `close` cancels it.
    levelTimer = loop.schedule(at: loop.now()) { [weak self] in
      self?.levelTimer = nil
      self?.followLevel()
    }
  }

  /// The clients that want positions, with what the policy says.
  var connections: [ClientConnection] {
    clients.values.map { client in
      ClientConnection(
        identity: client.identity, program: client.program, protocols: .geoclue, addresses: .bus,
        right: .init(system.authorization(of: client.identity)))
    }
  }

  // MARK: The bus

  private func note(_ state: BusConnection.State) {
    switch state {
    case .connecting: break
    case .connected:
      pause = Self.retryIntervals.lowerBound
      followLevel()
    case .disconnected(let error):
      forgetEverybody()
      guard !isClosed else { return }
      complain("no programs of GeoClue are served: \(error ?? .closed)")
      tryLater { $0.bus.connect() }
    }
  }

  /// Takes the name when it is free.
  private func note(owner: BusName?) {
    guard case .connected(let own) = bus.state, !isClosed else { return }
    switch owner {
    case own?:
      problem = nil
      log("serving programs of GeoClue as \(GeoClue.name)", .info)
    case nil: requestName()
    case _?:
      complain(
        "another service has the name \(GeoClue.name); programs of GeoClue are served once it ends")
    }
  }

  private func requestName() {
    call(.bus, .bus, .bus, "RequestName", [.string(GeoClue.name.text), .uint32(Self.doNotQueue)]) {
      [weak self] result in
      guard let self, !isClosed, case .failure(let error) = result else { return }
      guard case .reply = error else { return }
      complain("the bus does not let this user be \(GeoClue.name): \(error)")
      tryLater { server in
        if server.bus.owner(of: GeoClue.name) == nil { server.requestName() }
      }
    }
  }

  private func tryLater(_ body: @escaping (GeoClueServer) -> Void) {
    if let retry { loop.cancel(retry) }
    // `close` cancels it.
    retry = loop.schedule(at: loop.now() + pause) { [weak self] in
      guard let self, !isClosed else { return }
      retry = nil
      body(self)
    }
    pause = min(pause * 2, Self.retryIntervals.upperBound)
  }

  /// The connection has ended, and with it those of all programs.
  private func forgetEverybody() {
    for owner in service.connections { perform(service.ended(owner)) }
  }

  private func call(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ body: [DBusValue], _ reply: @escaping BusConnection.Reply
  ) {
    var message = DBusMessage.methodCall(destination, path, interface, member, body)
    message.flags.insert(.noAutoStart)
    bus.call(message, reply)
  }

  private func complain(_ line: String) {
    guard problem != line else { return }
    problem = line
    log(line, .error)
  }

  // MARK: What the service wants

  private func perform(_ effects: [GeoClueService.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): bus.post(message)
      case .identify(let owner): identify(owner)
      case .forget(let owner): forget(owner)
      case .serve(let client, let configuration, let isCoarse):
        serve(client, configuration, isCoarse)
      case .rest(let client):
        clients.removeValue(forKey: client)?.end()
        followLevel()
      case .followAgent(let owner): follow(agent: owner)
      }
    }
    guard service.ownerCount != toldCount else { return }
    toldCount = service.ownerCount
    onClientCount(toldCount)
  }

  /// Asks the bus whose connection one is, and hears of its end from now on.
  private func identify(_ owner: BusName) {
    if ends == nil {
      // A connection that ends has no new owner.
      ends = bus.subscribe(
        DBusMatchRule(
          sender: .bus, interface: .bus, member: "NameOwnerChanged", path: .bus,
          arguments: [.string(index: 2, "")])
      ) { [weak self] signal in
        guard let self, let name = signal.body.first?.string.flatMap({ try? BusName($0) })
        else { return }
        perform(service.ended(name))
      }
    }
    call(.bus, .bus, .bus, "GetConnectionCredentials", [.string(owner.text)]) {
      [weak self] result in
      guard let self else { return }
      let values = try? result.get().first
      let user = values?["UnixUserID"]?.uint32
      if let user {
        let process = values?["ProcessID"]?.uint32.flatMap { Int32(exactly: $0) }
        programs[owner] = PeerProgram(process: process, user: user)
      }
      perform(service.identified(owner, as: user))
    }
  }

  private func forget(_ owner: BusName) {
    programs[owner] = nil
    if let agent = agents.removeValue(forKey: owner) { bus.unsubscribe(agent) }
    guard service.connections.isEmpty, let ends else { return }
    bus.unsubscribe(ends)
    self.ends = nil
  }

  /// Reads the limit of a user's agent, and hears of its changes.
  private func follow(agent owner: BusName) {
    if let earlier = agents[owner] { bus.unsubscribe(earlier) }
    agents[owner] = bus.subscribe(
      DBusMatchRule(
        sender: owner, interface: .properties, member: "PropertiesChanged",
        path: GeoClue.agentPath)
    ) { [weak self] signal in
      guard let self, signal.body.count > 1 else { return }
      if let level = signal.body[1][GeoClue.agentLimit]?.uint32 {
        perform(service.limited(by: owner, to: level))
      }
    }
    call(
      owner, GeoClue.agentPath, .properties, "Get",
      [.string(GeoClue.agent.text), .string(GeoClue.agentLimit)]
    ) { [weak self] result in
      guard let self else { return }
      perform(service.limited(by: owner, to: (try? result.get().first)?.uint32))
    }
  }

  // MARK: Programs

  private func identity(of owner: BusName, _ desktopID: String) -> ClientIdentity? {
    programs[owner].map { ClientIdentity($0, desktopID: desktopID) }
  }

  private func refusal(of owner: BusName, _ desktopID: String) -> String? {
    guard let identity = identity(of: owner, desktopID) else { return "this program is not known" }
    let authorization = system.authorization(of: identity)
    guard authorization.refusal(of: .standard) != nil, let program = programs[owner] else {
      return nil
    }
    let line = "location is denied to \(title(of: program, desktopID)): \(authorization.reason)"
    if refused.count < Self.refusalLimit, refused.insert(line).inserted { log(line, .info) }
    return "location is denied to this program: \(authorization.reason)"
  }

  /// A program in a line of the log, with the names that rules may use.
  private func title(of program: PeerProgram, _ desktopID: String) -> String {
    let name = program.executable ?? "uid:\(program.user)"
    return
      "\(ForeignText.visible(name)) (desktop:\(ForeignText.visible(desktopID)), user \(program.user))"
  }

  private func serve(
    _ client: UInt32, _ configuration: LocationConfiguration, _ isCoarse: Bool
  ) {
    if let known = clients[client] {
      if known.identity.isCoarse == isCoarse { return known.change(configuration) }
      known.end()
    }
    guard let (owner, desktopID) = service.program(of: client), let program = programs[owner]
    else { return }
    var identity = ClientIdentity(program, desktopID: desktopID)
    identity.isCoarse = isCoarse
    log("\(title(of: program, desktopID)) wants positions", .debug)
    let manager = makeManager(identity)
    let demand = GeoClueDemand(program, manager, system) { [weak self] in
      self?.take($0, of: client)
    }
    clients[client] = demand
    demand.start(configuration)
  }

  private func take(_ event: GeoClueDemand.Event, of client: UInt32) {
    switch event {
    case .located(let fix, let isNews):
      perform(service.publish(fix, to: client, at: loop.now(), utc: SystemClock.utc()))
      fadeLater()
      if isNews { followLevel() }
    case .refused: perform(service.refuse(client))
    case .lost: followLevel()
    case .planned: followLevelSoon()
    }
  }

  /// Forgets replaced positions when no other comes: nothing wakes up for it while they do.
  private func fadeLater() {
    if let fading { loop.cancel(fading) }
    // `close` cancels it.
    fading = loop.schedule(at: loop.now() + GeoClueService.afterlife) { [weak self] in
      guard let self else { return }
      fading = nil
      service.fade(at: loop.now())
    }
  }
}

extension ClientIdentity {
  /// A program on a message bus. What it calls itself is the last name by which rules may know it.
  init(_ program: PeerProgram, desktopID: String) {
    self.init(program)
    aliases.append("desktop:\(desktopID)")
  }
}
