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
  /// Takes the descriptor of a client. Released by `close()`.
  private var onClient: ((Int32) -> Void)?

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - address: a Unix socket that no program listens at any more is replaced.
  ///   - isPrivate: whether only this process's user and root may connect to a Unix socket.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EADDRINUSE, EACCES and so on.
  package convenience init(
    _ address: ListenAddress, isPrivate: Bool = false, loop: EventLoop,
    onClient: @escaping (AcceptedSource) -> Void
  ) throws(DeviceError) {
    try self.init(address, isPrivate: isPrivate, keepsMessages: false, loop: loop) {
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
    try self.init(.unix(path), isPrivate: false, keepsMessages: true, loop: loop) {
      onClient(MessageSocket(descriptor: $0, path: path))
    }
  }

  private convenience init(
    _ address: ListenAddress, isPrivate: Bool, keepsMessages: Bool, loop: EventLoop,
    onClient: @escaping (Int32) -> Void
  ) throws(DeviceError) {
    var port: UInt16 = 0
    guard var native = address.native else {
      throw DeviceError(.open, path: address.description, code: Int32(cairnlinux_EINVAL))
    }
    let result =
      unsafe keepsMessages
      ? cairnlinux_listen_messages(&native)
      : cairnlinux_listen(&native, isPrivate ? 1 : 0, &port)
    guard result >= 0 else {
      throw DeviceError(.open, path: address.description, code: -result)
    }
    let used =
      if case .tcp(let host, _) = address {
        ListenAddress.tcp(host: host, port: port)
      } else {
        address
      }
    try self.init(descriptor: result, at: used, ownsFile: true, loop: loop, onClient: onClient)
  }

  /// Listens from now on at a socket that systemd has opened, which is not removed at the end.
  ///
  /// - Parameters:
  ///   - socket: owned from now on, also if this fails.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EINVAL if it is no stream socket that listens.
  package convenience init(
    _ socket: InheritedSocket, loop: EventLoop, onClient: @escaping (AcceptedSource) -> Void
  ) throws(DeviceError) {
    let address = try Self.address(of: socket, keepsMessages: false)
    try self.init(descriptor: socket.descriptor, at: address, ownsFile: false, loop: loop) {
      onClient(AcceptedSource($0, address))
    }
  }

  /// Listens from now on at a socket that systemd has opened for clients that send and receive whole messages.
  ///
  /// - Parameters:
  ///   - socket: owned from now on, also if this fails.
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  /// - Throws: `.open` with EINVAL if it is no such socket that listens.
  package convenience init(
    messagesAt socket: InheritedSocket, loop: EventLoop,
    onClient: @escaping (MessageSocket) -> Void
  ) throws(DeviceError) {
    let address = try Self.address(of: socket, keepsMessages: true)
    try self.init(descriptor: socket.descriptor, at: address, ownsFile: false, loop: loop) {
      onClient(MessageSocket(descriptor: $0, path: address.description))
    }
  }

  /// Returns where a socket of systemd listens; closes one of another kind.
  private static func address(
    of socket: InheritedSocket, keepsMessages: Bool
  ) throws(DeviceError) -> ListenAddress {
    do throws(DeviceError) {
      let place = try ListenAddress.place(of: socket)
      if place.keepsMessages == keepsMessages { return place.address }
      throw DeviceError(.open, path: place.address.description, code: Int32(cairnlinux_EINVAL))
    } catch {
      socket.close()
      throw error
    }
  }

  private init(
    descriptor: Int32, at address: ListenAddress, ownsFile: Bool, loop: EventLoop,
    onClient: @escaping (Int32) -> Void
  ) throws(DeviceError) {
    self.loop = loop
    self.onClient = onClient
    self.ownsFile = ownsFile
    self.descriptor = descriptor
    self.address = address
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
    _ = cairnlinux_close(descriptor)
    descriptor = -1
    if ownsFile, case .unix(let path) = address { _ = unsafe cairnlinux_unlink(path) }
  }

  /// Accepts one client; the loop calls again while others wait.
  private func accept() {
    let client = cairnlinux_accept(descriptor)
    guard client < 0 else {
      cairnlinux_serve(client)
      onClient?(client)
      return
    }
    // The client that waits keeps the socket readable: without a pause the loop would spin.
    guard client != -Int32(cairnlinux_EAGAIN), let watch else { return }
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

  /// The program at the other end of a Unix socket; `nil` for one that the kernel does not tell, as over TCP.
  package var peer: PeerProgram? {
    if case .unix = listenAddress { PeerProgram(at: descriptor) } else { nil }
  }

  init(_ descriptor: Int32, _ address: ListenAddress) {
    listenAddress = address
    super.init(address.description, descriptor: descriptor)
  }

  /// Tells the client that nothing more comes. What it still sends can be read: closed with unread bytes, a connection
  /// of TCP is reset, and the client may lose what was sent last.
  package func finishOutput() { if descriptor >= 0 { cairnlinux_finish(descriptor) } }

  override func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairnlinux_send(descriptor, bytes.baseAddress, bytes.count)
  }
}
