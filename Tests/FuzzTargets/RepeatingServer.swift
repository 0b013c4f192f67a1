import Glibc
import Synchronization

/// A server on the loopback interface whose answers do not end: each is a beginning and a piece that
/// is sent again and again, up to 16 MiB.
///
/// It watches what the client holds meanwhile. Isolation: one client at a time, which waits for its
/// answer; a thread of its own serves it.
final class RepeatingServer: Sendable {
  struct Answer: Sendable {
    var beginning: [UInt8] = []
    /// Empty if the answer ends.
    var piece: [UInt8] = []
  }

  private struct State {
    var answer = Answer()
    var connections = 0
    /// Bytes that the process has held, at most, since the answer was set.
    var peak = 0
  }

  private static let limit = 16 << 20
  /// Bytes that are sent at once.
  private static let burst = 64 << 10

  let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        require(bind(listener, address, length) == 0, "no port is free")
        require(listen(listener, 8) == 0, "nobody can listen")
        getsockname(listener, address, &length)
      }
    }
    (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context {
          Unmanaged<RepeatingServer>.fromOpaque(context).takeRetainedValue().serve()
        }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    require(status == 0, "no thread can be made")
    pthread_detach(thread)
  }

  /// Sets the answer to all that connect from now on.
  func answer(_ answer: Answer) {
    state.withLock { $0 = State(answer: answer, connections: 0, peak: Heap.size) }
  }

  /// Returns how many have connected, and the most bytes that the process has held, since the answer was set.
  func seen() -> (connections: Int, peak: Int) {
    state.withLock { ($0.connections, $0.peak) }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      let answer = state.withLock { state in
        state.connections += 1
        return state.answer
      }
      serve(connection, answer)
      close(connection)
    }
  }

  private func serve(_ connection: Int32, _ answer: Answer) {
    var room = [UInt8](repeating: 0, count: 4096)
    // A request is one segment.
    guard recv(connection, &room, room.count, 0) > 0 else { return }
    var isRead = send(answer.beginning, to: connection)
    let times = answer.piece.isEmpty ? 0 : max(1, Self.burst / answer.piece.count)
    let burst = Array(repeatElement(answer.piece, count: times).joined())
    var sent = 0
    while isRead, !burst.isEmpty, sent < Self.limit {
      isRead = send(burst, to: connection)
      sent += burst.count
      let size = Heap.size
      state.withLock { $0.peak = max($0.peak, size) }
    }
    shutdown(connection, Int32(SHUT_WR))
    while isRead, recv(connection, &room, room.count, 0) > 0 {}
  }

  /// Returns whether the client has read all of it.
  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Memory that the process holds.
enum Heap {
  /// The address sanitizer has a heap of its own, and tells its size.
  private static let sanitized: (@convention(c) () -> Int)? = {
    let found = dlsym(nil, "__sanitizer_get_current_allocated_bytes")
    return found.map { unsafeBitCast($0, to: (@convention(c) () -> Int).self) }
  }()

  /// Bytes; without the sanitizer, those of all resident pages.
  static var size: Int { sanitized?() ?? resident }

  private static var resident: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return 0 }
    let words = text.split(separator: CChar(UInt8(ascii: " ")))
    let pages = words.dropFirst().first.map { String(decoding: $0.map(UInt8.init), as: UTF8.self) }
    return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}
