/// Case-insensitive ASCII text in bytes.
extension Span where Element == UInt8 {
  /// Returns whether `text`, given in capitals, is at `offset`.
  func holds(_ text: StaticString, at offset: Int) -> Bool {
    guard offset &+ text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { letters in
      for index in 0..<letters.count
      where unsafe capital(self[offset &+ index]) != letters[index] {
        return false
      }
      return true
    }
  }

  /// Returns the end of the first `text`, given in capitals, at or after `offset`.
  func end(of text: StaticString, from offset: Int) -> Int? {
    var position = offset
    while position &+ text.utf8CodeUnitCount <= count {
      if holds(text, at: position) { return position &+ text.utf8CodeUnitCount }
      position &+= 1
    }
    return nil
  }
}

private func capital(_ letter: UInt8) -> UInt8 {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? letter &- 0x20 : letter
}
