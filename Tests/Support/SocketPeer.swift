internal import Glibc
internal import Testing

/// The other end of a Unix socket, where a test accepts one connection at a time.
package class SocketPeer {
  package let path: String
  private let folder: TemporaryFolder
  private let listener: Int32
  private var descriptor: Int32 = -1

  package init(isAbstract: Bool = false) throws {
    folder = try TemporaryFolder()
    let path = "\(folder.path)/bus"
    self.path = path
    listener = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | O_CLOEXEC, 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { room in
      room.baseAddress?.advanced(by: isAbstract ? 1 : 0)
        .copyMemory(from: path, byteCount: path.utf8.count)
    }
    let length = socklen_t(2 + path.utf8.count + 1)
    let isBound = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0
      }
    }
    try #require(isBound)
  }

  deinit {
    close(listener)
    hangUp()
  }

  package func accept() throws {
    hangUp()
    acceptIfAsked()
    try #require(descriptor >= 0, "nobody connects")
  }

  /// Accepts another connection in place of the one before, if somebody connects.
  package func acceptIfAsked() {
    let new = Glibc.accept(listener, nil, nil)
    guard new >= 0 else { return }
    hangUp()
    descriptor = new
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  package func hangUp() {
    guard descriptor >= 0 else { return }
    // A process that is being started may hold a copy for a moment.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    descriptor = -1
  }

  /// Everything that has arrived.
  package func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  package func write(_ bytes: [UInt8]) {
    #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }
}
