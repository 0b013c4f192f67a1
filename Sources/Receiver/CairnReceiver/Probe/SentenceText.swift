/// A sentence as text: its beginning, its content, its fields.
enum SentenceText {
  /// Returns whether it begins with these ASCII characters, including `$`.
  static func begins(_ sentence: Span<UInt8>, _ text: StaticString) -> Bool {
    matches(sentence, text, at: 0)
  }

  /// Returns whether it is a notice in words, `TXT`, of any talker.
  static func isNotice(_ sentence: Span<UInt8>) -> Bool { matches(sentence, "TXT,", at: 3) }

  /// Returns whether it is a vendor's sentence or a notice: mostly an answer, not a report.
  static func isSaidWhenAsked(_ sentence: Span<UInt8>) -> Bool {
    begins(sentence, "$P") || isNotice(sentence)
  }

  /// Returns whether it contains these ASCII characters.
  static func holds(_ sentence: Span<UInt8>, _ text: StaticString) -> Bool {
    let width = text.utf8CodeUnitCount
    guard width <= sentence.count else { return false }
    for start in 0...(sentence.count &- width) where matches(sentence, text, at: start) {
      return true
    }
    return false
  }

  /// Returns a field's text, 0 for the address; `nil` if there is no such field or it is empty.
  static func field(_ sentence: Span<UInt8>, _ index: Int) -> String? {
    var at = 1
    var place = 0
    var result = ""
    while at < sentence.count {
      let byte = sentence[at]
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

  /// Returns the text after `=`; empty if there is none.
  static func value(_ text: String) -> String {
    var result = ""
    var isBehind = false
    for character in text.unicodeScalars {
      if isBehind { result.unicodeScalars.append(character) }
      if character == "=" { isBehind = true }
    }
    return result
  }

  private static func matches(
    _ sentence: Span<UInt8>, _ text: StaticString, at start: Int
  ) -> Bool {
    let width = text.utf8CodeUnitCount
    guard start &+ width <= sentence.count, text.hasPointerRepresentation else { return false }
    // `width` code units exist at the pointer, as just checked.
    let literal = unsafe UnsafeBufferPointer(start: text.utf8Start, count: width)
    for index in 0..<width {
      guard unsafe literal[index] == sentence[start &+ index] else { return false }
    }
    return true
  }
}
