import CairnDBus

extension Target {
  /// The first byte gives the length of the pieces in which the others arrive; it must not matter.
  static let dbus = Target("DBus", seeds: { DBusSeeds.all }) { input in
    guard input.count > 1 else { return }
    let bytes = Array(input.dropFirst())
    busMessage(bytes)
    let piece = Int(input[0]) + 1
    let (whole, pieces) = (busMessages(bytes, in: bytes.count), busMessages(bytes, in: piece))
    require(whole.messages == pieces.messages, "pieces change the messages")
    require(whole.error == pieces.error, "pieces change the error")
    let (line, split) = (
      busAuthentication(bytes, in: bytes.count), busAuthentication(bytes, in: piece)
    )
    require(line.error == split.error, "pieces change the end of the authentication")
    require(line.error != nil || line.sent == split.sent, "pieces change what is sent")
    busTexts(String(decoding: bytes, as: UTF8.self))
  }
}

/// What decodes can be encoded, in both byte orders, to what decodes to the same.
private func busMessage(_ bytes: [UInt8]) {
  guard let message = try? DBusMessage(decoding: bytes.span) else { return }
  let written = encode(message, .littleEndian)
  require(written.count <= bytes.count, "a message grows")
  // Bytes are compared, because what is no number does not equal itself.
  for order: ByteOrder in [.littleEndian, .bigEndian] {
    let again = encode(message, order)
    guard let read = try? DBusMessage(decoding: again.span) else {
      fatalError("what is encoded cannot be decoded")
    }
    require(encode(read, .littleEndian) == written, "decoding is not the inverse of encoding")
  }
  let rule = DBusMatchRule(
    kind: message.kind, interface: message.interface, member: message.member, path: message.path)
  require(rule.matchesExceptSender(message), "a message does not match its own rule")
}

private func encode(_ message: DBusMessage, _ order: ByteOrder) -> [UInt8] {
  guard let bytes = try? message.encoded(order) else {
    fatalError("what is decoded cannot be encoded")
  }
  return bytes
}

private func busMessages(
  _ bytes: [UInt8], in length: Int
) -> (messages: [[UInt8]], error: DBusError?) {
  var framer = DBusFramer()
  var messages: [[UInt8]] = []
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + length)
    framer.receive(bytes.span.extracting(position..<end))
    position = end
    do throws(DBusError) {
      while let message = try framer.next() { messages.append(encode(message, .littleEndian)) }
    } catch {
      return (messages, error)
    }
  }
  return (messages, nil)
}

private func busAuthentication(
  _ bytes: [UInt8], in length: Int
) -> (sent: [UInt8], error: DBusAuthenticationError?) {
  var client = DBusAuthentication(user: 0)
  var sent: [UInt8] = []
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + length)
    do throws(DBusAuthenticationError) {
      switch try client.receive(bytes.span.extracting(position..<end)) {
      case .wait: break
      case .send(let answer), .begin(let answer, _): sent += answer
      }
    } catch {
      return (sent, error)
    }
    position = end
  }
  return (sent, nil)
}

private func busTexts(_ text: String) {
  if let addresses = try? DBusAddress.list(text) {
    for address in addresses {
      guard let written = address.text else { continue }
      require((try? DBusAddress(written)) == address, "an address changes: \(written)")
    }
  }
  if let signature = try? DBusSignature(text) {
    require(signature.text == text, "a signature changes")
  }
}

private enum DBusSeeds {
  static let all: [(name: String, bytes: [UInt8])] = {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (number, message) in messages.enumerated() {
      for order: ByteOrder in [.littleEndian, .bigEndian] {
        let bytes = encode(message, order)
        seeds.append(("message\(number)-\(order)", [6] + bytes))
        seeds.append(("twice\(number)-\(order)", [40] + bytes + bytes))
      }
    }
    for (number, text) in texts.enumerated() { seeds.append(("text\(number)", [3] + text.utf8)) }
    return seeds
  }()

  private static let messages: [DBusMessage] = {
    let properties = DBusValue.properties([
      "Enabled": .uint32(5), "Signal": .structure([.uint32(80), .boolean(true)]),
      "Ports": .array(
        of: .structure([.string, .uint32]), [.structure([.string("ttyUSB1"), .uint32(5)])]),
      "Path": .objectPath("/org/example/SIM/0"), "Bytes": .bytes([1, 2, 3]),
      "Number": .double(46.95), "Nested": .variant(.int64(-1)), "Empty": .strings([]),
      "Type": .signature("a{sv}"), "Small": .int16(-2), "Unsigned": .uint16(2),
      "Wide": .uint64(.max), "Handle": .unixFD(0), "Signed": .int32(-7),
    ])
    var messages = [
      DBusMessage.methodCall(.bus, .bus, .bus, "Hello"),
      .methodCall(":1.9", "/", "org.example.I", "Set", [properties, .byte(1), properties]),
      .signal("/o", .properties, "PropertiesChanged", [.string("x"), properties, .strings(["y"])]),
    ]
    messages[1].serial = 7
    messages[1].sender = ":1.2"
    messages += [
      messages[1].reply([properties]), messages[1].error("org.example.Error", "not today"),
    ]
    for index in messages.indices { messages[index].serial = UInt32(index + 1) }
    return messages
  }()

  private static let texts = [
    "OK 0123456789abcdef0123456789abcdef\r\n", "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n",
    "REJECTED EXTERNAL ANONYMOUS\r\n", "ERROR \"no\"\r\n",
    "unix:path=/run/dbus/system_bus_socket;unix:abstract=/tmp/a%20b,guid=00;tcp:host=h,port=1",
    "sa{sv}asa{oa{sa{sv}}}(ybnqiuxtdsogvh)",
  ]
}
