/// One request of a browser: its method, target and the header fields that matter here.
///
/// Source: RFC 9112 (HTTP/1.1), RFC 9110. Only GET and HEAD without a body are read.
package struct HTTPRequest: Equatable, Sendable {
  /// Why a request is not answered: the status code that is sent before the connection ends.
  package enum Refusal: Int, Error, Equatable, Sendable {
    /// It is no request, or has a body.
    case malformed = 400
    case methodNotAllowed = 405
    /// It does not say which host it is meant for.
    case misdirected = 421
    case tooLong = 431
  }

  package enum Method: String, Sendable { case get = "GET", head = "HEAD" }

  package let method: Method
  /// The part of the target before the question mark, as it was sent.
  package let path: String
  /// The part of the target behind the question mark, as it was sent; empty without one.
  package let query: String
  /// The host and port that the browser was told to ask, in lower case.
  package let host: String
  package let origin: String?
  /// How the page that asks is related to this server, as the browser says.
  package let site: String?
  package let cookie: String?
  /// Whether the connection ends with the answer.
  package let closes: Bool

  /// Reads the lines of a header, without the empty one that ends it.
  package init(header: ArraySlice<UInt8>) throws(Refusal) {
    var lines = Self.lines(header)[...]
    guard let first = lines.popFirst() else { throw .malformed }
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(Self.isTokenByte),
      let target = Self.text(words[1]), target.hasPrefix("/"), let version = Self.text(words[2]),
      version == "HTTP/1.1" || version == "HTTP/1.0"
    else { throw .malformed }
    var fields: [String: String] = [:]
    for line in lines {
      guard let field = Self.field(line) else { throw .malformed }
      guard Self.known.contains(field.name) else { continue }
      // A field that is there twice could mean one thing here and another elsewhere.
      guard let value = Self.text(field.value), fields.updateValue(value, forKey: field.name) == nil
      else { throw .malformed }
    }
    guard fields["transfer-encoding"] == nil, ["0", nil].contains(fields["content-length"])
    else { throw .malformed }
    guard let method = Method(rawValue: String(decoding: words[0], as: UTF8.self))
    else { throw .methodNotAllowed }
    guard let host = fields["host"] else { throw .misdirected }
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
    self.host = host.lowercased()
    origin = fields["origin"]
    site = fields["sec-fetch-site"]
    cookie = fields["cookie"]
    let wishes = (fields["connection"] ?? "").lowercased().split(separator: ",").map(Self.trimmed)
    closes =
      wishes.contains("close") || (version == "HTTP/1.0" && !wishes.contains("keep-alive"))
  }

  /// Fields that decide something; each may be there once.
  private static let known: Set<String> = [
    "host", "origin", "sec-fetch-site", "cookie", "content-length", "transfer-encoding",
    "connection",
  ]

  // MARK: Bytes

  private static func lines(_ header: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = header.startIndex
    for index in header.indices.dropLast() where header[index] == 13 && header[index + 1] == 10 {
      lines.append(header[start..<index])
      start = index + 2
    }
    lines.append(header[start...])
    return lines
  }

  /// Returns the name of a field in lower case, and its value without the blanks around it; `nil` for what is none, or
  /// has control characters: a line feed without carriage return ends a line elsewhere.
  private static func field(
    _ line: ArraySlice<UInt8>
  ) -> (name: String, value: ArraySlice<UInt8>)? {
    guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { return nil }
    let (name, value) = (line[..<colon], line[(colon + 1)...])
    guard name.allSatisfy(isTokenByte), value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 })
    else { return nil }
    return (String(decoding: name, as: UTF8.self).lowercased(), trimmed(value))
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = bytes.drop { $0 == 0x20 || $0 == 9 }
    return rest.lastIndex { $0 != 0x20 && $0 != 9 }.map { rest[...$0] } ?? []
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? ""
  }

  /// The text of visible ASCII characters, blanks and tabs, and of what may be any other encoding.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
