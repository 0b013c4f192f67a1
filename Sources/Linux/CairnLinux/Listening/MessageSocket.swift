internal import CCairnLinux
package import CairnTypes

/// A connected Unix socket that keeps messages apart (SOCK_SEQPACKET).
///
/// Isolation: belongs to its owner, at first any thread, then an event loop. `close()` ends it.
package final class MessageSocket {
  /// The result of sending one message.
  package enum Sending: Equatable, Sendable {
    case sent
    /// The other end is slow: nothing was sent.
    case full
    /// The connection is over; the errno.
    case failed(Int32)
  }

  /// The result of receiving one message.
  package enum Receiving: Equatable, Sendable {
    /// The number of bytes, at the beginning of the buffer.
    case message(Int)
    /// Nothing waits.
    case nothing
    /// A message that is longer than the buffer was thrown away.
    case tooLong
    /// The connection is over; the errno, 0 if the other end has closed it.
    case end(Int32)
  }

  /// The path of the socket, for errors.
  package let path: String
  package private(set) var descriptor: Int32

  /// Takes over a connected descriptor that does not block.
  package init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Connects at once: a Unix socket never keeps a client waiting.
  ///
  /// - Throws: `.open` with ENOENT or ECONNREFUSED if nobody listens, EACCES, or EPROTOTYPE for a
  ///   socket of another kind.
  package convenience init(connectingTo path: String) throws(DeviceError) {
    guard var native = ListenAddress.unix(path).native else {
      throw DeviceError(.open, path: path, code: Int32(cairnlinux_EINVAL))
    }
    let result = unsafe cairnlinux_connect_messages(&native)
    guard result >= 0 else { throw DeviceError(.open, path: path, code: -result) }
    self.init(descriptor: result, path: path)
  }

  deinit { close() }

  /// Limits what the kernel keeps of messages that the other end has not received: some bytes for each
  /// message besides its own, so that a slow program gets new messages soon after it reads again.
  package func limitSending(to bytes: Int32) { cairnlinux_limit_sending(descriptor, bytes) }

  /// Sends a message of at least one byte, whole or not at all.
  package func send(_ message: Span<UInt8>) -> Sending {
    let count = unsafe message.withUnsafeBufferPointer {
      unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
    }
    if count >= 0 { return .sent }
    return count == -Int(cairnlinux_EAGAIN) ? .full : .failed(Int32(clamping: -count))
  }

  /// Receives one message into the beginning of `buffer`.
  package func receive(into buffer: inout [UInt8]) -> Receiving {
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe cairnlinux_receive_message(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 { return .message(count) }
    if count == -Int(cairnlinux_EAGAIN) { return .nothing }
    if count == -Int(cairnlinux_EMSGSIZE) { return .tooLong }
    return .end(Int32(clamping: -count))
  }

  /// Waits until a message can be received.
  ///
  /// - Returns: false when `milliseconds` have passed before.
  package func wait(atMost milliseconds: Int32) -> Bool {
    cairnlinux_poll(descriptor, UInt32(cairnlinux_epoll_in), milliseconds) > 0
  }

  /// The error for an end that does not say what it should.
  package var silence: DeviceError {
    DeviceError(.read, path: path, code: Int32(cairnlinux_ETIMEDOUT))
  }

  /// The program at the other end; `nil` once the kernel does not know it any more.
  package var peer: PeerProgram? { PeerProgram(at: descriptor) }

  /// Ends the connection. Idempotent.
  package func close() {
    guard descriptor >= 0 else { return }
    _ = cairnlinux_close(descriptor)
    descriptor = -1
  }
}
