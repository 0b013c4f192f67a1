internal import CairnTypes

/// A sentence looked at as text: what it begins with, what it holds, its fields.
struct SentenceText: ~Copyable, ~Escapable {
  private let bytes: Span<UInt8>

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// Whether it begins with these ASCII characters, `$` included.
  func begins(_ text: StaticString) -> Bool { matches(text, at: 0) }

  /// Whether it is `TXT`, a notice in words, of any talker.
  var isNotice: Bool { matches("TXT,", at: 3) }

  /// Whether these ASCII characters stand anywhere in it.
  func holds(_ text: StaticString) -> Bool {
    let width = text.utf8CodeUnitCount
    guard width <= bytes.count else { return false }
    for start in 0...(bytes.count &- width) where matches(text, at: start) { return true }
    return false
  }

  /// The characters of a field; `nil` when there is no such field or it is empty.
  ///
  /// - Parameter index: 0 for the address.
  func field(_ index: Int) -> String? {
    var at = 1
    var place = 0
    var result = ""
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x2A || byte < 0x20 { break }
      if byte == 0x2C {
        place &+= 1
        if place > index { break }
      } else if place == index {
        result.unicodeScalars.append(Unicode.Scalar(byte & 0x7F))
      }
      at &+= 1
    }
    return result.utf8.isEmpty ? nil : result
  }

  private func matches(_ text: StaticString, at start: Int) -> Bool {
    let width = text.utf8CodeUnitCount
    guard start >= 0, start &+ width <= bytes.count else { return false }
    // `width` code units exist at the pointer; literals of one scalar have none and match nothing.
    guard text.hasPointerRepresentation else { return false }
    let literal = unsafe UnsafeBufferPointer(start: text.utf8Start, count: width)
    for index in 0..<width {
      guard unsafe literal[index] == bytes[start &+ index] else { return false }
    }
    return true
  }
}
