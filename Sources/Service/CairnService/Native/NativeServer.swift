package import Cairn
internal import CairnLinux
package import CairnTypes
internal import CairnWire

/// Serves programs whose `LocationSystem` leads to this one: each connection is a client with managers
/// of its own, and the rights that the policy gives its program.
///
/// Isolation: the system's event loop. `close()` ends it.
package actor NativeServer {
  /// Clients that are served at the same time, unless another number is given.
  package static let usualCapacity = 256
  /// The part of all places that programs of one user may take: a quarter.
  static let shareOfUser = 4
  /// Lines about clients in a minute; more are counted, so that no program can fill the log.
  package static let complaintLimit = 10

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// The connections at present.
  package var clientCount: Int { peers.count }

  private nonisolated let loop: EventLoop
  private let system: LocationSystem
  private let capacity: Int
  /// The user whose programs may take all places.
  private let freeUser: UInt32?
  private let log: @Sendable (String) -> Void
  private let onClientCount: @Sendable (Int) -> Void
  private let buffer = MessageBuffer(capacity: WireLimits.request)
  private let reasons = PlanReasons()
  private let desk: PlanDesk
  private var listener: Listener?
  /// At sockets of systemd.
  private var inherited: [Listener] = []
  private(set) var peers: [UInt32: NativePeer] = [:]
  private var lastKey: UInt32 = 0
  /// The connections of other servers.
  private var others: @Sendable () -> [ClientConnection] = { [] }
  private var isRefusing = false
  /// The complaints since the beginning of the present minute.
  private var complaints = (since: MonotonicTime(nanoseconds: 0), count: 0)

  /// Creates a server that serves nobody yet.
  ///
  /// - Parameters:
  ///   - system: the system, which has the receivers.
  ///   - capacity: clients that are served at the same time; more are refused.
  ///   - freeUser: the user whose programs may take all places and not a part of them; root, which may do anything anyway.
  ///   - log: called on the loop with lines for a person.
  ///   - onClientCount: called on the loop when a client has come or gone.
  package init(
    system: LocationSystem, capacity: Int = NativeServer.usualCapacity, freeUser: UInt32? = 0,
    log: @escaping @Sendable (String) -> Void,
    onClientCount: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.system = system
    self.capacity = capacity
    self.freeUser = freeUser
    self.log = log
    self.onClientCount = onClientCount
    loop = system.executor
    desk = PlanDesk(loop: system.executor)
  }

  /// Waits for clients at the path of a Unix socket, and no longer at an earlier one, whose clients stay.
  ///
  /// - Parameter path: `nil` for none.
  /// - Returns: whether it did not wait there before.
  /// - Throws: if the path cannot be used; then all is as before.
  @discardableResult
  package func listen(at path: String?) throws(DeviceError) -> Bool {
    let isKnown = ([listener].compactMap(\.self) + inherited).contains {
      $0.address == path.map(ListenAddress.unix)
    }
    if isKnown { return false }
    let new = try path.map { path throws(DeviceError) in
      // `close` breaks the cycle.
      try Listener(messagesAt: path, loop: loop) { [self] in receive($0) }
    }
    listener?.close()
    listener = new
    return new != nil
  }

  /// Waits for clients at a socket that systemd has opened.
  ///
  /// - Returns: its path.
  func adopt(_ socket: InheritedSocket) throws(DeviceError) -> String {
    // `close` breaks the cycle.
    let listener = try Listener(messagesAt: socket, loop: loop) { [self] in receive($0) }
    inherited.append(listener)
    return listener.address.description
  }

  private nonisolated func receive(_ socket: MessageSocket) {
    let carried = Carried(socket)
    assumeIsolated { $0.accept(carried.value) }
  }

  /// Disconnects all clients, and stops listening.
  package func close() {
    listener?.close()
    listener = nil
    for listener in inherited { listener.close() }
    inherited = []
    for peer in peers.values { peer.close() }
    peers = [:]
    desk.close()
  }

  private func accept(_ socket: MessageSocket) {
    guard let program = socket.peer else { return socket.close() }
    guard peers.count < capacity else {
      if !isRefusing { log("\(capacity) programs are connected; more are refused") }
      isRefusing = true
      return refuse(socket, "it serves \(capacity) programs already")
    }
    isRefusing = false
    let share = max(1, capacity / Self.shareOfUser)
    let own = peers.values.count { $0.program.user == program.user }
    guard own < share || program.user == freeUser else {
      let user = program.userName.map { ForeignText.visible($0) } ?? "\(program.user)"
      complain("user \(user) has \(share) programs connected; more of that user are refused")
      return refuse(socket, "it serves \(share) programs of user \(user) already")
    }
    lastKey &+= 1
    let key = lastKey
    let peer = NativePeer(program, system: system, reasons: reasons, desk: desk, loop: loop) {
      [self] complaint in
      assumeIsolated { $0.forget(key, complaint) }
    }
    do throws(DeviceError) {
      try peer.start(socket, buffer) { [self] request, service in
        assumeIsolated { $0.peers[key]?.receive(request, of: service, isolation: $0) }
      } onWatch: { [self] request in
        assumeIsolated { $0.watch(request, key) }
      }
      peers[key] = peer
      onClientCount(peers.count)
    } catch {
      peer.close()
      log(error.explanation)
    }
  }

  /// Sets what tells the connections of other servers, for programs that watch the service.
  func show(others: @escaping @Sendable () -> [ClientConnection]) { self.others = others }

  private func watch(_ request: WatchRequest, _ key: UInt32) {
    guard let peer = peers[key] else { return }
    let program = peer.program
    peer.begin(request) { [unowned self] in assumeIsolated { Carried($0.table(for: program)) }.value
    }
  }

  /// The clients that a program may see, and what they cost.
  func table(for program: PeerProgram) -> ClientTable {
    let own = peers.sorted { $0.key < $1.key }.compactMap(\.value.connection)
    return ClientTable(own + others(), system.clientsOnLoop().clients, for: program)
  }

  /// Tells a program why it is not served: it tries again.
  private func refuse(_ socket: MessageSocket, _ reason: String) {
    let error = LocationError(.providerLost, reason: "the daemon refuses the connection: \(reason)")
    // The kernel would tell of requests that nobody has read, in place of the reason.
    var request = [UInt8](repeating: 0, count: WireLimits.request)
    for _ in 0..<NativePeer.serviceLimit {
      guard case .message = socket.receive(into: &request) else { break }
    }
    _ = socket.send(WireReport.failure(error).encoded(for: 0).span)
    socket.close()
  }

  private func forget(_ key: UInt32, _ complaint: String?) {
    guard let peer = peers.removeValue(forKey: key) else { return }
    onClientCount(peers.count)
    guard let complaint else { return }
    complain("\(peer.title) was disconnected because it \(complaint)")
  }

  private func complain(_ line: String) {
    let now = loop.now()
    if now - complaints.since >= .seconds(60) {
      let untold = complaints.count - Self.complaintLimit
      if untold > 0 { log("\(untold) more programs were disconnected") }
      complaints = (now, 0)
    }
    complaints.count += 1
    if complaints.count <= Self.complaintLimit { log(line) }
  }
}
