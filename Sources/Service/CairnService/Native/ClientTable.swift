internal import Cairn
internal import CairnLinux
internal import CairnTypes
internal import CairnWatch
internal import CairnWire

/// A connection of a client of any server, or an output that is served without one.
struct ClientConnection {
  /// By what policy and ledger know the client.
  let identity: ClientIdentity
  /// Its program; `nil` where the kernel does not tell.
  var program: PeerProgram?
  let protocols: WatchedClient.Protocols
  let addresses: WatchedClient.Addresses
  let right: WatchedClient.Right
}

/// The clients of the service, as one program may see them that watches it.
struct ClientTable {
  /// The dearest first.
  private(set) var clients: [WatchedClient] = []
  /// Clients that the program may not see.
  private(set) var hidden = 0
  /// Names in the ledger that it may see; `nil` for all.
  private(set) var names: Set<String>?

  /// Joins the connections of each client with what it wants and costs.
  ///
  /// A program sees clients of its own user, and an overseer all: which programs others run, and when, is theirs.
  ///
  /// - Parameters:
  ///   - connections: those of all servers.
  ///   - demands: what the system knows of its clients.
  ///   - watcher: the program that watches.
  init(_ connections: [ClientConnection], _ demands: [SystemClient], for watcher: PeerProgram) {
    var order: [ClientIdentity] = []
    var groups: [ClientIdentity: [ClientConnection]] = [:]
    for connection in connections {
      if groups[connection.identity] == nil { order.append(connection.identity) }
      groups[connection.identity, default: []].append(connection)
    }
    let wanted = Dictionary(demands.map { ($0.identity, $0) }) { first, _ in first }
    if !watcher.isOverseer { names = [] }
    for identity in order {
      guard let group = groups[identity] else { continue }
      let client = WatchedClient(group, wanted[identity])
      if watcher.isOverseer || client.user == watcher.user {
        clients.append(client)
        names?.insert(identity.name)
      } else {
        hidden += 1
      }
    }
    clients.sort { ($0.power ?? .infinity) > ($1.power ?? .infinity) }
  }
}

extension WatchedClient {
  /// `demand` is what all connections of the client want together; `nil` for nothing.
  fileprivate init(_ connections: [ClientConnection], _ demand: SystemClient?) {
    self.init()
    let first = connections.first?.program
    program = first?.executable
    unit = first?.systemdUnit
    user = first?.user
    userName = first?.userName
    process = connections.count == 1 ? first?.process : nil
    self.connections = UInt16(clamping: connections.count)
    for connection in connections {
      protocols.formUnion(connection.protocols)
      addresses.formUnion(connection.addresses)
    }
    right = connections.first?.right ?? .granted
    services = demand?.services ?? []
    accuracy = demand?.accuracy
    interval = demand?.interval
    power = demand.map(\.power) ?? 0
    energy = demand.map(\.energy) ?? .zero
  }
}

extension WatchedClient.Right {
  init(_ authorization: Authorization) {
    self =
      authorization.isUndecided
      ? .undecided : authorization.status.allowsLocation ? .granted : .refused
  }

  init(_ rights: ExportRights) {
    self =
      switch rights {
      case .granted: .granted
      case .undecided: .undecided
      case .refused: .refused
      }
  }
}

extension LocationService {
  /// The connections of the servers besides Cairn's own socket, and the outputs.
  func connections() -> [ClientConnection] {
    var all: [ClientConnection] = []
    for client in server?.clients.values.map(\.self) ?? [] {
      all.append(
        ClientConnection(
          identity: client.identity, program: client.program, protocols: .gpsd,
          addresses: client.program == nil ? .tcp : .unix, right: .init(client.rights)))
    }
    all += geoClueServer?.connections ?? []
    if let page = pageServer?.connection { all.append(page) }
    guard let sentenceServer else { return all }
    for client in sentenceServer.clients.values {
      all.append(
        ClientConnection(
          identity: client.identity, program: client.program, protocols: .nmea,
          addresses: client.program == nil ? .tcp : .unix, right: .init(client.rights)))
    }
    for output in sentenceServer.outputs {
      all.append(
        ClientConnection(
          identity: ClientIdentity(unnamedAt: .nmea), protocols: .nmea,
          addresses: output.isTerminal ? .terminal : .datagrams,
          right: .init(sentenceServer.unnamedRights)))
    }
    if timeServer != nil {
      let identity = ClientIdentity(unnamedAt: .chrony)
      all.append(
        ClientConnection(
          identity: identity, protocols: .chrony, addresses: .datagrams,
          right: .init(system.authorization(of: identity))))
    }
    return all
  }
}
