internal import CairnHAL
package import CairnJSON
internal import CairnTypes

extension JSONText {
  /// Writes the clients of a daemon.
  package mutating func report(_ clients: MonitoredClients) {
    object {
      $0.member("event", "clients")
      $0.member("hidden", clients.hidden)
      $0.array("clients") { list in
        for client in clients.all { list.object { $0.members(of: client) } }
      }
    }
  }

  private mutating func members(of client: WatchedClient) {
    member("program", client.program)
    member("unit", client.unit)
    member("user", client.userName)
    member("uid", client.user)
    member("process", client.process)
    member("connections", client.connections)
    array("protocols") { list in for name in client.protocolNames { list.element(name) } }
    array("addresses") { list in for name in client.addressNames { list.element(name) } }
    member("right", "\(client.right)")
    array("services") { list in for name in client.serviceNames { list.element(name) } }
    member("accuracy", client.accuracy?.argument)
    member("interval", client.interval?.inSeconds)
    member("milliwatts", client.power, places: 3)
    member("joules", client.energy?.joules, places: 9)
  }
}
