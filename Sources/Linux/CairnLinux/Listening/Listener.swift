internal import CCairnLinux
package import CairnTypes

/// Waits for clients at one address.
///
/// Isolation: belongs to its event loop. `close()` ends it.
package final class Listener {
  /// How long to wait when the system has no descriptor left for a client.
  private static let exhaustionPause = Duration.seconds(1)

  /// The address, with the port in use.
  package let address: ListenAddress
  private var descriptor: Int32
  private let loop: EventLoop
  private var watch: WatchID?
  private var pause: TimerID?
  /// Takes the descriptor of a client. Released by `close()`.
  private var onClient: ((Int32) -> Void)?

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - address: a Unix socket that no program listens at any more is replaced.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EADDRINUSE, EACCES and so on.
  package convenience init(
    _ address: ListenAddress, loop: EventLoop, onClient: @escaping (AcceptedSource) -> Void
  ) throws(DeviceError) {
    try self.init(address, keepsMessages: false, loop: loop) {
      onClient(AcceptedSource($0, address))
    }
  }

  /// Listens from now on at a Unix socket for clients that send and receive whole messages.
  ///
  /// - Parameters:
  ///   - path: a socket that no program listens at any more is replaced.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EADDRINUSE, EACCES and so on.
  package convenience init(
    messagesAt path: String, loop: EventLoop, onClient: @escaping (MessageSocket) -> Void
  ) throws(DeviceError) {
    try self.init(.unix(path), keepsMessages: true, loop: loop) {
      onClient(MessageSocket(descriptor: $0, path: path))
    }
  }

  private init(
    _ address: ListenAddress, keepsMessages: Bool, loop: EventLoop,
    onClient: @escaping (Int32) -> Void
  ) throws(DeviceError) {
    self.loop = loop
    self.onClient = onClient
    var port: UInt16 = 0
    guard var native = address.native else {
      throw DeviceError(.open, path: address.description, code: Int32(cairn_EINVAL))
    }
    let result =
      unsafe keepsMessages ? cairn_listen_messages(&native) : cairn_listen(&native, &port)
    guard result >= 0 else {
      throw DeviceError(.open, path: address.description, code: -result)
    }
    descriptor = result
    self.address =
      if case .tcp(let host, _) = address { .tcp(host: host, port: port) } else { address }
    do throws(DeviceError) {
      watch = try loop.watch(descriptor, .readable) { [self] _ in accept() }
    } catch {
      close()
      throw error
    }
  }

  /// Stops listening, and removes the file of a Unix socket. Clients stay connected. Idempotent.
  package func close() {
    onClient = nil
    if let watch { loop.unwatch(watch) }
    if let pause { loop.cancel(pause) }
    watch = nil
    pause = nil
    guard descriptor >= 0 else { return }
    _ = cairn_close(descriptor)
    descriptor = -1
    if case .unix(let path) = address { _ = unsafe cairn_unlink(path) }
  }

  /// Accepts one client; the loop calls again while others wait.
  private func accept() {
    let client = cairn_accept(descriptor)
    guard client < 0 else {
      cairn_serve(client)
      onClient?(client)
      return
    }
    // The client that waits keeps the socket readable: without a pause the loop would spin.
    guard client != -Int32(cairn_EAGAIN), let watch else { return }
    loop.setInterest(watch, [])
    pause = loop.schedule(at: loop.now() + Self.exhaustionPause) { [self] in
      pause = nil
      if let watch = self.watch { loop.setInterest(watch, .readable) }
    }
  }
}

/// The connection of a client, at the end that serves it.
package final class AcceptedSource: DescriptorSource {
  /// Called when buffered output went out; `pendingOutput` says how much is left.
  package var onProgress: (() -> Void)?

  init(_ descriptor: Int32, _ address: ListenAddress) {
    super.init(
      .device(address.description), descriptor: descriptor, canWrite: true, outputLimit: .max)
  }

  package override func flush() throws(DeviceError) -> WriteOutcome {
    let before = pendingOutput
    let outcome = try super.flush()
    if pendingOutput < before { onProgress?() }
    return outcome
  }

  override func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairn_send(descriptor, bytes.baseAddress, bytes.count)
  }
}
