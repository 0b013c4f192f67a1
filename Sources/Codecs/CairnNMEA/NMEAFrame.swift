public import CairnTypes

/// Finds NMEA 0183 sentences in a byte stream.
///
/// A sentence begins with `$` or `!` and a letter, and holds printable ASCII without another `$`.
/// It is complete at `*HH` with the right checksum, in either case; some receivers leave out the
/// zero of a checksum below 16, which is then one digit. A line feed that follows, with
/// up to two carriage returns before it, belongs to the sentence. Anything else that follows is
/// left alone: loggers append fields, quotes, blanks and line ends. Without any `*`, a sentence is
/// accepted, unchecked, if it ends with such a line feed and begins like one: a capital, at least
/// two capitals or digits, a comma. Real sentences exceed the standard's 82 bytes, so up to
/// `maximumBody` may lie between start and line feed.
public enum NMEAFrame {
  /// Bytes allowed between the start character and the line feed, carriage return included.
  public static var maximumBody: Int { 1024 }

  /// Checks bytes that begin at a possible start of a sentence.
  ///
  /// Reads each byte once, eight at a time.
  ///
  /// - Parameters:
  ///   - bytes: everything received from the possible start on, even several sentences.
  ///   - isFinal: whether `bytes` are the last; a sentence with a checksum then needs no line end.
  /// - Returns: `notAFrame` unless the first byte is `$` or `!`; `length` includes a line feed and
  ///   the carriage returns before it, if they follow immediately.
  public static func check(_ bytes: Span<UInt8>, isFinal: Bool = false) -> FrameCheck {
    let count = bytes.count
    guard count > 0 else { return .incomplete(length: 1) }
    guard bytes[0] == ascii("$") || bytes[0] == ascii("!") else { return .notAFrame }
    // Otherwise a line of `!` would be read from each of them to its end.
    if count > 1, !isUpperCase(bytes[1] & 0xDF) { return .notAFrame }
    let (stop, sum) = scan(bytes, limit: min(count, maximumBody + 2))
    var lineFeed = stop
    while lineFeed < count, lineFeed &- stop < 2, bytes[lineFeed] == 0x0D { lineFeed &+= 1 }
    if lineFeed == count, lineFeed < maximumBody + 2, !isFinal {
      return .incomplete(length: count &+ 1)
    }
    let text = bytes.extracting(0..<stop)
    guard lineFeed < min(count, maximumBody + 2), bytes[lineFeed] == 0x0A else {
      return completed(text) ?? .notAFrame
    }
    return judge(text, sum: sum, length: lineFeed &+ 1)
  }

  /// Returns how many bytes from a possible start `check` reads: those that a sentence may contain.
  public static func reach(_ bytes: Span<UInt8>) -> Int {
    scan(bytes, limit: min(bytes.count, maximumBody + 2)).stop
  }

  /// Returns a sentence with a right checksum at the start of a text that continues after it.
  @inline(never)
  private static func completed(_ text: Span<UInt8>) -> FrameCheck? {
    guard beginsLikeSentence(text, end: ascii("*")) else { return nil }
    var sum: UInt8 = 0
    for index in 1..<text.count {
      let byte = text[index]
      if byte == ascii("*"), let digits = digits(in: text, at: index &+ 1, of: sum) {
        return .frame(length: index &+ 1 &+ digits, isChecked: true)
      }
      sum ^= byte
    }
    return nil
  }

  /// Returns how many digits of the right checksum are at `index`; `nil` if it is not there.
  private static func digits(in text: Span<UInt8>, at index: Int, of sum: UInt8) -> Int? {
    guard index < text.count, let first = hexadecimalValue(text[index]) else { return nil }
    guard index &+ 1 < text.count, let second = hexadecimalValue(text[index &+ 1]) else {
      return sum == first ? 1 : nil
    }
    return sum == first << 4 | second ? 2 : nil
  }

  /// Returns whether a sentence without a checksum ends as if its `*` had been damaged or lost.
  ///
  /// A standard sentence does if it ends in two hexadecimal digits. A proprietary one, which may
  /// come without a checksum among others that have one, does if those digits are its checksum.
  ///
  /// - Parameter sentence: a frame that `check` accepted, with its line ending.
  /// - Returns: whether to reject the sentence where other sentences have a checksum.
  public static func hasLostStar(_ sentence: Span<UInt8>) -> Bool {
    var end = sentence.count
    while end > 0, sentence[end &- 1] < 0x20 { end &-= 1 }
    guard end > 4, let high = hexadecimalValue(sentence[end &- 2]),
      let low = hexadecimalValue(sentence[end &- 1])
    else { return false }
    guard sentence[1] == ascii("P") else { return true }
    var sum = high << 4 | low
    for index in 1..<(end &- 3) { sum ^= sentence[index] }
    return sum == 0 || sum == sentence[end &- 3]
  }

  /// Checks a text without its line ending; `sum` is the XOR of all bytes after the start.
  private static func judge(_ text: Span<UInt8>, sum: UInt8, length: Int) -> FrameCheck {
    let count = text.count
    if count > 3, text[count &- 3] == ascii("*") {
      let first = text[count &- 2]
      let second = text[count &- 1]
      if let high = hexadecimalValue(first), let low = hexadecimalValue(second) {
        let found = sum ^ ascii("*") ^ first ^ second
        return found == high << 4 | low
          ? .frame(length: length, isChecked: true) : completed(text) ?? .checksumFailure
      }
    }
    if count > 2, text[count &- 2] == ascii("*"), let digit = hexadecimalValue(text[count &- 1]),
      sum ^ ascii("*") ^ text[count &- 1] == digit
    {
      return .frame(length: length, isChecked: true)
    }
    for index in 0..<count where text[index] == ascii("*") { return completed(text) ?? .notAFrame }
    return beginsLikeSentence(text, end: ascii(","))
      ? .frame(length: length, isChecked: false) : .notAFrame
  }

  /// Returns whether a capital and at least two capitals or digits precede a comma or `end`.
  private static func beginsLikeSentence(_ text: Span<UInt8>, end: UInt8) -> Bool {
    guard text.count > 4, isUpperCase(text[1]) else { return false }
    for index in 2..<text.count {
      let byte = text[index]
      if byte == ascii(",") || byte == end { return index >= 4 }
      guard isUpperCase(byte) || isDigit(byte) else { return false }
    }
    return false
  }

  /// Returns the index of the first byte after the start that a sentence cannot contain, or
  /// `limit`, and the XOR of the bytes before it.
  private static func scan(_ bytes: Span<UInt8>, limit: Int) -> (stop: Int, sum: UInt8) {
    let raw = unsafe bytes.bytes  // a view of the same checked bounds
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var at = 1
    var sum: UInt64 = 0
    while at &+ 8 <= limit {
      // The load is checked against the span; `UInt64` has no invalid bit patterns.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian
      let dollar = word ^ (ones &* 0x24)
      // A high bit marks a byte below 0x20, above 0x7E, or `$`. Carries may mark bytes above the
      // first marked one, never below it, and only the first counts.
      let low = (word &- (ones &* 0x20)) & ~word
      let high = (word &+ ones) | word
      let start = (dollar &- ones) & ~dollar
      let marks = (low | high | start) & highs
      if marks != 0 {
        let bits = marks.trailingZeroBitCount & ~7
        sum ^= word & ~(UInt64.max << UInt64(bits))
        return (at &+ bits / 8, folded(sum))
      }
      sum ^= word
      at &+= 8
    }
    var tail: UInt8 = 0
    while at < limit {
      let byte = bytes[at]
      if byte < 0x20 || byte > 0x7E || byte == ascii("$") { break }
      tail ^= byte
      at &+= 1
    }
    return (at, folded(sum) ^ tail)
  }

  private static func folded(_ word: UInt64) -> UInt8 {
    let half = word ^ word >> 32
    let quarter = half ^ half >> 16
    return UInt8(truncatingIfNeeded: quarter ^ quarter >> 8)
  }
}
