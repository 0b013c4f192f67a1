internal import CCairnLinux
public import CairnTypes

/// A TCP client for a receiver behind a serial server, or for gpsd's raw stream.
///
/// It looks the name up on a short-lived thread and tries the addresses found in turn.
public final class TCPSource: DescriptorSource {
  /// How long one address has to answer.
  public static let connectTimeout = Duration.seconds(10)

  private let host: String
  private let port: UInt16
  private var attempt: (watch: WatchID, timer: TimerID, loop: EventLoop)?
  private var isClosed = false
  private var isConnected = false

  /// Stores the server's name; `connect` looks it up.
  ///
  /// - Parameters:
  ///   - host: a name or a numeric address.
  ///   - port: 1...65535.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
    super.init(.tcp(host: host, port: port), descriptor: -1, canWrite: true)
  }

  public override func connect(on loop: EventLoop, _ then: @escaping (DeviceError?) -> Void) {
    let host = host
    let port = port
    let bound = Carried((source: self, then: then))
    do throws(DeviceError) {
      try runInBackground("cairn-resolve") {
        let (addresses, code) = Self.resolve(host, port)
        loop.post {
          let (source, then) = bound.value
          guard !addresses.isEmpty else { return source.failedToResolve(code, then) }
          source.tryNext(addresses[...], last: code, loop, then)
        }
      }
    } catch {
      then(error)
    }
  }

  public override func close() {
    isClosed = true
    endAttempt()
    super.close()
  }

  override func send(_ bytes: Span<UInt8>) throws(DeviceError) -> Int {
    // Until the connection exists, everything waits in the buffer.
    guard isConnected || isClosed else { return 0 }
    return try super.send(bytes)
  }

  override func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairnlinux_send(descriptor, bytes.baseAddress, bytes.count)
  }

  private static func resolve(_ host: String, _ port: UInt16) -> ([cairnlinux_address], Int32) {
    var found = [cairnlinux_address](repeating: cairnlinux_address(), count: 8)
    let count = unsafe found.withUnsafeMutableBufferPointer {
      unsafe cairnlinux_resolve(host, port, $0.baseAddress, Int32($0.count))
    }
    return count > 0 ? (Array(found.prefix(Int(count))), 0) : ([], -count)
  }

  private func failedToResolve(_ code: Int32, _ then: (DeviceError?) -> Void) {
    if !isClosed { then(failure(.resolve, code)) }
  }

  private func tryNext(
    _ addresses: ArraySlice<cairnlinux_address>, last: Int32, _ loop: EventLoop,
    _ then: @escaping (DeviceError?) -> Void
  ) {
    guard !isClosed else { return }
    guard var address = addresses.first else { return then(failure(.open, last)) }
    let rest = addresses.dropFirst()
    let socket = unsafe cairnlinux_connect(&address)
    guard socket >= 0 else { return tryNext(rest, last: -socket, loop, then) }
    descriptor = socket
    let finish = { [self] (code: Int32) in
      guard !isClosed else { return }
      endAttempt()
      if code == 0 {
        isConnected = true
        then(nil)
      } else {
        dropSocket()
        tryNext(rest, last: code, loop, then)
      }
    }
    do throws(DeviceError) {
      let watch = try loop.watch(socket, .writable) { _ in finish(-cairnlinux_socket_error(socket))
      }
      let timer = loop.schedule(at: loop.now() + Self.connectTimeout) {
        finish(cairnlinux_ETIMEDOUT)
      }
      attempt = (watch, timer, loop)
    } catch {
      dropSocket()
      then(error)
    }
  }

  /// Closes the socket but keeps unsent output, unlike `close()`.
  private func dropSocket() {
    _ = cairnlinux_close(descriptor)
    descriptor = -1
  }

  private func endAttempt() {
    guard let (watch, timer, loop) = attempt else { return }
    attempt = nil
    loop.unwatch(watch)
    loop.cancel(timer)
  }
}
