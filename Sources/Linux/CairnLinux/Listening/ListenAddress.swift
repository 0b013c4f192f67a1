internal import CCairnLinux
internal import CairnTypes

/// An address at which a program waits for clients, as a user writes it.
package enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A numeric address and a port; port 0 lets the kernel choose one.
  case tcp(host: String, port: UInt16)
  /// The path of a Unix socket.
  case unix(String)

  /// Parses `HOST:PORT`, with a numeric host or `localhost`, an IPv6 address in brackets, or the path of a
  /// Unix socket, which begins with a slash.
  package init?(_ text: String) {
    if text.hasPrefix("/") {
      self = .unix(text)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    self = .tcp(host: host == "localhost" ? "127.0.0.1" : String(host), port: port)
    guard native != nil else { return nil }
  }

  /// The address of a socket that systemd has opened.
  ///
  /// - Throws: `.open` with EINVAL if it is no stream socket that listens.
  init(_ socket: InheritedSocket) throws(DeviceError) { self = try Self.place(of: socket).address }

  /// The address of a socket that systemd has opened, and whether it keeps messages apart.
  ///
  /// - Throws: `.open` with EINVAL if it is no socket of such a kind that listens.
  static func place(
    of socket: InheritedSocket
  ) throws(DeviceError) -> (address: ListenAddress, keepsMessages: Bool) {
    var host = [CChar](repeating: 0, count: 128)
    var port: UInt16 = 0
    let kind = unsafe host.withUnsafeMutableBufferPointer {
      unsafe cairnlinux_listening_at(socket.descriptor, $0.baseAddress, $0.count, &port)
    }
    guard kind >= 0 else {
      throw DeviceError(.open, path: "socket '\(socket.name)' of systemd", code: -kind)
    }
    let text = String(
      decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return kind == 1 ? (.tcp(host: text, port: port), false) : (.unix(text), kind == 2)
  }

  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): path
    }
  }

  /// Whether only programs on this machine reach the address.
  package var isLoopback: Bool {
    switch self {
    case .tcp(let host, _): host.hasPrefix("127.") || host == "::1"
    case .unix: true
    }
  }

  /// `nil` for a host that is no number, and for a path that is too long.
  var native: cairnlinux_address? {
    var native = cairnlinux_address()
    let result: Int32
    switch self {
    case .tcp(let host, let port): result = unsafe cairnlinux_numeric_address(host, port, &native)
    case .unix(let path):
      let octets = Array(path.utf8)
      result = unsafe octets.withUnsafeBytes {
        unsafe cairnlinux_unix_address($0.baseAddress, $0.count, 0, &native)
      }
    }
    return result < 0 ? nil : native
  }
}
