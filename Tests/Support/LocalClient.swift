internal import Glibc
internal import Testing

/// A client of a listener on 127.0.0.1 or at a Unix socket, in the test's own thread.
package final class LocalClient {
  private let descriptor: Int32

  package init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  package init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: path.utf8.prefix($0.count - 1))
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Refusal(code: errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Nobody waits for clients there.
  package struct Refusal: Error {
    package let code: Int32
  }

  deinit { hangUp() }

  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// Sends as much as is taken at once, also to a service that has ended the connection.
  package func sendSome(_ bytes: [UInt8]) {
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Whether the service has ended the connection; what has arrived is lost.
  package var isOver: Bool {
    while let text = read() { if text.isEmpty { return false } }
    return true
  }

  /// Everything that has arrived; `nil` once the service has ended the connection.
  package func read() -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else {
        let isOver = count == 0 || errno != EAGAIN
        return isOver && bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      bytes += buffer[..<count]
    }
  }

  package func hangUp() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
