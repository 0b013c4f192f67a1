internal import CairnExports
internal import CairnLinux
internal import CairnTypes

/// Serves programs that read NMEA 0183: over TCP, at Unix sockets, by datagrams, and through
/// pseudo-terminals.
///
/// Isolation: the event loop. `close()` ends it.
final class SentenceServer {
  /// Clients that are served at the same time.
  static let capacity = 256

  /// Called when positions begin or cease to be wanted: by a client, by a program that has opened a
  /// terminal, or by any receiver of datagrams, of which nothing is known.
  var onDemand: (Bool) -> Void = { _ in }
  /// Called when a client has come or gone; also programs that have opened a terminal, and addresses that
  /// datagrams are sent to, are clients.
  var onClientCount: (Int) -> Void = { _ in }

  private struct Client {
    let link: PeerLink
    let listenAddress: ListenAddress
  }

  private let loop: EventLoop
  private let log: (String) -> Void
  // `close` breaks the cycle.
  private(set) lazy var listeners = ListenerSet(loop: loop) { [self] in accept($0) }
  private var clients: [ObjectIdentifier: Client] = [:]
  private var senders: [SentenceOutput: DatagramSender] = [:]
  private var terminals: [SentenceOutput: TerminalOutput] = [:]
  private var told = 0
  private var isRefusing = false

  init(loop: EventLoop, log: @escaping (String) -> Void) {
    self.loop = loop
    self.log = log
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
      for client in clients.values { client.link.send(line) }
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
      let link = try PeerLink(source, loop: loop, onBytes: { _, _ in }) { [self] complaint in
        let dropped = clients.removeValue(forKey: key)?.link.dropped ?? 0
        if let complaint {
          log(
            "a client of sentences was disconnected because it \(complaint); \(dropped) sentences were left out"
          )
        }
        follow()
      }
      clients[key] = Client(link: link, listenAddress: source.listenAddress)
      follow()
    } catch {
      source.close()
      log(error.explanation)
    }
  }

  private func follow() {
    let count = clients.count + senders.count + terminals.values.count(where: \.isInUse)
    guard count != told else { return }
    let wasWanted = told > 0
    told = count
    onClientCount(count)
    if (count > 0) != wasWanted { onDemand(count > 0) }
  }
}

extension SentenceOutput {
  var listenAddress: ListenAddress? {
    if case .listen(let address) = self { address } else { nil }
  }
}
