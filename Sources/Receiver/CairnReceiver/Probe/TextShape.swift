/// Judges whether bytes are text, and of what kind.
enum TextShape {
  /// The fewest lines of digits that prove a dump, unless there is only one line.
  private static let leastLines = 2
  private static let leastOctets = 8

  /// Returns whether at least 19 of 20 bytes are printable, a blank, or a line end.
  static func isText(_ bytes: Span<UInt8>) -> Bool {
    var count = 0
    for index in 0..<bytes.count where isPrintable(bytes[index]) { count &+= 1 }
    return count &* 20 >= bytes.count &* 19
  }

  /// Returns whether every second byte is zero and the others are text; needs no byte order mark.
  static func isUTF16(_ bytes: Span<UInt8>) -> Bool {
    let pairs = bytes.count / 2
    guard pairs >= leastOctets else { return false }
    var (low, high) = (0, 0)
    for pair in 0..<pairs {
      let (first, second) = (bytes[pair &* 2], bytes[pair &* 2 &+ 1])
      if second == 0, isPrintable(first) { low &+= 1 }
      if first == 0, isPrintable(second) { high &+= 1 }
    }
    return max(low, high) &* 10 >= pairs &* 9
  }

  /// Returns the kind of hex dump if nine of ten lines are hexadecimal bytes.
  static func dump(in bytes: Span<UInt8>) -> HeardContent? {
    guard isText(bytes) else { return nil }
    var (lines, dumps, octets) = (0, 0, 0)
    var hasLetters = false
    var kind = HeardContent.hexText
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end &+= 1 }
      if end > start {
        let line = DumpLine(bytes.extracting(start..<end))
        lines &+= 1
        // The end of the kept bytes may have cut the last line.
        if line.octets > 0 {
          if dumps == 0 { kind = line.kind }
          dumps &+= 1
          octets &+= line.octets
          hasLetters = hasLetters || line.hasLetters
        }
      }
      start = end &+ 1
    }
    let isLong = lines == 1 || dumps >= leastLines
    guard isLong, octets >= leastOctets, hasLetters, dumps &* 10 >= lines &* 9 else { return nil }
    return kind
  }

  static func isPrintable(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte <= 0x7E || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns whether a byte is a hexadecimal digit.
  static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x46 || byte >= 0x61 && byte <= 0x66
  }
}

/// One line of a hex dump: an optional offset, bytes, and optionally their text.
private struct DumpLine {
  private(set) var octets = 0
  /// Whether any digit is a letter, which decimal numbers do not have.
  private(set) var hasLetters = false
  private(set) var kind = HeardContent.hexText

  init(_ line: Span<UInt8>) {
    var at = 0
    var isFirst = true
    while at < line.count {
      var blanks = 0
      while at < line.count, line[at] == 0x20 || line[at] == 0x09 || line[at] == 0x2C {
        at &+= 1
        blanks &+= 1
      }
      // In xxd's format, two blanks and text follow the bytes.
      if kind == .xxdDump, octets > 0, blanks > 1 { return }
      // "0x".
      if at &+ 1 < line.count, line[at] == 0x30, line[at &+ 1] | 0x20 == 0x78 { at &+= 2 }
      let start = at
      var letters = false
      while at < line.count, TextShape.isHexadecimal(line[at]) {
        letters = letters || line[at] > 0x39
        at &+= 1
      }
      let digits = at &- start
      if isFirst, digits >= 4, at < line.count, line[at] == 0x3A {
        kind = .xxdDump
        at &+= 1
      } else if isFirst, (6...8).contains(digits), at < line.count, line[at] == 0x20,
        Self.hasOctet(line, behind: at)
      {
        kind = .hexDump
      } else if digits > 0, digits % 2 == 0 {
        octets &+= digits / 2
        hasLetters = hasLetters || letters
      } else {
        // This must be the text column; anything else is no dump.
        if at < line.count, line[at] != 0x7C { octets = 0 }
        return
      }
      isFirst = false
    }
  }

  /// Returns whether a single byte of two digits follows.
  private static func hasOctet(_ line: Span<UInt8>, behind start: Int) -> Bool {
    var at = start
    while at < line.count, line[at] == 0x20 { at &+= 1 }
    let first = at
    while at < line.count, TextShape.isHexadecimal(line[at]) { at &+= 1 }
    return at &- first == 2
  }
}
