/// Where sentences go, as a user writes it.
package enum SentenceOutput: Hashable, Sendable, CustomStringConvertible {
  /// Clients connect there.
  case listen(ListenAddress)
  /// Datagrams to one host, or to all hosts of a network; the address has a host and a port.
  case datagrams(ListenAddress)
  /// A pseudo-terminal with a link of this path, which programs open as a serial port.
  case terminal(String)

  /// Parses `HOST:PORT`, the path of a Unix socket, `udp://HOST:PORT` with a numeric host, or `pty:PATH`.
  package init?(_ text: String) {
    if text.hasPrefix("udp://") {
      guard let address = ListenAddress(String(text.dropFirst(6))),
        case .tcp(_, let port) = address,
        port > 0
      else { return nil }
      self = .datagrams(address)
    } else if text.hasPrefix("pty:") {
      guard text.dropFirst(4).hasPrefix("/") else { return nil }
      self = .terminal(String(text.dropFirst(4)))
    } else {
      guard let address = ListenAddress(text) else { return nil }
      self = .listen(address)
    }
  }

  package var description: String {
    switch self {
    case .listen(let address): address.description
    case .datagrams(let address): "udp://\(address)"
    case .terminal(let path): "pty:\(path)"
    }
  }
}
