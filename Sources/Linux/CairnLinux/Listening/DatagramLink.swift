internal import CCairnLinux
package import CairnTypes

/// Sends datagrams to the Unix socket of a program that may start, end and start again.
///
/// Isolation: belongs to its owner. `close()` ends it.
package final class DatagramLink {
  /// The result of sending a datagram.
  package enum Outcome: Equatable, Sendable {
    case sent
    /// The program does not run, or does not read.
    case absent
    case failed(DeviceError)
  }

  /// The path of the socket.
  package let path: String
  private var descriptor: Int32 = -1

  /// - Parameter path: the path of the socket, which need not exist.
  package init(_ path: String) { self.path = path }

  deinit { close() }

  /// Sends a datagram, connecting again where the program has started anew.
  package func send(_ bytes: [UInt8]) -> Outcome {
    let isNew = descriptor < 0
    let outcome = attempt(bytes)
    if outcome == .sent || isNew { return outcome }
    // The socket of before: the program may have a new one by now.
    return attempt(bytes)
  }

  private func attempt(_ bytes: [UInt8]) -> Outcome {
    var code = connect()
    if code == 0 {
      let result = unsafe bytes.withUnsafeBytes {
        unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
      }
      if result >= 0 { return .sent }
      code = Int32(-result)
    }
    close()
    let isAbsence = [
      Int32(cairnlinux_ENOENT), cairnlinux_ECONNREFUSED, Int32(cairnlinux_EAGAIN),
      cairnlinux_ENOTCONN,
    ]
    .contains(code)
    return isAbsence ? .absent : .failed(DeviceError(.open, path: path, code: code))
  }

  private func connect() -> Int32 {
    guard descriptor < 0 else { return 0 }
    var address = cairnlinux_address()
    let octets = Array(path.utf8)
    var result = unsafe octets.withUnsafeBytes {
      unsafe cairnlinux_unix_address($0.baseAddress, $0.count, 0, &address)
    }
    if result == 0 { result = unsafe cairnlinux_unix_datagrams(&address) }
    guard result >= 0 else { return -result }
    descriptor = result
    return 0
  }

  /// Idempotent.
  package func close() {
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
  }
}
