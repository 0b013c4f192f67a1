import CairnTypes
import CairnUBX
import Testing

/// A message of another module, with the wire types that no message of Cairn's own has yet.
private struct Foreign: UBXMessage, Hashable {
  static let id = MessageID(MessageClass(rawValue: 0xF0), 0x01)
  static let name = "TEST-1"
  static let payloadLength = PayloadLength.exactly(24)

  var unsigned: UInt64 = 0
  var signed: Int64 = 0
  var single: Float = 0
  var word: UInt32 = 0

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u8("u", &unsigned)
    f.i8("i", &signed)
    f.r4("r", &single)
    f.u4("w", &word)
  }
}

/// A message whose fields do not fit the length that it claims.
private struct Wrong: UBXMessage {
  static let id = MessageID(MessageClass(rawValue: 0xF0), 0x02)
  static let name = "TEST-2"
  static let payloadLength = PayloadLength.atLeast(1)

  var real = 0.0

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.reserved(-1000)
    f.r8("d", &real)
  }
}

@Suite("UBX field visitor")
struct UBXFieldVisitorTests {
  @Test func `reads and writes wide numbers little-endian`() throws {
    var message = Foreign()
    message.unsigned = 0x0102_0304_0506_0708
    message.signed = -2
    message.single = 1.5
    message.word = 9
    let payload = message.encodePayload()
    #expect(
      payload == Samples.bytes("0807060504030201feffffffffffffff0000c03f09000000"))
    #expect(try Foreign.decode(payload.span) == message)
  }

  @Test func `a message that misstates its length cannot read outside the payload`() {
    for length in 1..<8 {
      let payload = [UInt8](repeating: 0xFF, count: length)
      #expect(throws: UBXError.payloadLength(Wrong.id, found: length)) {
        try Wrong.decode(payload.span)
      }
    }
  }
}
