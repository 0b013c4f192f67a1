internal import Cairn
internal import CairnExports
internal import CairnLinux
internal import CairnPeers
internal import CairnTypes

/// Serves programs that read NMEA 0183: over TCP, at Unix sockets, by datagrams, and through
/// pseudo-terminals.
///
/// Isolation: the event loop. `close()` ends it.
final class SentenceServer {
  /// Clients that are served at the same time.
  static let capacity = 256

  /// Called when other programs than before want positions: clients, programs that have opened a terminal, or receivers
  /// of datagrams, of which nothing is known.
  var onDemand: (Set<ClientIdentity>) -> Void = { _ in }
  /// Called when a client has come or gone; also programs that have opened a terminal, and addresses that
  /// datagrams are sent to, are clients.
  var onClientCount: (Int) -> Void = { _ in }

  struct Client {
    fileprivate let link: PeerLink<GPSDLine>
    let listenAddress: ListenAddress
    let identity: ClientIdentity
    /// Its program; `nil` where the kernel does not tell.
    let program: PeerProgram?
    fileprivate(set) var rights = ExportRights.undecided
  }

  private let loop: EventLoop
  private let log: (String) -> Void
  /// Asks the policy.
  private let authorization: (ClientIdentity) -> Authorization
  // `close` breaks the cycle.
  private(set) lazy var listeners = ListenerSet(loop: loop) { [self] in accept($0) }
  private(set) var clients: [ObjectIdentifier: Client] = [:]
  private var senders: [SentenceOutput: DatagramSender] = [:]
  private var terminals: [SentenceOutput: TerminalOutput] = [:]
  private var told = 0
  private var wanting: Set<ClientIdentity> = []
  /// What programs may have of which nothing is known.
  private(set) var unnamedRights = ExportRights.undecided
  private var isRefusing = false
  /// Datagrams and terminals.
  var outputs: [SentenceOutput] {
    Array(senders.keys) + terminals.filter { $0.value.isInUse }.map(\.key)
  }

  /// `authorization` says what the policy allows a client; `reauthorize` asks again.
  init(
    loop: EventLoop,
    authorization: @escaping (ClientIdentity) -> Authorization = {
      AllowAllPolicy().authorization(for: $0)
    },
    log: @escaping (String) -> Void
  ) {
    self.loop = loop
    self.authorization = authorization
    self.log = log
    unnamedRights = ExportRights(authorization(ClientIdentity(unnamedAt: .nmea)))
  }

  // MARK: Outputs

  /// Opens those of the outputs that are not open; `keep` serves them.
  ///
  /// - Returns: the new ones, with the ports in use.
  /// - Throws: if one of them cannot be used; `keep` with the outputs of before closes the others.
  func open(_ outputs: [SentenceOutput]) throws(DeviceError) -> [SentenceOutput] {
    let before = Set(senders.keys).union(terminals.keys)
    var opened = try listeners.open(outputs.compactMap(\.listenAddress)).map(SentenceOutput.listen)
    for output in outputs where !before.contains(output) {
      switch output {
      case .listen: continue
      case .datagrams(let address): senders[output] = try DatagramSender(address)
      case .terminal(let path):
        terminals[output] = try TerminalOutput(path, loop: loop) { [weak self] in self?.follow() }
      }
      opened.append(output)
    }
    return opened
  }

  /// Begins to serve outputs that were opened, and closes those that are not among `outputs`.
  ///
  /// - Returns: the closed ones.
  func keep(_ outputs: [SentenceOutput]) -> [SentenceOutput] {
    let addresses = listeners.keep(outputs.compactMap(\.listenAddress))
    for client in clients.values where addresses.contains(client.listenAddress) {
      client.link.end(nil)
    }
    let gone = (Array(senders.keys) + terminals.keys).filter { !outputs.contains($0) }
    for output in gone { end(output) }
    follow()
    return addresses.map(SentenceOutput.listen) + gone
  }

  private func end(_ output: SentenceOutput) {
    senders.removeValue(forKey: output)?.close()
    terminals.removeValue(forKey: output)?.close()
  }

  /// Ends all outputs. Idempotent.
  func close() {
    listeners.close()
    for client in clients.values { client.link.close() }
    clients = [:]
    for output in Array(senders.keys) + terminals.keys { end(output) }
    onDemand = { _ in }
    onClientCount = { _ in }
  }

  // MARK: Sentences

  /// Sends whole sentences to all who want them.
  func send(_ sentences: [[UInt8]]) {
    for sentence in sentences {
      let line = GPSDLine(.sentence, of: "", sentence)
      for client in clients.values where client.rights.isGranted { client.link.send(line) }
      guard unnamedRights.isGranted else { continue }
      for terminal in terminals.values { terminal.send(line) }
      for sender in senders.values { sender.send(sentence.span) }
    }
  }

  // MARK: Clients

  private func accept(_ source: AcceptedSource) {
    guard clients.count < Self.capacity else {
      source.close()
      if !isRefusing {
        log("\(Self.capacity) clients of sentences are connected; more are refused")
      }
      isRefusing = true
      return
    }
    isRefusing = false
    let key = ObjectIdentifier(source)
    do throws(DeviceError) {
      // The link releases the closures when it ends. Nothing that clients send has a meaning.
      let link = try PeerLink<GPSDLine>(source, loop: loop, onBytes: { _, _ in }) {
        [self] complaint in
        let dropped = clients.removeValue(forKey: key)?.link.dropped ?? 0
        if let complaint {
          log(
            "a client of sentences was disconnected because it \(complaint); \(dropped) sentences were left out"
          )
        }
        follow()
      }
      let program = source.peer
      clients[key] = Client(
        link: link, listenAddress: source.listenAddress,
        identity: program.map { ClientIdentity($0) } ?? ClientIdentity(unnamedAt: .nmea),
        program: program)
      authorize(key)
      follow()
    } catch {
      source.close()
      log(error.explanation)
    }
  }

  /// Asks the policy again for every client.
  func reauthorize() {
    unnamedRights = ExportRights(authorization(ClientIdentity(unnamedAt: .nmea)))
    for key in Array(clients.keys) { authorize(key) }
    follow()
  }

  /// A client that is refused is told, once.
  private func authorize(_ key: ObjectIdentifier) {
    guard let client = clients[key] else { return }
    let rights = ExportRights(authorization(client.identity))
    clients[key]?.rights = rights
    guard client.rights.refusal == nil, let refusal = rights.refusal else { return }
    client.link.send(GPSDLine(.sentence, of: "", SentenceStream.notice(refusal)))
  }

  private func follow() {
    let outputs = senders.count + terminals.values.count(where: \.isInUse)
    var wanting = Set(clients.values.filter(\.rights.isGranted).map(\.identity))
    if outputs > 0, unnamedRights.isGranted { wanting.insert(ClientIdentity(unnamedAt: .nmea)) }
    let count = clients.count + outputs
    if count != told {
      told = count
      onClientCount(count)
    }
    guard wanting != self.wanting else { return }
    self.wanting = wanting
    onDemand(wanting)
  }
}

extension SentenceOutput {
  var isTerminal: Bool { if case .terminal = self { true } else { false } }

  var listenAddress: ListenAddress? {
    if case .listen(let address) = self { address } else { nil }
  }
}
