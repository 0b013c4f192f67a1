import CMosquitto
import CairnLinux
import CairnMQTT
import CairnTypes
import Glibc

/// One connection to the broker at a time, by libmosquitto, whose descriptor the event loop watches.
///
/// Names are resolved and the connection is made on a thread of its own, since the library waits for both. It keeps nothing
/// for a later connection: each has a client of its own.
///
/// Isolation: the event loop.
final class BrokerConnection {
  enum Event {
    case connected
    /// Why the connection could not be made, or is over, and what to do.
    case lost(String)
    /// The broker has the message of that number.
    case acknowledged(Int32)
    case message(topic: String, [UInt8])
  }

  /// What a connection is made with.
  struct Options: Equatable, Sendable {
    var broker: MQTTSettings.Broker
    var client: String
    var statusTopic: String
    /// Topics to subscribe to.
    var subscriptions: [String]
  }

  /// How long a broker may take to answer a connection.
  private static let patience = Duration.seconds(30)
  /// Messages that the library may have under way: those of the outbox, and a few about the device.
  private static let window: UInt32 = 40

  /// What the library tells during a call, in which it must not be called.
  private enum Heard {
    case answer(Int32)
    case event(Event)
  }

  private let loop: EventLoop
  private var onEvent: ((Event) -> Void)?
  private let options: Options
  private var heard: [Heard] = []
  private var client: OpaquePointer?
  private var descriptor: Int32 = -1
  private var watch: WatchID?
  private var timer: TimerID?
  /// The library's last complaint, which says more than its code.
  private var complaint = ""
  private var began = MonotonicTime(nanoseconds: 0)
  private(set) var isConnected = false
  /// Whether the other thread has the client.
  private var isConnecting = false

  /// Begins to connect.
  init(_ options: Options, loop: EventLoop, onEvent: @escaping (Event) -> Void) {
    self.options = options
    self.loop = loop
    self.onEvent = onEvent
    began = loop.now()
    loop.post { [carried = Carried(self)] in carried.value.begin() }
  }

  // MARK: - Begin

  private func begin() {
    let fault = BrokerClient.make(options, userData: Unmanaged.passUnretained(self).toOpaque())
    guard case .success(let client) = fault else {
      if case .failure(let failure) = fault { lose(failure.line) }
      return
    }
    self.client = client
    setCallbacks(client)
    mosq_max_inflight_messages_set(client, Self.window)
    isConnecting = true
    let carried = Carried(client)
    let (host, port) = (options.broker.host ?? "", Int32(options.broker.usedPort))
    let keepAlive = Int32(options.broker.keepAlive.components.seconds)
    do throws(DeviceError) {
      // `self` is kept until the other thread is done with the client.
      try loop.inBackground("mqtt-connect") { () -> (Int32, Int32) in
        let result = mosq_connect(carried.value, host, port, keepAlive)
        return (result, errno)
      } then: { [self] result, code in
        isConnecting = false
        began(MosquittoResult(result, code))
      }
    } catch {
      isConnecting = false
      lose(error.explanation)
    }
  }

  private func began(_ result: MosquittoResult) {
    guard onEvent != nil else { return free() }
    guard result.isSuccess else { return lose(advice(result)) }
    timer = loop.schedule(at: loop.now() + Self.patience) { [self] in
      timer = nil
      if !isConnected { lose("\(broker) does not answer: is it a broker of MQTT?") }
    }
    update()
  }

  private func setCallbacks(_ client: OpaquePointer) {
    mosq_connect_callback_set(client) { _, me, code in
      BrokerConnection.at(me).heard.append(.answer(code))
    }
    mosq_publish_callback_set(client) { _, me, id in
      BrokerConnection.at(me).heard.append(.event(.acknowledged(id)))
    }
    mosq_message_callback_set(client) { _, me, message in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      BrokerConnection.at(me).heard.append(
        .event(.message(topic: String(cString: topic), [UInt8](bytes))))
    }
    // While the other thread connects, only that thread is in here.
    mosq_log_callback_set(client) { _, me, level, text in
      guard level == MOSQ_LOG_ERR || level == MOSQ_LOG_WARNING, let text else { return }
      BrokerConnection.at(me).complaint = String(cString: text)
    }
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> BrokerConnection {
    guard let pointer else { fatalError("libmosquitto has lost its user data") }
    return Unmanaged<BrokerConnection>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: - The descriptor

  /// Follows what the library wants of its descriptor.
  private func update() {
    guard let client else { return }
    let now = mosq_socket(client)
    if now != descriptor {
      if let watch { loop.unwatch(watch) }
      watch = nil
      descriptor = now
      guard now >= 0 else { return }
      do throws(DeviceError) {
        watch = try loop.watch(now, .readable) { [self] in handle($0) }
      } catch {
        return lose(error.explanation)
      }
    }
    if let watch {
      loop.setInterest(watch, mosq_want_write(client) ? [.readable, .writable] : .readable)
    }
  }

  private func handle(_ readiness: Readiness) {
    if readiness.contains(.writable) {
      guard step({ mosq_loop_write($0, 1) }) else { return }
    }
    if readiness != .writable {
      guard step({ mosq_loop_read($0, 1) }) else { return }
    }
    update()
  }

  /// Calls the library.
  ///
  /// - Returns: false if the connection is over.
  private func step(_ call: (OpaquePointer) -> Int32) -> Bool {
    guard let client else { return false }
    let result = MosquittoResult(call(client), errno)
    let news = heard
    heard = []
    for one in news {
      switch one {
      case .answer(let code): connected(code)
      case .event(let event): onEvent?(event)
      }
    }
    // What was told may have ended it.
    guard self.client != nil, onEvent != nil else { return false }
    if result.isSuccess { return true }
    lose(advice(result))
    return false
  }

  private func connected(_ code: Int32) {
    guard code == 0 else { return lose(refusal(code)) }
    isConnected = true
    if let timer { loop.cancel(timer) }
    keepAlive()
    for topic in options.subscriptions { mosq_subscribe(client, nil, topic, 1) }
    onEvent?(.connected)
  }

  /// Lets the library send what keeps the connection alive, and see that the broker is silent.
  private func keepAlive() {
    // `free` cancels it.
    timer = loop.schedule(at: loop.now() + options.broker.keepAlive / 4) { [self] in
      guard step({ mosq_loop_misc($0) }) else { return }
      update()
      keepAlive()
    }
  }

  // MARK: - Messages

  /// Gives the broker a message of quality 1.
  ///
  /// - Returns: the number of its acknowledgement; `nil` if it could not be given.
  func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) -> Int32? {
    guard let client, isConnected else { return nil }
    var id: Int32 = 0
    let result = mosq_publish(
      client, &id, topic, Int32(payload.count), payload, 1, isRetained)
    guard result == MOSQ_ERR_SUCCESS else { return nil }
    update()
    return id
  }

  // MARK: - End

  /// How long the connection has lasted.
  var lasted: Duration { isConnected ? loop.now() - began : .zero }

  /// Ends the connection in order, so that the broker does not say that it was lost. Idempotent.
  func close() {
    onEvent = nil
    if !isConnecting, isConnected, let client {
      mosq_disconnect(client)
      mosq_loop_write(client, 1)
    }
    if !isConnecting { free() }
  }

  private func lose(_ line: String) {
    let tell = onEvent
    onEvent = nil
    // Not inside a call of the library.
    loop.post { [carried = Carried(self)] in carried.value.free() }
    if let watch { loop.unwatch(watch) }
    watch = nil
    isConnected = false
    tell?(.lost(line))
  }

  private func free() {
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer) }
    (watch, timer, isConnected) = (nil, nil, false)
    if let client { mosq_destroy(client) }
    client = nil
  }

  // MARK: - Words

  private var broker: String { "\(options.broker.host ?? ""):\(options.broker.usedPort)" }

  private func refusal(_ code: Int32) -> String {
    switch code {
    case 1: "\(broker) does not speak MQTT 3.1.1"
    case 2: "\(broker) refuses the client '\(options.client)': set client in [broker]"
    case 3: "\(broker) is there, and serves nobody at present"
    case 4, 5:
      options.broker.user == nil
        ? "\(broker) refuses clients without a name: set user and password-file in [broker]"
        : "\(broker) refuses the user '\(options.broker.user ?? "")': check user and password-file in [broker]"
    default: "\(broker) refuses the connection with code \(code)"
    }
  }

  private func advice(_ result: MosquittoResult) -> String {
    result.advice(complaint: complaint, broker: broker, options.broker)
  }
}
