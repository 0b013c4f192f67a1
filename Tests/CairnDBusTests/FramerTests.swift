import CairnDBus
import Testing

@Suite("D-Bus streams")
struct FramerTests {
  private func messages(_ bytes: [UInt8], in length: Int) throws -> [DBusMessage] {
    var framer = DBusFramer()
    var found: [DBusMessage] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      let piece = bytes[start..<min(bytes.count, start + length)]
      framer.take(Array(piece))
      while let message = try framer.next() { found.append(message) }
    }
    #expect(framer.bytesPending == 0)
    return found
  }

  @Test(arguments: [1, 7, 64, 1 << 20])
  func `finds the same messages in pieces of any length`(length: Int) throws {
    var samples = Samples(seed: 9)
    let sent = (0..<50).map { _ in samples.message() }
    let bytes = try sent.enumerated().flatMap {
      try $0.element.encoded($0.offset % 2 == 0 ? .littleEndian : .bigEndian)
    }
    #expect(try messages(bytes, in: length) == sent)
  }

  @Test func `a damaged message is fatal, and the ones before it are delivered`() throws {
    var framer = DBusFramer()
    var damaged = MessageTests.hello
    damaged[46] = 1
    framer.take(MessageTests.hello + damaged + MessageTests.hello)
    #expect(try framer.next() == MessageTests.helloMessage)
    for _ in 0..<2 { #expect(throws: DBusError.padding) { try framer.next() } }
    framer.take(MessageTests.hello)
    #expect(throws: DBusError.padding) { try framer.next() }
    #expect(framer.bytesPending == 0)
  }

  @Test(arguments: [1, 16, 100, 128, 1000])
  func `a message over the limit is passed over, and never kept`(piece: Int) throws {
    var framer = DBusFramer(limit: 128)
    var long = MessageTests.helloMessage
    long.body = [.string(String(repeating: "x", count: 500))]
    let bytes = try long.encoded() + MessageTests.hello + long.encoded() + MessageTests.hello
    var found: [DBusMessage] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      framer.take(Array(bytes[start..<min(start + piece, bytes.count)]))
      while let message = try framer.next() { found.append(message) }
      #expect(framer.bytesPending <= 128)
    }
    #expect(found == [MessageTests.helloMessage, MessageTests.helloMessage])
    #expect(framer.oversized == 2)
  }

  @Test func `a message that no bus may send is an error`() {
    var framer = DBusFramer()
    var prefix = Array(MessageTests.hello.prefix(16))
    prefix[7] = 0x10
    framer.take(prefix)
    #expect(throws: DBusError.self) { try framer.next() }
  }

  @Test func `bytes of another protocol are refused at the first one`() {
    var framer = DBusFramer()
    framer.take(Array("HTTP".utf8))
    #expect(throws: DBusError.byteOrder(0x48)) { try framer.next() }
  }
}
