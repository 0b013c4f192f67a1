internal import CCairnLinux
public import CairnDBus
public import CairnLinux
internal import CairnTypes

/// A connection to a message bus, such as the system bus, on the event loop.
///
/// Offers calls with deadlines, signals through match rules, and the owners of well-known names.
/// It does not reconnect by itself: call `connect()` again when `onStateChange` reports that the
/// connection has ended, after a pause of your choice. Subscriptions survive that, calls do not.
///
/// Isolation: not `Sendable`; belongs to the loop, which keeps an open connection alive until
/// `close()` or its end. No closure is called inside the call that it was given to.
public final class BusConnection {
  /// Whether messages can be sent.
  public enum State: Equatable, Sendable {
    /// There is no connection; the error tells why the last one ended or did not come about.
    case disconnected(BusError?)
    /// The connection is being made, or the bus has not named it yet.
    case connecting
    /// The bus knows the connection by this unique name.
    case connected(BusName)
  }

  /// Counters since the object was made.
  public struct Counters: Equatable, Sendable {
    /// Messages received, of any kind.
    public var messages: UInt64 = 0
    /// Replies that no call waits for, because they came too late or from another connection.
    public var unmatchedReplies: UInt64 = 0
    /// Answers and signals that were not sent because the queue was full.
    public var droppedAnswers: UInt64 = 0
  }

  /// Receives the arguments of the reply, or why there are none. Called exactly once.
  public typealias Reply = (Result<[DBusValue], BusError>) -> Void

  /// How long a call waits for its reply by default.
  public static let replyTimeout = Duration.seconds(25)
  /// How long the bus has to authenticate and name the connection.
  public static let greetingTimeout = Duration.seconds(10)
  /// Most bytes that may wait until the bus accepts them; no larger message can be sent.
  public static let outputCapacity = 262_144
  /// Most calls that may wait for their replies.
  public static let maximumCalls = 1024

  /// The present connection, from the socket's opening to its end.
  final class Link {
    let source: UnixSocketSource
    var reader: ByteReader?
    /// Until the bus has accepted this user.
    var authentication: DBusAuthentication?
    var framer = DBusFramer()
    var greetingTimer: TimerID?

    init(source: UnixSocketSource, authentication: DBusAuthentication) {
      self.source = source
      self.authentication = authentication
    }
  }

  struct PendingCall {
    let destination: BusName?
    let timer: TimerID
    let reply: Reply
  }

  let loop: EventLoop
  private let addresses: [DBusAddress]
  var link: Link?
  var calls: [UInt32: PendingCall] = [:]
  private var lastSerial: UInt32 = 0
  private var lastNumber: UInt64 = 0
  var signalWatches: [SignalWatch] = []
  var trackedNames: [TrackedName] = []
  var rules: [CountedRule] = []
  let machine = MachineIdentity()
  var servedObjects: [ServedObject] = []

  /// The present state.
  public internal(set) var state = State.disconnected(nil)
  /// See the type.
  public internal(set) var counters = Counters()
  /// Called on the loop after every change of `state`, with the new one.
  public var onStateChange: ((State) -> Void)?

  /// Stores where the bus is; `connect()` connects.
  ///
  /// - Parameters:
  ///   - addresses: tried in order. The caller reads them from `DBUS_SYSTEM_BUS_ADDRESS`, or takes
  ///     `DBusAddress.systemBus`.
  ///   - loop: the loop that the caller runs on.
  public init(_ addresses: [DBusAddress] = [.systemBus], loop: EventLoop) {
    self.addresses = addresses
    self.loop = loop
  }

  /// Begins to connect; does nothing while there is a connection or one is being made.
  public func connect() {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    guard case .disconnected = state else { return }
    state = .connecting
    later { [self] in
      onStateChange?(.connecting)
      open()
    }
  }

  /// Ends the connection. Calls that wait fail with `.closed`; subscriptions are kept.
  public func close() {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    guard let notify = detach(.closed) else { return }
    later(notify)
  }

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - message: the call, such as `DBusMessage.methodCall(…)`; its serial is set here.
  ///   - timeout: how long the reply may take.
  ///   - reply: receives the outcome on the loop, exactly once.
  public func call(
    _ message: DBusMessage, timeout: Duration = replyTimeout, _ reply: @escaping Reply
  ) {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    guard case .connected = state else { return later { reply(.failure(.notConnected)) } }
    guard !loop.hasEnded else { return later { reply(.failure(.closed)) } }
    request(message, timeout: timeout, reply)
  }

  /// Sends a signal, or a call whose reply nobody waits for.
  ///
  /// - Parameter message: its serial is set here; a call should have `.noReplyExpected`.
  /// - Throws: why the message was not queued; nothing of it was sent then.
  public func send(_ message: DBusMessage) throws(BusError) {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    guard case .connected = state else { throw .notConnected }
    try transmit(message, nextSerial())
  }

  // MARK: Used by the other files

  /// Runs `body` on the loop, after the present call.
  func later(_ body: @escaping () -> Void) {
    let body = Carried(body)
    loop.post { body.value() }
  }

  func nextNumber() -> UInt64 {
    lastNumber &+= 1
    return lastNumber
  }

  /// Sends a call, without looking at the state.
  func request(_ message: DBusMessage, timeout: Duration, _ reply: @escaping Reply) {
    guard calls.count < Self.maximumCalls else {
      return later { reply(.failure(.tooManyCalls)) }
    }
    var message = message
    message.flags.remove(.noReplyExpected)
    let serial = nextSerial()
    do throws(BusError) {
      try transmit(message, serial)
    } catch {
      return later { reply(.failure(error)) }
    }
    let timer = loop.schedule(at: loop.now() + timeout) { [weak self] in
      self?.calls.removeValue(forKey: serial)?.reply(.failure(.timedOut))
    }
    calls[serial] = PendingCall(destination: message.destination, timer: timer, reply: reply)
  }

  private func nextSerial() -> UInt32 {
    // Few calls wait, so this ends soon.
    repeat { lastSerial &+= 1 } while lastSerial == 0 || calls[lastSerial] != nil
    return lastSerial
  }

  private func transmit(_ message: DBusMessage, _ serial: UInt32) throws(BusError) {
    guard let link else { throw .notConnected }
    var message = message
    message.serial = serial
    let bytes: [UInt8]
    do throws(DBusError) { bytes = try message.encoded() } catch { throw .invalid(error) }
    try write(bytes, link)
  }

  /// Accepts all of `bytes` or none. The reader notices the end of a connection, once it has read
  /// what the bus sent before.
  private func write(_ bytes: [UInt8], _ link: Link) throws(BusError) {
    do throws(DeviceError) {
      _ = try link.source.write(bytes.span)
    } catch {
      throw error.code == cairnlinux_ENOBUFS ? .queueFull : .device(error)
    }
  }

  // MARK: The course of a connection

  private func open() {
    guard state == .connecting, link == nil else { return }
    let source = UnixSocketSource(
      addresses.compactMap(\.socketName), outputLimit: Self.outputCapacity)
    let link = Link(source: source, authentication: DBusAuthentication(user: cairnlinux_user_id()))
    self.link = link
    do throws(DeviceError) {
      link.reader = try ByteReader(
        source: source, loop: loop,
        onBytes: { [self] bytes, _ in received(bytes, link) },
        onEnd: { [self] reason in
          switch reason {
          case .failed(let error): end(.device(error))
          default: end(.hungUp)
          }
        })
    } catch {
      return end(.device(error))
    }
    link.greetingTimer = loop.schedule(at: loop.now() + Self.greetingTimeout) { [self] in
      link.greetingTimer = nil
      end(.noGreeting)
    }
    guard let request = link.authentication?.request else { return }
    do throws(BusError) { try write(request, link) } catch { end(error) }
  }

  private func received(_ bytes: borrowing Span<UInt8>, _ link: Link) {
    guard self.link === link else { return }
    do throws(BusError) {
      if link.authentication != nil { return try authenticate(bytes, link) }
      link.framer.receive(bytes)
      // Any handler may close the connection.
      while self.link === link, let message = try next(link) { dispatch(message) }
    } catch {
      if self.link === link { end(error) }
    }
  }

  private func next(_ link: Link) throws(BusError) -> DBusMessage? {
    do throws(DBusError) { return try link.framer.next() } catch { throw .damaged(error) }
  }

  private func authenticate(_ bytes: Span<UInt8>, _ link: Link) throws(BusError) {
    let step: DBusAuthentication.Step?
    do throws(DBusAuthenticationError) {
      step = try link.authentication?.receive(bytes)
    } catch {
      throw .authentication(error)
    }
    switch step {
    case .send(let answer): try write(answer, link)
    case .begin(let answer, _):
      link.authentication = nil
      try write(answer, link)
      greet(link)
    case .wait, nil: break
    }
  }

  private func greet(_ link: Link) {
    let hello = DBusMessage.methodCall(.bus, .bus, .bus, "Hello")
    request(hello, timeout: Self.greetingTimeout) { [self] result in
      guard self.link === link else { return }
      switch result {
      case .success(let values):
        let text = values.first?.string ?? ""
        do throws(DBusError) {
          let name = try BusName(text)
          guard name.isUnique else { throw .busName(text) }
          connected(name, link)
        } catch {
          end(.damaged(error))
        }
      case .failure(.timedOut): end(.noGreeting)
      case .failure(let error): end(error)
      }
    }
  }

  private func connected(_ name: BusName, _ link: Link) {
    if let timer = link.greetingTimer { loop.cancel(timer) }
    link.greetingTimer = nil
    state = .connected(name)
    restoreSubscriptions()
    onStateChange?(state)
  }

  func end(_ error: BusError) { detach(error)?() }

  /// Releases the connection.
  ///
  /// - Returns: a function that informs the owner and the callers; `nil` if there is no connection.
  private func detach(_ error: BusError) -> (() -> Void)? {
    if case .disconnected = state { return nil }
    let ended = State.disconnected(error)
    state = ended
    if let link {
      link.reader?.stop()
      link.source.close()
      if let timer = link.greetingTimer { loop.cancel(timer) }
    }
    link = nil
    let failed = calls.sorted { $0.key < $1.key }.map(\.value)
    calls = [:]
    for call in failed { loop.cancel(call.timer) }
    let lostOwners = forgetOwners()
    return { [self] in
      onStateChange?(ended)
      for call in failed { call.reply(.failure(error)) }
      lostOwners()
    }
  }
}
