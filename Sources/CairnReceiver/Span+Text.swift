/// Text in bytes, without regard to case, which ASCII alone has here.
extension Span where Element == UInt8 {
  /// Whether `text`, in capitals, stands at `offset`.
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

  /// Where the first `text`, in capitals, at or after `offset` ends.
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
