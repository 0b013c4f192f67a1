internal import CairnNMEA
internal import CairnTypes

/// Extracts damaged sentences from a stream.
///
/// If one byte in a hundred is damaged, only one in three answers of a hundred bytes arrives whole;
/// but its beginning shows which kind of receiver has answered.
struct DamagedSentences: Sendable {
  /// Bytes kept of a sentence; no expected answer is longer.
  private static let longest = 160

  /// The sentence so far, from its `$`; empty between sentences.
  private var sentence: [UInt8] = []

  /// Takes the next byte.
  ///
  /// - Returns: the sentence that it ends, unless the checksum is right.
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
