package import Glibc
internal import Testing

/// Makes a socket that has a port of the loopback interface to itself, and listens if there is a backlog.
///
/// - Parameters:
///   - kind: whether of a stream or of datagrams.
///   - backlog: how many clients may wait; `nil` for a socket that does not listen.
/// - Returns: the socket, and the port that it has.
/// - Throws: when there is no socket.
package func loopbackSocket(
  _ kind: __socket_type = SOCK_STREAM, backlog: Int32? = nil
) throws -> (descriptor: Int32, port: UInt16) {
  let descriptor = socket(AF_INET, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isReady = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, length) == 0 && (backlog.map { listen(descriptor, $0) } ?? 0) == 0
        && getsockname(descriptor, $0, &length) == 0
    }
  }
  try #require(isReady)
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
