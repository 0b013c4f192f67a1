// Values as bytes, for data that is kept from one start of the program to the next.

/// Writes numbers, lowest octet first.
package struct RecordWriter {
  /// Octets written so far.
  package private(set) var bytes: [UInt8]

  /// - Parameter bytes: octets that precede what is written.
  package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Returns a version, in one octet, and what follows it.
  package static func bytes(
    version: UInt8, _ write: (inout RecordWriter) -> Void
  ) -> [UInt8] {
    var writer = RecordWriter([version])
    write(&writer)
    return writer.bytes
  }

  package mutating func number(_ number: UInt64, _ width: Int) {
    for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number &>> UInt64(8 * index))) }
  }

  package mutating func flag(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func real(_ real: Double) { number(real.bitPattern, 8) }

  /// Writes the number of octets, in `width` octets, and then the octets.
  package mutating func block(_ block: [UInt8], width: Int) {
    number(UInt64(block.count), width)
    bytes += block
  }

  /// Writes as many leading characters as fit into 255 octets; none for `nil`.
  package mutating func text(_ text: String?) {
    var octets = Array((text ?? "").utf8.prefix(256))
    var isTooLong = octets.count > 255
    // Drops whole characters: the first octet of a character is the last one to go.
    while isTooLong, let last = octets.popLast() { isTooLong = last & 0xC0 == 0x80 }
    block(octets, width: 1)
  }
}

/// Reads what `RecordWriter` wrote; returns `nil` when too few octets are left.
package struct RecordReader {
  private var rest: ArraySlice<UInt8>
  /// Whether some value was invalid; nothing is left to read then.
  package private(set) var hasFailed = false

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Reads what `RecordWriter.bytes` returned.
  ///
  /// - Returns: whether the version is this one, and all that follows was read and is valid.
  package static func read(
    _ bytes: [UInt8], version: UInt8, _ read: (inout RecordReader) -> Void
  ) -> Bool {
    var reader = RecordReader(bytes[...])
    guard reader.number(1) == UInt64(version) else { return false }
    read(&reader)
    return !reader.hasFailed && reader.isAtEnd
  }

  /// Number of octets left to read.
  package var count: Int { rest.count }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func fail() {
    hasFailed = true
    rest = []
  }

  package mutating func number(_ width: Int) -> UInt64? {
    guard rest.count >= width else { return nil }
    var number: UInt64 = 0
    for byte in rest.prefix(width).reversed() { number = number &<< 8 | UInt64(byte) }
    rest = rest.dropFirst(width)
    return number
  }

  package mutating func flag() -> Bool? { number(1).map { $0 != 0 } }

  package mutating func real() -> Double? { number(8).map { Double(bitPattern: $0) } }

  /// Returns `nil` when the octets are not valid UTF-8.
  package mutating func text() -> String? {
    guard let octets = block(width: 1) else { return nil }
    let text = String(decoding: octets, as: UTF8.self)
    return text.utf8.count == octets.count ? text : nil
  }

  package mutating func block(width: Int) -> ArraySlice<UInt8>? {
    guard let count = number(width), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}

/// Returns the 32-bit FNV-1a of `bytes`, which detects damage but not forgery.
package func recordSum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var sum: UInt32 = 0x811C_9DC5
  for byte in bytes { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
  return sum
}
