import CairnDBus
import Testing

@Suite("D-Bus messages")
struct MessageTests {
  /// `Hello`, laid out by hand from the specification.
  static let hello =
    hex("6c 01 00 01  00 00 00 00  01 00 00 00  6d 00 00 00  01 01 'o 00  15 00 00 00")
    + Array("/org/freedesktop/DBus".utf8) + hex("00 00 00  02 01 's 00  14 00 00 00")
    + Array("org.freedesktop.DBus".utf8) + hex("00 00 00 00  03 01 's 00  05 00 00 00")
    + Array("Hello".utf8) + hex("00 00 00  06 01 's 00  14 00 00 00")
    + Array("org.freedesktop.DBus".utf8) + hex("00 00 00 00")

  static var helloMessage: DBusMessage {
    var message = DBusMessage.methodCall(.bus, .bus, .bus, "Hello")
    message.serial = 1
    return message
  }

  @Test func `encodes Hello byte for byte`() throws {
    #expect(try Self.helloMessage.encoded() == Self.hello)
  }

  @Test func `decodes Hello`() throws {
    #expect(try decode(Self.hello) == Self.helloMessage)
  }

  @Test(arguments: [ByteOrder.littleEndian, .bigEndian])
  func `decodes what it encodes, in both byte orders`(order: ByteOrder) throws {
    for seed in 0..<500 as Range<UInt64> {
      var samples = Samples(seed: seed)
      let message = samples.message()
      let bytes = try message.encoded(order)
      #expect(bytes.first == order.rawValue)
      #expect(try decode(bytes) == message)
    }
  }

  @Test func `every truncation is refused`() throws {
    var samples = Samples(seed: 5)
    for _ in 0..<50 {
      let bytes = try samples.message().encoded()
      for length in 0..<bytes.count {
        #expect(throws: DBusError.truncated) {
          try decode(Array(bytes.prefix(length)))
        }
      }
      #expect(throws: DBusError.bytesLeft(1)) { try decode(bytes + [0]) }
    }
  }

  @Test func `a damaged byte never traps`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var samples = Samples(seed: seed)
      let bytes = try samples.message().encoded(seed % 2 == 0 ? .littleEndian : .bigEndian)
      for index in bytes.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF, bytes[index] ^ 4] as [UInt8] {
          var damaged = bytes
          damaged[index] = value
          guard let message = try? decode(damaged) else { continue }
          #expect((try? message.encoded()) != nil)
        }
      }
    }
  }

  @Test(arguments: [
    (0, 0x78, DBusError.byteOrder(0x78)), (1, 0, .messageType), (3, 2, .protocolVersion(2)),
    (8, 0, .serial), (15, 0x7F, .arraySize(0x7F00_006D)), (45, 1, .terminator),
    (46, 1, .padding), (48, 0, .headerField), (48, 1, .repeatedField(.path)),
    (48, 6, .repeatedField(.destination)), (48, 5, .fieldType(.replySerial)),
    (24, 0x2D, .objectPath("-org/freedesktop/DBus")), (30, 0xFF, .text), (30, 0, .text),
    (18, 0x73, .fieldType(.path)), (18, 0x7A, .signature("z")), (17, 0, .terminator),
    (80, 9, .fieldType(.unixFDs)), (80, 99, .missingField(.member)), (12, 0x6C, .arrayEnd),
  ])
  func `names what is wrong`(index: Int, byte: UInt8, error: DBusError) {
    var bytes = Self.hello
    bytes[index] = byte
    #expect(throws: error) { try decode(bytes) }
  }

  @Test func `a message that exceeds the limit is refused by its header alone`() throws {
    var header = Array(Self.hello.prefix(16))
    header[7] = 0x10
    #expect(throws: DBusError.messageSize(0x1000_0080, limit: DBusMessage.defaultLimit)) {
      try size(header)
    }
    #expect(throws: DBusError.messageSize(0x1000_0080, limit: 1 << 27)) {
      try size(header, limit: .max)
    }
    #expect(try size(Array(header.prefix(15))) == nil)
    #expect(throws: DBusError.messageSize(128, limit: 127)) {
      try Self.helloMessage.encoded(limit: 127)
    }
    #expect(try Self.helloMessage.encoded(limit: 128).count == 128)
  }

  @Test func `kinds and fields that are not known are ignored`() throws {
    var bytes = Self.hello
    bytes[1] = 200
    bytes[80] = 77
    let message = try decode(bytes)
    #expect(message.kind.rawValue == 200)
    #expect(message.member == nil)
  }

  @Test func `each kind must have the fields that give it a meaning`() {
    func encode(_ kind: DBusMessage.Kind, _ change: (inout DBusMessage) -> Void) throws {
      var message = DBusMessage(kind)
      message.serial = 1
      change(&message)
      _ = try message.encoded()
    }
    #expect(throws: DBusError.missingField(.path)) { try encode(.methodCall) { _ in } }
    #expect(throws: DBusError.missingField(.member)) { try encode(.methodCall) { $0.path = "/" } }
    #expect(throws: DBusError.missingField(.interface)) { try encode(.signal) { $0.path = "/" } }
    #expect(throws: DBusError.missingField(.errorName)) { try encode(.error) { _ in } }
    #expect(throws: DBusError.missingField(.replySerial)) { try encode(.methodReturn) { _ in } }
    #expect(throws: DBusError.serial) { try encode(.methodReturn) { $0.replySerial = 0 } }
    #expect(throws: DBusError.serial) {
      try encode(.methodReturn) { ($0.serial, $0.replySerial) = (0, 1) }
    }
  }

  @Test func `errors describe themselves in one line`() {
    let errors: [DBusError] = [
      .truncated, .messageSize(5, limit: 4), .busName("x\u{1B}[2J"), .missingField(.replySerial),
      .elementType(expected: "s", found: "u"),
    ]
    for error in errors {
      #expect(!error.description.isEmpty)
      #expect(!error.description.contains { $0.isNewline || $0 == "\u{1B}" })
    }
    #expect(DBusError.missingField(.replySerial).description.contains("REPLY_SERIAL"))
  }
}
