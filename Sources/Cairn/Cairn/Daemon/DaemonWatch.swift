package import CairnLinux
internal import CairnTypes
package import CairnWire

/// Hears from a daemon about itself: its clients and what they cost, its receivers and their satellites.
///
/// A connection of its own, which demands nothing. When it is lost, it is tried again by itself.
///
/// Isolation: the loop that it was created on. `close()` ends it.
package final class DaemonWatch {
  /// The time between two attempts to connect.
  static let pause = Duration.seconds(2)

  private let path: String
  private let request: WatchRequest
  private let loop: EventLoop
  private let buffer = MessageBuffer(capacity: WireLimits.report)
  private var channel: MessageChannel?
  private var retry: TimerID?
  /// Released by `close()`.
  private var onMessage: MessageChannel.MessageHandler?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - path: the daemon's socket.
  ///   - request: what it is to tell.
  ///   - loop: the loop that the caller runs on.
  ///   - onMessage: called with each message of the daemon, of which most are reports.
  package init(
    at path: String, _ request: WatchRequest, loop: EventLoop,
    onMessage: @escaping MessageChannel.MessageHandler
  ) {
    self.path = path
    self.request = request
    self.loop = loop
    self.onMessage = onMessage
    connect()
  }

  /// Ends it. Idempotent.
  package func close() {
    onMessage = nil
    if let retry { loop.cancel(retry) }
    retry = nil
    channel?.close()
    channel = nil
  }

  private func connect() {
    do throws(DeviceError) {
      // The channel releases the closures when it ends; `close` ends it.
      channel = try MessageChannel(
        MessageSocket(connectingTo: path), buffer: buffer, loop: loop
      ) { [self] message in
        onMessage?(message)
      } onRoom: {
      } onEnd: { [self] _ in
        tryLater()
      }
      _ = channel?.send(request.encoded.span)
    } catch {
      tryLater()
    }
  }

  private func tryLater() {
    channel = nil
    guard onMessage != nil else { return }
    // `close` cancels it.
    retry = loop.schedule(at: loop.now() + Self.pause) { [self] in
      retry = nil
      connect()
    }
  }
}
