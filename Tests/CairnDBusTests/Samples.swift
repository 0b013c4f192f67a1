import CairnDBus
import CairnTestSupport

/// Values and messages made from random numbers.
struct Samples {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  static let basic: [DBusType] = [
    .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
    .objectPath, .signature, .unixFD,
  ]

  mutating func type(depth: Int = 0) -> DBusType {
    switch depth > 3 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0...3: basic()
    case 4: .variant
    case 5: .array(type(depth: depth + 1))
    case 6: .dictionary(basic(), type(depth: depth + 1))
    default:
      .structure(
        (0...Int.random(in: 0..<3, using: &random)).map { _ in
          type(depth: depth + 1)
        })
    }
  }

  mutating func basic() -> DBusType { Self.basic.randomElement(using: &random) ?? .byte }

  mutating func value(_ type: DBusType, depth: Int = 0) -> DBusValue {
    switch type {
    case .byte: .byte(bits())
    case .boolean: .boolean(Bool.random(using: &random))
    case .int16: .int16(bits())
    case .uint16: .uint16(bits())
    case .int32: .int32(bits())
    case .uint32: .uint32(bits())
    case .int64: .int64(bits())
    case .uint64: .uint64(bits())
    case .double: .double(Double.random(in: -1e9...1e9, using: &random))
    case .unixFD: .unixFD(bits())
    case .string: .string(text())
    case .objectPath: .objectPath(path())
    case .signature: .signature((try? DBusSignature([self.type()])) ?? "as")
    case .variant: .variant(value(depth > 4 ? .byte : self.type(depth: depth), depth: depth + 1))
    case .array(let element):
      .array(of: element, several { $0.value(element, depth: depth + 1) })
    case .dictionary(let key, let value):
      .dictionary(
        DBusDictionary(
          key: key, value: value,
          several {
            DBusDictionary.Entry(
              key: $0.value(key, depth: depth + 1), value: $0.value(value, depth: depth + 1))
          }))
    case .structure(let members): .structure(members.map { value($0, depth: depth + 1) })
    }
  }

  mutating func message() -> DBusMessage {
    var message = DBusMessage.methodCall("org.example.A", path(), "org.example.B", "Member")
    message.flags = DBusMessage.Flags(rawValue: bits())
    message.serial = max(1, bits())
    message.kind = DBusMessage.Kind(rawValue: UInt8.random(in: 1...5, using: &random))
    message.errorName = message.kind == .error ? "org.example.Failed" : nil
    message.replySerial = Bool.random(using: &random) || message.kind != .methodCall ? 7 : nil
    message.sender = Bool.random(using: &random) ? ":1.9" : nil
    message.unixFDs = Bool.random(using: &random) ? 1 : nil
    message.body = several { samples in
      let type = samples.type()
      return samples.value(type)
    }
    return message
  }

  private mutating func several<Element>(_ make: (inout Samples) -> Element) -> [Element] {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in make(&self) }
  }

  private mutating func bits<Number: FixedWidthInteger>() -> Number {
    Number(truncatingIfNeeded: random.next())
  }

  private mutating func text() -> String {
    let letters = Array("abc '\\\u{E9}\u{20AC}\u{1F6F0}\u{FFFE}")
    return String(several { letters.randomElement(using: &$0.random) ?? "x" })
  }

  private mutating func path() -> ObjectPath {
    let paths: [ObjectPath] = ["/", "/a", "/org/example/Modem/0", "/_/9"]
    return paths.randomElement(using: &random) ?? "/"
  }
}

/// Bytes from text such as `6c 01 00 01 's' 'v' 00`; the layout is for the reader.
func hex(_ text: String) -> [UInt8] {
  text.split(whereSeparator: \.isWhitespace).map { word in
    if word.hasPrefix("'"), let letter = word.dropFirst().utf8.first { return letter }
    return UInt8(word, radix: 16) ?? 0
  }
}

func decode(_ bytes: [UInt8]) throws(DBusError) -> DBusMessage {
  try DBusMessage(decoding: bytes.span)
}

func size(_ bytes: [UInt8], limit: Int = DBusMessage.defaultLimit) throws(DBusError) -> Int? {
  try DBusMessage.size(of: bytes.span, limit: limit)
}

extension DBusFramer {
  mutating func take(_ bytes: [UInt8]) { receive(bytes.span) }
}

extension DBusAuthentication {
  mutating func take(_ bytes: [UInt8]) throws(DBusAuthenticationError) -> Step {
    try receive(bytes.span)
  }
}
