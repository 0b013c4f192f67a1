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
  /// Whether the file of a Unix socket is removed at the end.
  private let ownsFile: Bool
  private let loop: EventLoop
  private var watch: WatchID?
  private var pause: TimerID?
  /// Released by `close()`.
  private var onClient: ((AcceptedSource) -> Void)?

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - address: a Unix socket that no program listens at any more is replaced.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EADDRINUSE, EACCES and so on.
  package init(
    _ address: ListenAddress, loop: EventLoop, onClient: @escaping (AcceptedSource) -> Void
  ) throws(DeviceError) {
    self.loop = loop
    self.onClient = onClient
    ownsFile = true
    var port: UInt16 = 0
    guard var native = address.native else {
      throw DeviceError(.open, path: address.description, code: Int32(cairn_EINVAL))
    }
    let result = unsafe cairn_listen(&native, &port)
    guard result >= 0 else {
      throw DeviceError(.open, path: address.description, code: -result)
    }
    descriptor = result
    self.address =
      if case .tcp(let host, _) = address { .tcp(host: host, port: port) } else { address }
    try begin()
  }

  /// Listens from now on at a socket that systemd has opened, which is not removed at the end.
  ///
  /// - Parameters:
  ///   - socket: owned from now on, also if this fails.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EINVAL if it is no stream socket that listens.
  package init(
    _ socket: InheritedSocket, loop: EventLoop, onClient: @escaping (AcceptedSource) -> Void
  ) throws(DeviceError) {
    self.loop = loop
    self.onClient = onClient
    ownsFile = false
    descriptor = socket.descriptor
    address = try ListenAddress(socket)
    try begin()
  }

  private func begin() throws(DeviceError) {
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
    if ownsFile, case .unix(let path) = address { _ = unsafe cairn_unlink(path) }
  }

  /// Accepts one client; the loop calls again while others wait.
  private func accept() {
    let client = cairn_accept(descriptor)
    guard client < 0 else {
      cairn_serve(client)
      onClient?(AcceptedSource(client, address))
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
package class PeerSource: DescriptorSource {
  /// Called when buffered output went out; `pendingOutput` says how much is left.
  package var onProgress: (() -> Void)?

  init(_ address: String, descriptor: Int32) {
    super.init(.device(address), descriptor: descriptor, canWrite: true, outputLimit: .max)
  }

  package override func flush() throws(DeviceError) -> WriteOutcome {
    let before = pendingOutput
    let outcome = try super.flush()
    if pendingOutput < before { onProgress?() }
    return outcome
  }
}

/// The connection of a client of a listener.
package final class AcceptedSource: PeerSource {
  /// Where the client has connected.
  package let listenAddress: ListenAddress

  init(_ descriptor: Int32, _ address: ListenAddress) {
    listenAddress = address
    super.init(address.description, descriptor: descriptor)
  }

  override func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairn_send(descriptor, bytes.baseAddress, bytes.count)
  }
}
