package import CairnDBus
internal import CairnLinux
internal import Glibc
internal import Testing

/// A message bus that does what a test tells it, at the other end of a Unix socket.
package final class BusPeer {
  package static let guid = "0123456789abcdef0123456789abcdef"
  package static let name: BusName = ":1.7"

  package let address: DBusAddress
  private let folder: TemporaryFolder
  private let listener: Int32
  private var descriptor: Int32 = -1
  private var framer = DBusFramer()
  private var serial: UInt32 = 0

  package init(isAbstract: Bool = false) throws {
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

  package func accept() throws {
    hangUp()
    descriptor = Glibc.accept(listener, nil, nil)
    try #require(descriptor >= 0, "nobody connects")
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    framer = DBusFramer()
  }

  package func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Takes BEGIN and Hello, and gives the connection its name.
  package func greet(_ answer: DBusValue = .string(name.text)) throws {
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
  package func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Every whole message that has arrived.
  package func messages() throws -> [DBusMessage] {
    let bytes = read()
    framer.receive(bytes.span)
    var messages: [DBusMessage] = []
    while let message = try framer.next() { messages.append(message) }
    return messages
  }

  package func write(_ bytes: [UInt8]) {
    #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// The bytes of a message from the bus, or from another sender.
  package func bytes(_ message: DBusMessage, from sender: BusName = .bus) throws -> [UInt8] {
    var message = message
    serial += 1
    message.serial = serial
    message.sender = sender
    message.destination = Self.name
    return try message.encoded()
  }

  package func send(_ message: DBusMessage, from sender: BusName = .bus) throws {
    write(try bytes(message, from: sender))
  }
}
