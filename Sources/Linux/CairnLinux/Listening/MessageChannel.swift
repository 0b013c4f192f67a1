package import CairnTypes

/// Sends and receives the messages of one connection on an event loop.
///
/// Isolation: belongs to the loop, which keeps it alive until `close()` or the end of the connection.
package final class MessageChannel {
  /// Messages received in a row before other handlers have their turn.
  private static let turn = 16

  /// Why a connection has ended from outside.
  package enum End: Equatable, Sendable {
    /// The other end is gone; the errno, 0 if it has closed the connection.
    case gone(Int32)
    /// It has sent a message that is longer than any may be.
    case tooLong
  }

  /// Receives one message, valid only during the call.
  package typealias MessageHandler = (borrowing Span<UInt8>) -> Void

  private let socket: MessageSocket
  private let loop: EventLoop
  private let buffer: MessageBuffer
  private var watch: WatchID?
  /// Released at the end, like the other handlers.
  private var onMessage: MessageHandler?
  private var onRoom: (() -> Void)?
  private var onEnd: ((End) -> Void)?
  private var waitsForRoom = false

  /// Begins to receive; a message that waits is delivered later.
  ///
  /// - Parameters:
  ///   - socket: owned from now on.
  ///   - buffer: may be shared by channels of one loop.
  ///   - loop: the loop that the caller runs on.
  ///   - onMessage: called for each message.
  ///   - onRoom: called when there is room again, after a `send` that was refused.
  ///   - onEnd: called once, never inside another call of the channel and not after `close()`.
  /// - Throws: `.monitor` when the loop refuses the descriptor.
  package init(
    _ socket: MessageSocket, buffer: MessageBuffer, loop: EventLoop,
    onMessage: @escaping MessageHandler, onRoom: @escaping () -> Void,
    onEnd: @escaping (End) -> Void
  ) throws(DeviceError) {
    self.socket = socket
    self.buffer = buffer
    self.loop = loop
    self.onMessage = onMessage
    self.onRoom = onRoom
    self.onEnd = onEnd
    watch = try loop.watch(socket.descriptor, .readable) { [self] in handle($0) }
  }

  /// Sends a message whole.
  ///
  /// - Returns: false if there is no room: `onRoom` is called when there is. A connection that is over
  ///   takes everything, since `onEnd` is about to be called.
  package func send(_ message: Span<UInt8>) -> Bool {
    guard let watch, !waitsForRoom else { return watch == nil }
    guard socket.send(message) == .full else { return true }
    waitsForRoom = true
    loop.setInterest(watch, [.readable, .writable])
    return false
  }

  /// Limits what the kernel keeps of messages that the other end has not received.
  package func limitSending(to bytes: Int32) { socket.limitSending(to: bytes) }

  /// Sends a message also while others wait for room, before `close()`: it may be lost.
  package func sendLast(_ message: Span<UInt8>) { if watch != nil { _ = socket.send(message) } }

  /// Ends the connection; nothing is called after this. Idempotent.
  package func close() {
    onMessage = nil
    onRoom = nil
    onEnd = nil
    if let watch { loop.unwatch(watch) }
    watch = nil
    socket.close()
  }

  private func handle(_ readiness: Readiness) {
    if readiness.contains(.writable), waitsForRoom, let watch {
      waitsForRoom = false
      loop.setInterest(watch, .readable)
      onRoom?()
    }
    for _ in 0..<Self.turn where watch != nil {
      switch buffer.receive(from: socket) {
      case .message(let count):
        let bytes = buffer.bytes
        onMessage?(bytes.span.extracting(0..<count))
      case .nothing: return
      case .tooLong: return end(.tooLong)
      case .end(let code): return end(.gone(code))
      }
    }
  }

  private func end(_ reason: End) {
    let handler = onEnd
    close()
    handler?(reason)
  }
}

/// Room for the longest message, shared by all channels of a loop. Isolation: the loop.
package final class MessageBuffer {
  fileprivate var bytes: [UInt8]

  /// - Parameter capacity: the length of the longest message, in bytes.
  package init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity) }

  fileprivate func receive(from socket: MessageSocket) -> MessageSocket.Receiving {
    socket.receive(into: &bytes)
  }
}
