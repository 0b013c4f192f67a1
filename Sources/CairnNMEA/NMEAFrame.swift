public import CairnTypes

/// Finds NMEA 0183 sentences in a byte stream.
///
/// A sentence runs from `$` or `!` to a line feed, with or without a carriage return before it. It
/// begins with a letter and holds printable ASCII only, no second `$`. With `*HH` at its end the
/// checksum decides, in either case of letters; without any `*` it is taken, unchecked, when it
/// begins like a sentence: a capital letter, at least two capitals or digits, a comma. Real sentences
/// exceed the standard's 82 bytes, so up to `maximumBody` bytes may lie between the start and the line feed.
public enum NMEAFrame {
  /// Bytes allowed between the start character and the line feed, carriage return included.
  public static var maximumBody: Int { 1024 }

  /// Judges bytes that begin at a possible start of a sentence.
  ///
  /// Reads each byte once, eight at a time.
  ///
  /// - Parameter bytes: everything received from the possible start on; more than one sentence is
  ///   fine.
  /// - Returns: `notAFrame` unless the first byte is `$` or `!`; `length` includes the line ending.
  public static func check(_ bytes: Span<UInt8>) -> FrameCheck {
    let count = bytes.count
    guard count > 0 else { return .incomplete(length: 1) }
    guard bytes[0] == ascii("$") || bytes[0] == ascii("!") else { return .notAFrame }
    let (stop, sum) = scan(bytes, limit: min(count, maximumBody + 2))
    guard stop < count, stop < maximumBody + 2 else {
      return stop >= maximumBody + 2 ? .notAFrame : .incomplete(length: count &+ 1)
    }
    var lineFeed = stop
    if bytes[stop] == 0x0D {
      lineFeed = stop &+ 1
      guard lineFeed < maximumBody + 2 else { return .notAFrame }
      guard lineFeed < count else { return .incomplete(length: count &+ 1) }
    }
    guard bytes[lineFeed] == 0x0A else { return .notAFrame }
    return judge(bytes.extracting(0..<stop), sum: sum, length: lineFeed &+ 1)
  }

  /// Whether a sentence without a checksum ends like one whose `*` was damaged or lost.
  ///
  /// A standard sentence: in two hexadecimal digits. A proprietary one, which may come without a
  /// checksum beside others that have one: if these are the checksum of what is before them.
  ///
  /// - Parameter sentence: a frame that `check` has taken, with its line ending.
  /// - Returns: whether it is to be refused where other sentences have a checksum.
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

  /// Whether the text without its line ending is a sentence; `sum` is the XOR of all but the start.
  private static func judge(_ text: Span<UInt8>, sum: UInt8, length: Int) -> FrameCheck {
    let count = text.count
    guard count > 1, isUpperCase(text[1] & 0xDF) else { return .notAFrame }
    if count > 3, text[count &- 3] == ascii("*") {
      let first = text[count &- 2]
      let second = text[count &- 1]
      guard let high = hexadecimalValue(first), let low = hexadecimalValue(second) else {
        return .notAFrame
      }
      let found = sum ^ ascii("*") ^ first ^ second
      return found == high << 4 | low
        ? .frame(length: length, isChecked: true) : .checksumFailure
    }
    for index in 0..<count where text[index] == ascii("*") { return .notAFrame }
    return beginsLikeSentence(text) ? .frame(length: length, isChecked: false) : .notAFrame
  }

  private static func beginsLikeSentence(_ text: Span<UInt8>) -> Bool {
    guard text.count > 4, isUpperCase(text[1]) else { return false }
    for index in 2..<text.count {
      let byte = text[index]
      if byte == ascii(",") { return index >= 4 }
      guard isUpperCase(byte) || isDigit(byte) else { return false }
    }
    return false
  }

  /// The index of the first byte after the start that cannot stand in a sentence, or `limit`, and
  /// the XOR of the bytes between.
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
