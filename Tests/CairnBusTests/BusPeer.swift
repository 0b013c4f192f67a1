@testable import CairnBus
import CairnDBus
import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import Testing

extension Tag {
  /// Runs over a socket of this machine.
  @Tag static var loopback: Self
}

/// A message bus that does what a test tells it, at the other end of a Unix socket.
final class BusPeer {
  static let guid = "0123456789abcdef0123456789abcdef"
  static let name: BusName = ":1.7"

  let address: DBusAddress
  private let folder: TemporaryFolder
  private let listener: Int32
  private var descriptor: Int32 = -1
  private var framer = DBusFramer()
  private var serial: UInt32 = 0

  init(isAbstract: Bool = false) throws {
    folder = try TemporaryFolder()
    let path = "\(folder.path)/bus"
    address = isAbstract ? .unixAbstract(path) : .unixPath(path)
    listener = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | O_CLOEXEC, 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { room in
      room.baseAddress?.advanced(by: isAbstract ? 1 : 0)
        .copyMemory(from: path, byteCount: path.utf8.count)
    }
    let length = socklen_t(2 + path.utf8.count + 1)
    let isBound = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0
      }
    }
    try #require(isBound)
  }

  deinit {
    close(listener)
    hangUp()
  }

  func accept() throws {
    hangUp()
    descriptor = Glibc.accept(listener, nil, nil)
    try #require(descriptor >= 0, "nobody connects")
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    framer = DBusFramer()
  }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Takes BEGIN and Hello, and gives the connection its name.
  func greet(_ answer: DBusValue = .string(name.text)) throws {
    let begin = Array("BEGIN\r\n".utf8)
    let bytes = read()
    try #require(bytes.starts(with: begin))
    let rest = Array(bytes.dropFirst(begin.count))
    framer.receive(rest.span)
    let hello = try #require(try framer.next())
    #expect(hello.member == "Hello")
    try send(hello.reply([answer]))
  }

  /// Everything that has arrived.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Every whole message that has arrived.
  func messages() throws -> [DBusMessage] {
    let bytes = read()
    framer.receive(bytes.span)
    var messages: [DBusMessage] = []
    while let message = try framer.next() { messages.append(message) }
    return messages
  }

  func write(_ bytes: [UInt8]) {
    #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// The bytes of a message from the bus, or from another sender.
  func bytes(_ message: DBusMessage, from sender: BusName = .bus) throws -> [UInt8] {
    var message = message
    serial += 1
    message.serial = serial
    message.sender = sender
    message.destination = Self.name
    return try message.encoded()
  }

  func send(_ message: DBusMessage, from sender: BusName = .bus) throws {
    write(try bytes(message, from: sender))
  }
}

/// A connection on a loop whose time stands still, and what it reports.
///
/// `@unchecked Sendable`: the connection is touched on the loop only.
final class BusBench: @unchecked Sendable {
  let loop: EventLoop
  let journal = Journal()
  private(set) var bus: BusConnection
  private var subscriptions: [String: BusSubscription] = [:]

  init(_ addresses: [DBusAddress]) throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    self.loop = loop
    bus = BusConnection(addresses, loop: loop)
    bus.onStateChange = { [journal] in journal.add("\($0)") }
  }

  deinit {
    let bus = Carried(bus)
    loop.post { bus.value.close() }
    loop.shutdown()
  }

  /// Runs `body` on the loop, and everything that follows from it.
  func on(_ body: @escaping @Sendable (BusConnection) -> Void) {
    loop.post { [self] in body(bus) }
    loop.settle()
  }

  func connect() { on { $0.connect() } }

  func authenticate(_ peer: BusPeer) throws {
    connect()
    try peer.accept()
    _ = peer.read()
    peer.write(Array("OK \(BusPeer.guid)\r\n".utf8))
    loop.settle()
  }

  /// Connects, authenticates and greets.
  func connect(to peer: BusPeer) throws {
    try authenticate(peer)
    try peer.greet()
    loop.settle()
  }

  func call(_ name: String, to destination: BusName = "org.example.A") {
    on { [journal] bus in
      bus.call(.methodCall(destination, "/", "org.example.I", "Get", [.string(name)])) { result in
        switch result {
        case .success(let values): journal.add("\(name) \(values.first?.string ?? "")")
        case .failure(let error): journal.add("\(name) failed: \(error)")
        }
      }
    }
  }

  func subscribe(_ name: String, _ rule: DBusMatchRule) {
    on { [self] bus in
      subscriptions[name] = bus.subscribe(rule) { [journal] error in
        journal.add("\(name) established \(error.map { "\($0)" } ?? "")")
      } _: { [journal] in
        journal.add("\(name) \($0.member?.text ?? "")")
      }
    }
  }

  func watchOwner(_ name: BusName) {
    on { [self] bus in
      subscriptions[name.text] = bus.watchOwner(of: name) { [journal] in
        journal.add("\(name): \($0?.text ?? "none")")
      }
    }
  }

  func unsubscribe(_ name: String) {
    on { [self] bus in
      if let subscription = subscriptions.removeValue(forKey: name) {
        bus.unsubscribe(subscription)
      }
    }
  }
}
