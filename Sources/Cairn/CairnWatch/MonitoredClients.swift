internal import CairnTypes

/// The clients of a daemon at one moment.
package struct MonitoredClients: Sendable {
  /// The dearest first.
  package var all: [WatchedClient]
  /// Clients of other users, which this one may not see.
  package var hidden: Int

  package init(all: [WatchedClient] = [], hidden: Int = 0) {
    self.all = all
    self.hidden = hidden
  }
}

extension WatchedClient {
  /// Names for machines of how it is served.
  package var protocolNames: [String] {
    let all: [(Protocols, String)] = [
      (.cairn, "cairn"), (.gpsd, "gpsd"), (.nmea, "nmea"), (.chrony, "chrony"),
      (.geoclue, "geoclue"), (.dashboard, "dashboard"),
    ]
    return all.filter { protocols.contains($0.0) }.map(\.1)
  }

  /// Names for machines of where it is connected.
  package var addressNames: [String] {
    let all: [(Addresses, String)] = [
      (.unix, "unix"), (.tcp, "tcp"), (.datagrams, "datagrams"), (.terminal, "terminal"),
      (.bus, "bus"),
    ]
    return all.filter { addresses.contains($0.0) }.map(\.1)
  }

  /// Names for machines of the services that run.
  package var serviceNames: [String] {
    let all: [(ServiceSet, String)] = [
      (.standard, "standard"), (.significantChange, "significant-change"), (.visits, "visits"),
      (.monitoring, "monitoring"), (.ranging, "ranging"), (.heading, "heading"),
    ]
    return all.filter { services.contains($0.0) }.map(\.1)
  }
}
