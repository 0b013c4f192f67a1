/// The texts of a sentence as sent.
struct WireSentence {
  /// The start, `$` or `!`.
  let start: UInt8
  /// The text between the start and the first comma.
  let address: String
  private let bytes: [UInt8]
  private let fields: [Range<Int>]

  /// Splits a sentence; `nil` without a start or an address.
  ///
  /// - Parameter sentence: with or without checksum and line ending.
  init?(_ sentence: Span<UInt8>) {
    var end = sentence.count
    guard end > 1, sentence[0] == 0x24 || sentence[0] == 0x21 else { return nil }
    if sentence[end - 1] == 0x0A { end -= 1 }
    if sentence[end - 1] == 0x0D { end -= 1 }
    for digits in [2, 1] where end > digits + 1 && sentence[end - digits - 1] == 0x2A {
      end -= digits + 1
      break
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end)
    var fields: [Range<Int>] = []
    var begin = 1
    for index in 0..<end {
      bytes.append(sentence[index])
      if sentence[index] == 0x2C {
        fields.append(begin..<index)
        begin = index + 1
      }
    }
    fields.append(begin..<max(begin, end))
    let address = fields.removeFirst()
    guard !address.isEmpty else { return nil }
    start = sentence[0]
    self.bytes = bytes
    self.fields = fields
    self.address = string(bytes[address])
  }

  /// Returns only the address; `nil` without a start or an address.
  static func address(of sentence: Span<UInt8>) -> String? {
    guard !sentence.isEmpty, sentence[0] == 0x24 || sentence[0] == 0x21 else { return nil }
    var bytes: [UInt8] = []
    for index in 1..<sentence.count {
      if sentence[index] == 0x2C { return bytes.isEmpty ? nil : string(bytes[...]) }
      bytes.append(sentence[index])
    }
    // Without a comma, a checksum or line ending may follow.
    return WireSentence(sentence)?.address
  }

  /// Number of fields after the address.
  var count: Int { fields.count }

  /// The text of a field; `nil` after the last one.
  subscript(index: Int) -> ArraySlice<UInt8>? {
    fields.indices.contains(index) ? bytes[fields[index]] : nil
  }

  /// Whether the address is proprietary.
  var isProprietary: Bool { address.utf8.first == 0x50 }
}

/// Returns ASCII text, without the eighth bit.
func string(_ bytes: ArraySlice<UInt8>) -> String {
  for byte in bytes where byte > 0x7F {
    return String(decoding: bytes.map { $0 & 0x7F }, as: UTF8.self)
  }
  return String(decoding: bytes, as: UTF8.self)
}
