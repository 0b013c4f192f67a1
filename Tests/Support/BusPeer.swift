package import CairnDBus
internal import Testing

/// A message bus that does what a test tells it, at the other end of a Unix socket.
package final class BusPeer: SocketPeer {
  package static let guid = "0123456789abcdef0123456789abcdef"
  package static let name: BusName = ":1.7"

  private let isAbstract: Bool
  private var framer = DBusFramer()
  private var serial: UInt32 = 0

  package override init(isAbstract: Bool = false) throws {
    self.isAbstract = isAbstract
    try super.init(isAbstract: isAbstract)
  }

  package var address: DBusAddress { isAbstract ? .unixAbstract(path) : .unixPath(path) }

  package override func accept() throws {
    try super.accept()
    framer = DBusFramer()
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

  /// Accepts a connection and lets it onto the bus; `settle` lets the other end act.
  package func admit(_ settle: () -> Void) throws {
    try accept()
    _ = read()
    write(Array("OK \(Self.guid)\r\n".utf8))
    settle()
    try greet()
  }

  /// Passes calls on until none arrive any more; `settle` lets the other end act.
  package func serve(_ settle: () -> Void, _ answer: (DBusMessage) throws -> Void) throws {
    while true {
      settle()
      let messages = try messages()
      if messages.isEmpty { return }
      for message in messages where message.kind == .methodCall { try answer(message) }
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
