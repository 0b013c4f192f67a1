import CairnDBus
import Testing

@Suite("D-Bus values")
struct ValueTests {
  private func roundTrip(_ value: DBusValue, _ order: ByteOrder = .littleEndian) throws -> DBusValue
  {
    var message = DBusMessage.signal("/", "a.b", "C", [value])
    message.serial = 1
    return try #require(decode(message.encoded(order)).body.first)
  }

  private func body(_ value: DBusValue, _ order: ByteOrder = .littleEndian) throws -> [UInt8] {
    var message = DBusMessage.signal("/", "a.b", "C", [value])
    message.serial = 1
    let bytes = try message.encoded(order)
    let length = order == .littleEndian ? Int(bytes[4]) : Int(bytes[7])
    return Array(bytes.suffix(length))
  }

  @Test func `marshals as the specification's examples`() throws {
    // "Summary of types" and "Marshalling containers": strings 'foo', '+' and 'bar'.
    let strings = DBusValue.structure([.string("foo"), .string("+"), .string("bar")])
    #expect(
      try body(strings)
        == hex("03 00 00 00 'f 'o 'o 00  01 00 00 00 '+ 00 00 00  03 00 00 00 'b 'a 'r 00"))
    // An array that holds the 64-bit integer 5, big-endian: the padding is not part of its length.
    let integers = DBusValue.array(of: .int64, [.int64(5)])
    #expect(
      try body(integers, .bigEndian) == hex("00 00 00 08  00 00 00 00  00 00 00 00 00 00 00 05"))
    let variant = DBusValue.variant(.uint32(0x0102_0304))
    #expect(try body(variant) == hex("01 'u 00 00 04 03 02 01"))
    let properties = DBusValue.properties(["k": .boolean(true)])
    #expect(
      try body(properties)
        == hex("10 00 00 00  00 00 00 00  01 00 00 00 'k 00 01 'b 00 00 00 00  01 00 00 00"))
  }

  @Test func `an empty array keeps its type and the padding of its first element`() throws {
    let empty = DBusValue.array(of: .structure([.uint64]), [])
    #expect(try body(empty) == hex("00 00 00 00  00 00 00 00"))
    #expect(try roundTrip(empty) == empty)
  }

  @Test func `a boolean is 0 or 1, and padding is zero`() throws {
    var message = DBusMessage.signal("/", "a.b", "C", [.byte(9), .boolean(true)])
    message.serial = 1
    let bytes = try message.encoded()
    var damaged = bytes
    damaged[bytes.count - 4] = 2
    #expect(throws: DBusError.boolean(2)) { try decode(damaged) }
    damaged = bytes
    damaged[bytes.count - 5] = 1
    #expect(throws: DBusError.padding) { try decode(damaged) }
  }

  @Test func `containers nest 64 deep and no deeper`() throws {
    func nested(_ count: Int) -> DBusValue {
      (0..<count).reduce(.byte(1)) { value, _ in .variant(value) }
    }
    #expect(try roundTrip(nested(64)) == nested(64))
    #expect(throws: DBusError.nesting) { try roundTrip(nested(65)) }
    // The same on the wire: one variant more than allowed.
    var message = DBusMessage.signal("/", "a.b", "C", [nested(64)])
    message.serial = 1
    var bytes = try message.encoded()
    bytes.insert(contentsOf: [1, 0x76, 0], at: bytes.count - 4 - 3 * 63)
    bytes[4] += 3
    #expect(throws: DBusError.nesting) { try decode(bytes) }
  }

  @Test func `what a container does not declare cannot be sent`() {
    #expect(throws: DBusError.elementType(expected: "s", found: "u")) {
      try roundTrip(.array(of: .string, [.string("a"), .uint32(1)]))
    }
    #expect(throws: DBusError.elementType(expected: "v", found: "s")) {
      try roundTrip(
        .dictionary(
          DBusDictionary(
            key: .string, value: .variant, [.init(key: .string("k"), value: .string("v"))])))
    }
    #expect(throws: DBusError.signature("a{vs}")) {
      try roundTrip(.dictionary(DBusDictionary(key: .variant, value: .string)))
    }
    #expect(throws: DBusError.signature("()")) { try roundTrip(.structure([])) }
    #expect(throws: DBusError.text) { try roundTrip(.string("a\0b")) }
  }

  @Test func `properties are read by key and type`() throws {
    let location = DBusDictionary(
      key: .uint32, value: .variant,
      [.init(key: .uint32(1), value: .variant(.string("228,01,0,1E24F03,32C8")))])
    let value = DBusValue.properties([
      "Enabled": .uint32(5), "SignalsLocation": .boolean(false),
      "Ports": .array(
        of: .structure([.string, .uint32]),
        [
          .structure([.string("ttyUSB1"), .uint32(5)])
        ]),
      "Location": .dictionary(location), "Bearers": .array(of: .objectPath, [.objectPath("/b/0")]),
      "Bytes": .bytes([1, 2]), "Names": .strings(["a", "b"]), "Big": .uint64(.max),
    ])
    let read = try roundTrip(value)
    #expect(read == value)
    #expect(read["Enabled"]?.uint32 == 5)
    #expect(read["Enabled"]?.integer == 5)
    #expect(read["Enabled"]?.string == nil)
    #expect(read["SignalsLocation"]?.boolean == false)
    #expect(read["Ports"]?[0]?[0]?.string == "ttyUSB1")
    #expect(read["Ports"]?[0]?[2] == nil)
    #expect(read["Ports"]?[1] == nil)
    #expect(read["Location"]?[.uint32(1)]?.string == "228,01,0,1E24F03,32C8")
    #expect(read["Bearers"]?.texts == ["/b/0"])
    #expect(read["Bytes"]?.bytes == [1, 2])
    #expect(read["Names"]?.texts == ["a", "b"])
    #expect(read["Big"]?.integer == nil)
    #expect(read["Absent"] == nil)
  }

  @Test func `of two entries with one key the last counts`() {
    let dictionary = DBusDictionary(
      key: .string, value: .byte,
      [.init(key: .string("k"), value: .byte(1)), .init(key: .string("k"), value: .byte(2))])
    #expect(dictionary["k"]?.byte == 2)
  }
}
