package import Cairn
internal import CairnExports
internal import CairnHAL
internal import CairnLinux
package import CairnProviders
package import CairnTypes

/// A location system that other programs use: connects its receivers with what serves them.
///
/// Isolation: the system's event loop.
package actor LocationService {
  /// A receiver of the system.
  package struct Receiver: Sendable {
    package let provider: GNSSProvider
    /// The path that clients see; `nil` for one that is found by itself.
    package let path: String?
    /// Ends what is behind the receiver, such as a simulation.
    package let end: @Sendable () async -> Void

    package init(
      _ provider: GNSSProvider, path: String?, end: @escaping @Sendable () async -> Void = {}
    ) {
      self.provider = provider
      self.path = path
      self.end = end
    }

    var id: ProviderID { provider.descriptor.id }
  }

  /// Makes a receiver of the settings.
  package typealias ReceiverMaker =
    @Sendable (ReceiverSetup, ProviderID) async throws(DeviceError) -> Receiver

  struct State {
    var path: String?
    /// Whether the receiver is missing.
    var isAbsent = false
    /// What was recognised since it was last missing, and where.
    var title: String?
    /// The last problem that was logged.
    var problem: String?
    var feed: GPSDByteFeed?
    /// Metres, at a horizontal dilution of 1.
    var accuracy: Double
    let sentences = SentenceStream()
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  nonisolated let executor: EventLoop
  let system: LocationSystem
  /// Whose rules the settings name; `nil` for a system with another policy.
  let policy: ServicePolicy?
  let makeReceiver: ReceiverMaker
  private let sink: @Sendable (String) -> Void
  let onStatus: @Sendable (String) -> Void
  let onIdle: @Sendable () -> Void
  /// The settings in force.
  var settings = ServiceSettings()
  /// In the order in which clients see them.
  private(set) var receivers: [Receiver] = []
  private(set) var states: [ProviderID: State] = [:]
  /// What each receiver was made of.
  var setups: [ProviderID: ReceiverSetup] = [:]
  /// Receivers made so far.
  var receiverNumber = 0
  var server: GPSDServer?
  var sentenceServer: SentenceServer?
  var native: NativeServer?
  /// Whether systemd has passed any socket.
  var hasInheritedSockets = false
  var timeServer: TimeServer?
  var geoClueServer: GeoClueServer?
  var pageServer: PageServer?
  /// What clients want that cannot say it; released by `stop`.
  private(set) lazy var demands = DemandBook(system: system) { [weak self] line in
    self?.assumeIsolated { $0.log(line, .error) }
  }
  private var followers: [ProviderID: UInt32] = [:]
  /// Whether any client of gpsd wants the receivers' own bytes.
  private var areBytesWanted = false
  private var needsBytes: Bool { areBytesWanted || demands.isWanted(at: .nmea) }
  var clientCounts: [Door: Int] = [:]
  var idleTimer: TimerID?

  /// Creates a service that serves nobody yet.
  ///
  /// - Parameters:
  ///   - system: a system without providers.
  ///   - policy: the system's policy, if it is one whose rules the settings name.
  ///   - makeReceiver: called for each receiver of the settings.
  ///   - log: called on the loop with lines for a person.
  ///   - onStatus: called on the loop with one line that says how the service is doing.
  ///   - onIdle: called on the loop when nobody has been connected for the time that the settings say.
  package init(
    system: LocationSystem, policy: ServicePolicy? = nil, makeReceiver: @escaping ReceiverMaker,
    log: @escaping @Sendable (String) -> Void,
    onStatus: @escaping @Sendable (String) -> Void = { _ in },
    onIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.system = system
    self.policy = policy
    executor = system.executor
    self.makeReceiver = makeReceiver
    sink = log
    self.onStatus = onStatus
    self.onIdle = onIdle
  }

  /// Disconnects all clients, and puts the receivers to rest.
  package func stop() async {
    await native?.close()
    native = nil
    server?.close()
    server = nil
    for follower in followers.values { system.unfollow(follower) }
    followers = [:]
    sentenceServer?.close()
    sentenceServer = nil
    timeServer = nil
    geoClueServer?.close()
    geoClueServer = nil
    pageServer?.close()
    pageServer = nil
    if let idleTimer { executor.cancel(idleTimer) }
    idleTimer = nil
    setBytesWanted(false)
    demands.close()
    followBytes()
    for id in receivers.map(\.id) {
      guard let receiver = end(id) else { continue }
      await system.remove(id)
      await receiver.end()
    }
  }

  /// Logs a line if the settings want lines of its level.
  func log(_ line: String, _ level: ServiceSettings.LogLevel = .info) {
    if (settings.logLevel ?? .info).includes(level) { sink(line) }
  }

  // MARK: Receivers

  /// Begins to follow a receiver, and shows it to clients.
  func begin(_ receiver: Receiver) {
    receivers.append(receiver)
    states[receiver.id] = State(
      path: receiver.path, accuracy: receiver.provider.descriptor.accuracy.openSky)
    if let path = receiver.path { server?.add(path) }
    if needsBytes { passBytes(of: receiver) }
    let id = receiver.id
    receiver.provider.assumeIsolated { provider in
      provider.onPulse = { [weak self] pulse in
        self?.assumeIsolated { $0.timeServer?.note(pulse, of: id) }
      }
    }
    // `end` and `stop` release the closure.
    followers[id] = system.follow(id) { [self] event in
      assumeIsolated { $0.handle(event, of: id) }
    }
  }

  /// Follows a receiver no longer, and hides it from clients.
  func end(_ id: ProviderID) -> Receiver? {
    if let follower = followers.removeValue(forKey: id) { system.unfollow(follower) }
    if let path = states.removeValue(forKey: id)?.path { server?.remove(path) }
    guard let index = receivers.firstIndex(where: { $0.id == id }) else { return nil }
    let receiver = receivers.remove(at: index)
    receiver.provider.assumeIsolated { $0.onBytes = nil }
    return receiver
  }

  // MARK: Demand

  /// Notes which programs want positions of a server.
  func want(_ clients: Set<ClientIdentity>, at door: Door) {
    demands.want(clients, at: door, settings, isolation: self)
    followBytes()
  }

  func setBytesWanted(_ areWanted: Bool) {
    areBytesWanted = areWanted
    followBytes()
  }

  /// Takes the receivers' own bytes as long as anybody needs them.
  private func followBytes() {
    for receiver in receivers {
      if needsBytes {
        passBytes(of: receiver)
      } else {
        states[receiver.id]?.feed = nil
        receiver.provider.assumeIsolated { $0.onBytes = nil }
      }
    }
  }

  private func passBytes(of receiver: Receiver) {
    let id = receiver.id
    // Cleared before the service ends.
    receiver.provider.assumeIsolated { provider in
      provider.onBytes = { [weak self] bytes, _ in
        // Spans cannot be captured.
        var copy: [UInt8] = []
        for index in bytes.indices { copy.append(bytes[index]) }
        self?.assumeIsolated { [copy] in $0.receive(copy, of: id) }
      }
    }
  }

  private func receive(_ bytes: [UInt8], of id: ProviderID) {
    if let sentenceServer, demands.isWanted(at: .nmea) {
      sentenceServer.send(states[id]?.sentences.receive(bytes.span) ?? [])
    }
    guard areBytesWanted, let path = states[id]?.path else { return }
    let feed = states[id]?.feed ?? GPSDByteFeed(device: path)
    states[id]?.feed = feed
    server?.note(bytes.span, of: feed)
  }

  // MARK: Events of receivers

  private func handle(_ event: ProviderEvent, of id: ProviderID) {
    if case .lifecycle = event { geoClueServer?.followLevelSoon() }
    switch event {
    case .fix(let fix):
      let fix = fix.repaired(by: states[id]?.accuracy)
      note(.fix(fix), of: id)
      timeServer?.note(fix, of: id)
      if demands.isWanted(at: .nmea) { sentenceServer?.send(states[id]?.sentences.note(fix) ?? []) }
    case .noFix:
      note(.noFix, of: id)
      timeServer?.forget(id)
    case .satellites(let report):
      note(.satellites(report.satellites, report.dilution), of: id)
      states[id]?.sentences.note(report.satellites, report.dilution)
    case .receiver(let report): handle(report, of: id)
    case .lifecycle(.absent): lose(id)
    case .lifecycle: states[id]?.isAbsent = false
    case .power(let state) where state.isAsleep: note(.rested, of: id)
    case .descriptor(let descriptor): states[id]?.accuracy = descriptor.accuracy.openSky
    case .issue(let issue): complain(issue.explanation, of: id)
    default: break
    }
  }

  private func note(_ event: GPSDDevice.Event, of id: ProviderID) {
    guard let path = states[id]?.path else { return }
    server?.note(event, of: path)
  }

  private func handle(_ report: ReceiverReport, of id: ProviderID) {
    guard var state = states[id], !state.isAbsent, !report.path.isEmpty, report.isIdentified
    else { return }
    if isDiscovered(id), state.path != report.path {
      if let path = state.path { server?.remove(path) }
      state.path = report.path
      state.feed = nil
      server?.add(report.path)
    }
    let isNew = state.title == nil
    if isNew {
      state.problem = nil
      let model = report.model.map { "\($0)" } ?? "a receiver"
      let title = "\(model) at \(state.path ?? report.path)"
      state.title = title
      log(title)
    }
    states[id] = state
    if isNew { showStatus() }
    note(.found(model: report.model.map { "\($0)" }, baudRate: report.baudRate), of: id)
  }

  private func lose(_ id: ProviderID) {
    guard let state = states[id], !state.isAbsent else { return }
    states[id]?.isAbsent = true
    states[id]?.title = nil
    showStatus()
    note(.lost, of: id)
    timeServer?.forget(id)
    if state.title != nil { log("\(state.path ?? "\(id)") is gone; waiting for it") }
    guard isDiscovered(id), let path = state.path else { return }
    // Another may come in its place.
    server?.remove(path)
    states[id]?.path = nil
    states[id]?.feed = nil
  }

  private func isDiscovered(_ id: ProviderID) -> Bool {
    receivers.contains { $0.id == id && $0.path == nil }
  }

  private func complain(_ problem: String, of id: ProviderID) {
    guard states[id]?.problem != problem else { return }
    states[id]?.problem = problem
    log(problem, .error)
  }
}

extension Location {
  /// The fix with an accuracy from the dilution where the receiver states none, as Cairn's own clients
  /// get it.
  fileprivate func repaired(by accuracy: Double?) -> Location {
    guard horizontalAccuracy.isNaN, let accuracy else { return self }
    var fix = self
    let dilution = source.hdop.map { Double($0) } ?? 1
    fix.horizontalAccuracy = accuracy * (dilution.isFinite && dilution > 0 ? dilution : 1)
    return fix
  }
}

extension ServiceSettings.LogLevel {
  /// Whether lines of another level are logged at this one.
  fileprivate func includes(_ other: Self) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: other) ?? 0) <= (order.firstIndex(of: self) ?? 0)
  }
}
