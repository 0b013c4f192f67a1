package import Cairn
package import CairnExports
package import CairnLinux
package import CairnTypes

/// Serves the clients of gpsd: what is reported of receivers goes in, the demand of all clients comes
/// out.
///
/// Isolation: the event loop. `close()` ends it.
package final class GPSDServer {
  /// Clients that are served at the same time.
  package static let capacity = 256
  /// Bytes of requests that are answered at once: a short request has a long answer.
  private static let portion = 256
  /// How long a client may ask for nothing before another one may take its place.
  package static let idleness = Duration.seconds(10)

  /// Called when other programs than before want positions.
  package var onDemand: (Set<ClientIdentity>) -> Void = { _ in }
  /// Called when the first client wants the receivers' own bytes, or no client wants them any more.
  package var onBytesDemand: (Bool) -> Void = { _ in }
  /// Called when a client has come or gone.
  package var onClientCount: (Int) -> Void = { _ in }
  package var clientCount: Int { clients.count }

  private let loop: EventLoop
  private let log: (String) -> Void
  /// Asks the policy.
  private let authorization: (ClientIdentity) -> Authorization
  // `close` breaks the cycle.
  private(set) lazy var listeners = ListenerSet(loop: loop) { [self] in accept($0) }
  private(set) var clients: [ObjectIdentifier: GPSDClient] = [:] {
    didSet { if clients.count != toldCount { tellCount() } }
  }
  private var toldCount = 0
  private var devices = GPSDDevices()
  /// The programs that want positions.
  private var wanting: Set<ClientIdentity> = []
  /// What any client is sent.
  private var wanted: GPSDLine.Kinds = []
  /// Ends the demand of clients that poll no more.
  private var demandTimer: TimerID?
  /// Tells of positions that have not come.
  private var lossTimer: TimerID?
  private var isRefusing = false
  /// Lists of satellites that wait until the position of their epoch has been sent.
  private var skies: [(event: GPSDDevice.Event, device: String)] = []
  private var skyTimer: TimerID?

  /// Creates a server without clients.
  ///
  /// - Parameters:
  ///   - loop: the loop that the caller runs on.
  ///   - authorization: what the policy allows a client; `reauthorize` asks again.
  ///   - log: called on the loop with lines for a person.
  package init(
    loop: EventLoop,
    authorization: @escaping (ClientIdentity) -> Authorization = {
      AllowAllPolicy().authorization(for: $0)
    },
    log: @escaping (String) -> Void
  ) {
    self.loop = loop
    self.authorization = authorization
    self.log = log
  }

  /// Waits for clients at an address.
  ///
  /// - Returns: the address, with the port in use.
  package func listen(at address: ListenAddress) throws(DeviceError) -> ListenAddress {
    try listeners.open([address]).first ?? address
  }

  /// Stops listening at addresses that are not among these, and disconnects the clients there.
  ///
  /// - Returns: the addresses that were closed.
  func stopListening(exceptAt addresses: [ListenAddress]) -> [ListenAddress] {
    let closed = listeners.keep(addresses)
    for client in clients.values where closed.contains(client.listenAddress) { client.end(nil) }
    return closed
  }

  /// Disconnects all clients, and stops listening.
  package func close() {
    listeners.close()
    for client in clients.values { client.close() }
    clients = [:]
    for timer in [demandTimer, lossTimer, skyTimer] { if let timer { loop.cancel(timer) } }
    demandTimer = nil
    skyTimer = nil
    lossTimer = nil
    onDemand = { _ in }
    onBytesDemand = { _ in }
    onClientCount = { _ in }
  }

  // MARK: Receivers

  package func add(_ device: String) { devices.add(device, at: moment) }

  package func remove(_ device: String) { devices.remove(device) }

  /// Takes a report about a receiver.
  package func note(_ event: GPSDDevice.Event, of device: String) {
    if case .satellites = event { return hold(event, of: device) }
    send(devices.note(event, of: device, at: moment))
    sendSkies()
    watchForLoss()
  }

  /// Keeps a list of satellites until the end of this turn of the loop: receivers end an epoch with it,
  /// and clients wait for the position.
  private func hold(_ sky: GPSDDevice.Event, of device: String) {
    skies.append((sky, device))
    guard skyTimer == nil else { return }
    // `close` cancels it.
    skyTimer = loop.schedule(at: loop.now()) { [self] in
      skyTimer = nil
      sendSkies()
    }
  }

  private func sendSkies() {
    guard !skies.isEmpty else { return }
    if let skyTimer { loop.cancel(skyTimer) }
    skyTimer = nil
    let held = skies
    skies.removeAll(keepingCapacity: true)
    for sky in held { send(devices.note(sky.event, of: sky.device, at: moment)) }
  }

  /// Takes a receiver's own bytes.
  package func note(_ bytes: Span<UInt8>, of feed: GPSDByteFeed) {
    let lines = feed.receive(bytes, wanted: wanted)
    for line in lines where line.kind == .sentence { devices.noteSentence(of: line.device) }
    send(lines)
  }

  private func send(_ lines: [GPSDLine]) {
    for line in lines {
      for client in clients.values where client.session.wants(line) { client.send(line) }
    }
  }

  private var moment: GPSDMoment { GPSDMoment(loop.now(), utc: SystemClock.utc()) }

  // MARK: Clients

  /// Asks the policy again for every client.
  func reauthorize() {
    for client in clients.values { client.authorize(rights(of: client)) }
    followDemand()
  }

  private func rights(of client: GPSDClient) -> ExportRights {
    ExportRights(authorization(client.identity))
  }

  private func accept(_ source: AcceptedSource) {
    guard clients.count < Self.capacity || makeRoom() else {
      source.close()
      if !isRefusing { log("\(Self.capacity) clients are connected; more are refused") }
      isRefusing = true
      return
    }
    isRefusing = false
    let key = ObjectIdentifier(source)
    do throws(DeviceError) {
      // The client releases the closures when it ends.
      let client = try GPSDClient(source, loop: loop) { [self] bytes, _ in
        receive(bytes, from: key)
      } onEnd: { [self] complaint in
        let dropped = clients.removeValue(forKey: key)?.dropped ?? 0
        if let complaint {
          log("a client was disconnected because it \(complaint); \(dropped) lines were left out")
        }
        followDemand()
      }
      clients[key] = client
      client.authorize(rights(of: client))
    } catch {
      source.close()
      log(error.explanation)
    }
  }

  /// Disconnects the client that has asked for nothing for longest, if one has: silent connections must
  /// not keep others out.
  private func makeRoom() -> Bool {
    let now = loop.now()
    let idle = clients.filter { _, client in
      client.session.wanted.isEmpty && (client.session.demandEnd ?? now) <= now
        && now - client.requestTime >= Self.idleness
    }
    guard let (key, client) = idle.min(by: { $0.value.requestTime < $1.value.requestTime })
    else { return false }
    client.close()
    clients[key] = nil
    return true
  }

  private func receive(_ bytes: Span<UInt8>, from key: ObjectIdentifier) {
    guard let client = clients[key] else { return }
    client.requestTime = loop.now()
    for start in stride(from: 0, to: bytes.count, by: Self.portion) where clients[key] != nil {
      let portion = bytes.extracting(start..<min(start + Self.portion, bytes.count))
      for line in client.session.receive(portion, devices, at: moment) where clients[key] != nil {
        client.send(line)
      }
    }
    if client.session.isOver { client.end("sent 4096 bytes without a request") }
    followDemand()
  }

  private func tellCount() {
    toldCount = clients.count
    onClientCount(toldCount)
  }

  // MARK: Demand

  private func followDemand() {
    let now = loop.now()
    if let demandTimer { loop.cancel(demandTimer) }
    demandTimer = nil
    let wishes = clients.values.compactMap { client in
      client.session.demandEnd.map { (end: $0, program: client.identity) }
    }.filter { $0.end > now }
    // Those who watch want positions until they say otherwise.
    if let end = wishes.map(\.end).min(), end != .distantFuture {
      // `close` cancels it.
      demandTimer = loop.schedule(at: end) { [self] in
        demandTimer = nil
        followDemand()
      }
    }
    let before = wanted.isDisjoint(with: .received)
    wanted = clients.values.reduce(into: GPSDLine.Kinds()) { $0.formUnion($1.session.wanted) }
    devices.wanted = wanted
    if wanted.isDisjoint(with: .received) != before { onBytesDemand(before) }
    let wanting = Set(wishes.map(\.program))
    guard wanting != self.wanting else { return }
    self.wanting = wanting
    devices.setWanted(!wanting.isEmpty, at: moment)
    watchForLoss()
    onDemand(wanting)
  }

  /// Set anew at each report, so that nothing wakes up while positions come in time.
  private func watchForLoss() {
    if let lossTimer { loop.cancel(lossTimer) }
    // `close` cancels it.
    lossTimer = devices.deadline.map { due in
      loop.schedule(at: due) { [self] in
        lossTimer = nil
        send(devices.fire(at: moment))
        watchForLoss()
      }
    }
  }
}
