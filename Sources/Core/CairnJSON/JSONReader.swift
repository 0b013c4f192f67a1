/// Reads one JSON value, strictly according to RFC 8259.
///
/// Foundation's reader rounds integers of more than 64 bits and loses the order of members; see
/// docs/DECISIONS.md.
public struct JSONReader {
  /// Deeper than any message nests, and shallow enough that recursion cannot exhaust the stack.
  private static let maximumDepth = 64

  /// Bounds memory: a value takes more of it than the octets it is written with.
  private static let maximumValues = 4_000_000

  private let bytes: ArraySlice<UInt8>
  private var at: Int
  private var values = 0

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// Returns the value that makes up the whole text, apart from white space.
  ///
  /// - Throws: where the text is not JSON, or takes too much memory.
  public static func value(of text: ArraySlice<UInt8>) throws(JSONFailure) -> JSONValue {
    var reader = JSONReader(text)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.next != nil { throw reader.failure("nothing more") }
    return value
  }

  private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private func failure(_ reason: String) -> JSONFailure {
    JSONFailure(column: at - bytes.startIndex + 1, reason: reason)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFailure)
    -> JSONValue
  {
    let isThere = word.withUTF8Buffer { unsafe bytes[at...].starts(with: $0) }
    guard isThere else { throw failure("a value") }
    at += word.utf8CodeUnitCount
    return value
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> JSONValue {
    guard depth < Self.maximumDepth else { throw failure("less nesting") }
    values += 1
    guard values <= Self.maximumValues else {
      throw failure("no more than \(Self.maximumValues) values")
    }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func members(depth: Int) throws(JSONFailure) -> [JSONMember] {
    at += 1
    var members: [JSONMember] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("the name of a member") }
      let name = try text()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("a colon") }
      members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw failure("a comma or }") }
    }
  }

  private mutating func elements(depth: Int) throws(JSONFailure) -> [JSONValue] {
    at += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw failure("a comma or ]") }
    }
  }

  // MARK: - Numbers

  private mutating func number() throws(JSONFailure) -> String {
    let start = at
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits(orElse: at == start ? "a value" : "a digit") }
    if take(UInt8(ascii: ".")) { try digits(orElse: "a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try digits(orElse: "a digit")
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits(orElse expected: String) throws(JSONFailure) {
    let start = at
    while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
    if at == start { throw failure(expected) }
  }

  // MARK: - Text

  private mutating func text() throws(JSONFailure) -> String {
    at += 1
    var text = ""
    var start = at
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += try plain(start..<at)
        at += 1
        return text
      case UInt8(ascii: "\\"):
        text += try plain(start..<at)
        at += 1
        text.unicodeScalars.append(try escaped())
        start = at
      case 0..<0x20: throw failure("no control character in a text")
      default: at += 1
      }
    }
    throw failure("the end of a text")
  }

  private func plain(_ range: Range<Int>) throws(JSONFailure) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw JSONFailure(column: range.lowerBound - bytes.startIndex + 1, reason: "UTF-8")
    }
    return text
  }

  private mutating func escaped() throws(JSONFailure) -> Unicode.Scalar {
    guard let letter = next else { throw failure("the end of a text") }
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      at -= 1
      throw failure("an escape that JSON has")
    }
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A code unit that is no scalar is half of a surrogate pair.
    guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw failure("the other half of a character")
    }
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("the other half of a character") }
    return scalar
  }

  private mutating func fourDigits() throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw failure("four hexadecimal digits")
      }
      value = value << 4 | UInt32(truncatingIfNeeded: digit)
      at += 1
    }
    return value
  }
}
