internal import CCairnLinux
package import CairnTypes

/// The address of a byte source, as a user writes it.
@nonexhaustive
public enum SourceAddress: Hashable, Sendable, CustomStringConvertible {
  /// A node below `/dev`, or any link to one.
  case device(String)
  /// A TCP server, such as a remote receiver, gpsd in raw mode or ser2net.
  case tcp(host: String, port: UInt16)
  /// A capture, read as fast as it is processed.
  case file(String)

  /// Parses `tcp://host:port` (IPv6 in brackets), `file:path`, or the path of a regular file, FIFO
  /// or device. Looks at the file system to tell a capture from a device.
  public init(_ text: String) {
    if let address = Self.tcpAddress(text) {
      self = address
    } else if text.hasPrefix("file:") {
      let path = text.dropFirst(5)
      self = .file(String(path.hasPrefix("//") ? path.dropFirst(2) : path))
    } else if let kind = FileSystem.status(text)?.kind,
      kind == Int32(cairnlinux_kind_regular) || kind == Int32(cairnlinux_kind_fifo)
    {
      self = .file(text)
    } else {
      self = .device(text)
    }
  }

  /// The text that gives the same address when parsed. A malformed address of a server is shown
  /// as `RedactedAddress` shows it.
  public var description: String {
    switch self {
    case .device(let path): RedactedAddress(path).text
    case .tcp(let host, let port):
      RedactedAddress(
        host.utf8.contains(0x3A) ? "tcp://[\(host)]:\(port)" : "tcp://\(host):\(port)"
      ).text
    case .file(let path): "file:\(path)"
    }
  }

  /// Whether the node or file exists; always true for a server, which only a connection can check.
  package var isPresent: Bool {
    switch self {
    case .device(let path): !path.hasPrefix(Self.tcpPrefix) && FileSystem.status(path) != nil
    case .file(let path): FileSystem.status(path) != nil
    case .tcp: true
    }
  }

  /// Whether the address is a server, which needs a connection.
  package var isServer: Bool { if case .tcp = self { true } else { false } }

  /// The error for a server that has accepted a connection and sends nothing.
  package var silence: DeviceError {
    DeviceError(.read, path: description, code: cairnlinux_ETIMEDOUT)
  }

  /// The error for a server that has closed the connection.
  package var closure: DeviceError {
    DeviceError(.read, path: description, code: cairnlinux_ECONNRESET)
  }

  /// Returns the mistake in an address as written; `nil` if it is well-formed.
  ///
  /// Looks at the file system to tell a folder, a socket or a disk from a device.
  package static func fault(of text: String) -> String? {
    if let port = wrongPort(of: text) { return "\(port) is no port: \(tcpForm)" }
    switch FileSystem.status(text)?.kind {
    case Int32(cairnlinux_kind_directory): return "\(text) is a folder: name a device in it"
    case Int32(cairnlinux_kind_socket), Int32(cairnlinux_kind_other):
      return "\(text) is neither a serial device nor a file"
    default: break
    }
    if text.isEmpty || text == "file:" { return "the path is empty" }
    guard text.hasPrefix(tcpPrefix) else {
      let scheme = text.prefix { $0.isLetter || $0.isNumber }
      guard scheme != "file", text.dropFirst(scheme.count).hasPrefix("://") else { return nil }
      return "there is no source of kind \(scheme)://: name a device or a file, or \(tcpForm)"
    }
    guard tcpAddress(text) == nil else { return nil }
    let shown = RedactedAddress(text)
    return text.contains("@")
      ? "\(shown) has a user, which a serial server does not ask for: \(tcpForm)"
      : "\(shown) is incomplete: \(tcpForm)"
  }

  static let tcpPrefix = "tcp://"
  static let tcpForm = "write tcp://HOST:PORT, with a port from 1 to 65535"

  /// Returns what stands in place of the port of a server; `nil` if that is a port, or nothing.
  private static func wrongPort(of text: String) -> Substring? {
    guard text.hasPrefix(tcpPrefix),
      let colon = text.dropFirst(tcpPrefix.utf8.count).lastIndex(of: ":")
    else { return nil }
    let port = text[text.index(after: colon)...]
    // Else it is the end of an IPv6 address, or a password.
    guard !port.isEmpty, !port.contains(where: { "]@".contains($0) }),
      UInt16(port).map({ $0 == 0 }) ?? true
    else { return nil }
    return port.prefix(40)
  }

  private static func tcpAddress(_ text: String) -> SourceAddress? {
    guard text.hasPrefix(tcpPrefix) else { return nil }
    let rest = text.dropFirst(tcpPrefix.utf8.count)
    guard let colon = rest.lastIndex(of: ":"),
      let port = UInt16(rest[rest.index(after: colon)...]), port > 0
    else { return nil }
    var host = rest[..<colon]
    if host.hasPrefix("[") && host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return host.isEmpty || host.contains("@") ? nil : .tcp(host: String(host), port: port)
  }
}
