internal import CairnTypes

/// The head of a caster's answer, in any of the dialects.
struct NTRIPHead {
  /// Length of the head in bytes; `nil` while it is incomplete.
  private(set) var length: Int?
  /// Why the caster refuses; `nil` if it does not, or the head is incomplete.
  private(set) var error: NTRIPError?
  private(set) var isVersion1 = false
  private(set) var isChunked = false

  /// - Parameters:
  ///   - bytes: the answer from its first byte.
  ///   - isWhole: whether nothing more will come.
  init(_ bytes: Span<UInt8>, isWhole: Bool) {
    guard let lineEnd = bytes.lineEnd(from: 0) ?? (isWhole ? bytes.count : nil) else { return }
    let line = bytes.extracting(first: lineEnd)
    if line.holds("ICY 200", at: 0) {
      isVersion1 = true
      // At most one empty line follows: a caster may wait for the position before it sends more.
      length = bytes.skippingLineEnd(from: lineEnd)
    } else if line.holds("SOURCETABLE 200", at: 0) {
      error = .unknownMountpoint
    } else if line.holds("ERROR", at: 0) {
      let isAboutPassword =
        line.end(of: "PASSWORD", from: 0) != nil || line.end(of: "AUTHORI", from: 0) != nil
      error =
        isAboutPassword
        ? .unauthorized : .refused(status: 0, reason: ForeignText(line.text(from: 0)))
    } else if line.holds("HTTP/1.", at: 0) {
      readHTTP(bytes, lineEnd, isWhole)
    } else {
      error = .notACaster
    }
  }

  private mutating func readHTTP(_ bytes: Span<UInt8>, _ lineEnd: Int, _ isWhole: Bool) {
    let line = bytes.extracting(first: lineEnd)
    guard let start = line.end(of: " ", from: 0), let status = line.number(at: start, digits: 3)
    else {
      error = .notACaster
      return
    }
    guard status == 200 else {
      switch status {
      case 401: error = unauthorized(bytes, lineEnd, isWhole)
      case 404: error = .unknownMountpoint
      default: error = .refused(status: status, reason: ForeignText(line.text(from: start &+ 4)))
      }
      return
    }
    var position = bytes.skippingLineEnd(from: lineEnd)
    while let end = bytes.lineEnd(from: position) {
      let next = bytes.skippingLineEnd(from: end)
      guard end > position else {
        length = next
        return
      }
      let field = bytes.extracting(position..<end)
      if field.holds("TRANSFER-ENCODING:", at: 0) {
        isChunked = field.end(of: "CHUNKED", from: 0) != nil
      }
      if field.holds("CONTENT-TYPE:", at: 0), field.end(of: "SOURCETABLE", from: 0) != nil {
        error = .unknownMountpoint
        return
      }
      position = next
    }
  }

  /// Returns the error behind a refusal of user and password; `nil` while the head is incomplete,
  /// because its later lines name the ways in which the caster wants them.
  ///
  /// Source: RFC 9110, 11.6.1.
  private func unauthorized(
    _ bytes: Span<UInt8>, _ lineEnd: Int, _ isWhole: Bool
  ) -> NTRIPError? {
    var wantsDigest = false
    var takesBasic = false
    var position = bytes.skippingLineEnd(from: lineEnd)
    while let end = bytes.lineEnd(from: position), end > position {
      let field = bytes.extracting(position..<end)
      if field.holds("WWW-AUTHENTICATE:", at: 0) {
        wantsDigest = wantsDigest || field.end(of: "DIGEST", from: 0) != nil
        takesBasic = takesBasic || field.end(of: "BASIC", from: 0) != nil
      }
      position = bytes.skippingLineEnd(from: end)
    }
    let isComplete = bytes.lineEnd(from: position) != nil
    guard isComplete || isWhole else { return nil }
    return wantsDigest && !takesBasic ? .digestRequired : .unauthorized
  }
}

extension Span where Element == UInt8 {
  /// Returns the end of the line that begins at `start`, before its line ending.
  fileprivate func lineEnd(from start: Int) -> Int? {
    var index = start
    while index < count {
      if self[index] == 0x0A {
        return index > start && self[index &- 1] == 0x0D ? index &- 1 : index
      }
      index &+= 1
    }
    return nil
  }

  /// Returns the position after the line ending at `index`, if there is one.
  fileprivate func skippingLineEnd(from index: Int) -> Int {
    var index = index
    if index < count, self[index] == 0x0D { index &+= 1 }
    if index < count, self[index] == 0x0A { index &+= 1 }
    return index
  }

  fileprivate func number(at offset: Int, digits: Int) -> Int? {
    guard offset &+ digits <= count else { return nil }
    var value = 0
    for index in offset..<(offset &+ digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index]) else { return nil }
      value = value &* 10 &+ Int(self[index] &- UInt8(ascii: "0"))
    }
    return value
  }

  /// Returns the rest as text, cut at 120 bytes.
  fileprivate func text(from offset: Int) -> String {
    var bytes: [UInt8] = []
    for index in min(offset, count)..<min(count, offset &+ 120) { bytes.append(self[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Extracts a body from the chunks of HTTP/1.1.
///
/// Source: RFC 9112, 7.1.
struct ChunkReader: Sendable {
  /// The most hexadecimal digits accepted in a chunk's length.
  private static let digitLimit = 7

  private enum Phase { case size, extensions, body, bodyEnd, end }

  private var phase = Phase.size
  private var size = 0
  private var digits = 0

  /// Whether the last chunk has come.
  var isAtEnd: Bool { phase == .end }

  /// - Parameters:
  ///   - bytes: in pieces of any size.
  ///   - body: receives the chunks' contents.
  /// - Returns: false if the bytes are not chunks.
  mutating func read(_ bytes: Span<UInt8>, into body: inout [UInt8]) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      switch phase {
      case .size:
        if let digit = hexadecimalValue(byte) {
          guard digits < Self.digitLimit else { return false }
          size = size &<< 4 | Int(digit)
          digits += 1
        } else if byte == 0x0A {
          guard digits > 0 else { return false }
          phase = size == 0 ? .end : .body
        } else if byte == UInt8(ascii: ";") {
          phase = .extensions
        } else if byte != 0x0D && byte != 0x20 {
          return false
        }
      case .extensions:
        if byte == 0x0A {
          guard digits > 0 else { return false }
          phase = size == 0 ? .end : .body
        }
      case .body:
        body.append(byte)
        size -= 1
        if size == 0 { phase = .bodyEnd }
      case .bodyEnd:
        guard byte == 0x0D || byte == 0x0A else { return false }
        if byte == 0x0A {
          phase = .size
          size = 0
          digits = 0
        }
      case .end: return true
      }
    }
    return true
  }
}

/// Returns the value of a hexadecimal digit; `nil` for any other character.
func hexadecimalValue(_ character: UInt8) -> UInt8? {
  switch character {
  case 0x30...0x39: character &- 0x30
  case 0x41...0x46: character &- 0x37
  case 0x61...0x66: character &- 0x57
  default: nil
  }
}

/// Encodes bytes in base 64. Source: RFC 4648, 4.
func base64(_ bytes: Span<UInt8>) -> String {
  let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  var text: [UInt8] = []
  alphabet.withUTF8Buffer { letters in
    var index = 0
    while index < bytes.count {
      let left = bytes.count &- index
      let first = UInt32(bytes[index]) &<< 16
      let second = left > 1 ? UInt32(bytes[index &+ 1]) &<< 8 : 0
      let word = first | second | (left > 2 ? UInt32(bytes[index &+ 2]) : 0)
      for place in 0..<4 {
        let isPadding = place > left
        // Six bits are always below 64, the length of the alphabet.
        let letter = unsafe letters[Int(word &>> UInt32(18 &- 6 &* place) & 63)]
        text.append(isPadding ? UInt8(ascii: "=") : letter)
      }
      index &+= 3
    }
  }
  return String(decoding: text, as: UTF8.self)
}
