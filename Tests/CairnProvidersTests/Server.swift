import CairnTestSupport
import Glibc
import Testing

/// A server on the loopback interface.
final class Server {
  let port: UInt16
  private var descriptor: Int32

  init(isListening: Bool = true) throws {
    (descriptor, port) = try loopbackSocket(backlog: isListening ? 4 : nil)
  }

  deinit { close() }

  /// Whether a client waits to be accepted.
  var hasClient: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1
  }

  /// The next client, waited for at most a minute.
  func accept() async -> Peer? {
    guard await Patience.wait(until: { hasClient }) else { return nil }
    return acceptWaiting()
  }

  /// The next client, if one waits to be accepted.
  func acceptWaiting() -> Peer? {
    guard hasClient else { return nil }
    let peer = Glibc.accept(descriptor, nil, nil)
    return peer >= 0 ? Peer(peer) : nil
  }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Whether a program listens, waited for at most a minute.
  static func listens(on port: UInt16) async -> Bool {
    await Patience.wait {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { _ = Glibc.close(client) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      address.sin_port = port.bigEndian
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      return result == 0
    }
  }

  final class Peer {
    private var descriptor: Int32
    /// What `read` has taken so far.
    private(set) var received = ""
    /// Whether the other side has closed the connection.
    private(set) var hasEnded = false

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      // A program that is started must not keep the connection.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    func send(_ bytes: [UInt8]) {
      _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Takes what has come, without waiting, to the end of `received`.
    func read() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count == 0 || (count < 0 && errno != EAGAIN) { hasEnded = true }
        guard count > 0 else { return }
        received += String(decoding: buffer[..<count], as: UTF8.self)
      }
    }

    func close() {
      if descriptor >= 0 { _ = Glibc.close(descriptor) }
      descriptor = -1
    }
  }
}
