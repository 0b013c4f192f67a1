internal import CairnNMEA
internal import CairnTypes

/// Picks the sentences out of a stream of which something was damaged.
///
/// An answer of a hundred bytes comes whole once in three times where a byte of a hundred is damaged; but what
/// it begins with says who has answered.
struct DamagedSentences: Sendable {
  /// Bytes: none that is asked for here is longer.
  private static let longest = 160

  /// What has come of a sentence, from its `$` on; empty between two.
  private var sentence: [UInt8] = []

  /// Takes the next byte.
  ///
  /// - Returns: the sentence that it ends, unless that has a right checksum.
  mutating func add(_ byte: UInt8) -> [UInt8]? {
    let isStart = byte == 0x24
    guard isStart || byte == 0x0A else {
      if !sentence.isEmpty, sentence.count < Self.longest { sentence.append(byte) }
      return nil
    }
    defer { sentence = isStart ? [byte] : [] }
    guard !sentence.isEmpty else { return nil }
    if !isStart { sentence.append(byte) }
    if case .frame(_, isChecked: true) = NMEAFrame.check(sentence.span, isFinal: true) {
      return nil
    }
    return sentence
  }
}
