internal import CCairnLinux

/// Where bytes come from, as a user writes it.
public enum SourceAddress: Hashable, Sendable, CustomStringConvertible {
  /// A node below `/dev`, or any link to one.
  case device(String)
  /// A TCP server: a remote receiver, gpsd in raw mode, ser2net.
  case tcp(host: String, port: UInt16)
  /// A capture, read as fast as it is processed.
  case file(String)

  /// `tcp://host:port` (IPv6 in brackets), `file:path`, the path of a regular file or FIFO, else a
  /// device. Looks at the file system to tell a capture from a device.
  public init(_ text: String) {
    if let address = Self.tcpAddress(text) {
      self = address
    } else if text.hasPrefix("file:") {
      let path = text.dropFirst(5)
      self = .file(String(path.hasPrefix("//") ? path.dropFirst(2) : path))
    } else if let kind = FileSystem.status(text)?.kind,
      kind == Int32(cairn_kind_regular) || kind == Int32(cairn_kind_fifo)
    {
      self = .file(text)
    } else {
      self = .device(text)
    }
  }

  /// The text that makes the same address again.
  public var description: String {
    switch self {
    case .device(let path): path
    case .tcp(let host, let port):
      host.utf8.contains(0x3A) ? "tcp://[\(host)]:\(port)" : "tcp://\(host):\(port)"
    case .file(let path): "file:\(path)"
    }
  }

  private static func tcpAddress(_ text: String) -> SourceAddress? {
    guard text.hasPrefix("tcp://") else { return nil }
    let rest = text.dropFirst(6)
    guard let colon = rest.lastIndex(of: ":"),
      let port = UInt16(rest[rest.index(after: colon)...]), port > 0
    else { return nil }
    var host = rest[..<colon]
    if host.hasPrefix("[") && host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return host.isEmpty ? nil : .tcp(host: String(host), port: port)
  }
}
