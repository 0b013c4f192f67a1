/// A sentence that is passed on undecoded; its fields are read from the original bytes.
public struct NMEAOther: Hashable, Sendable, BitwiseCopyable {
  /// First 16 characters of the address; unused bytes are zero.
  private let low: UInt64
  private let high: UInt64
  private let addressEnd: Int
  private let end: Int
  /// Talker; `nil` for a proprietary sentence and for an address too short to have one.
  public let talker: Talker?

  init(_ sentence: Span<UInt8>, _ layout: SentenceLayout) {
    addressEnd = layout.addressEnd
    end = layout.end
    talker = layout.talker.rawValue == 0 ? nil : layout.talker
    var low: UInt64 = 0
    var high: UInt64 = 0
    for index in 1..<min(17, max(1, layout.addressEnd)) {
      let byte = UInt64(sentence[index])
      if index < 9 {
        low |= byte << UInt64(8 &* (index &- 1))
      } else {
        high |= byte << UInt64(8 &* (index &- 9))
      }
    }
    self.low = low
    self.high = high
  }

  /// Address: the characters between the start and the first comma, 16 at most.
  public var address: String { characters(from: 0) }

  /// Whether the sentence is a vendor's own (`$P`).
  public var isProprietary: Bool { UInt8(truncatingIfNeeded: low) == ascii("P") }

  /// Formatter, if the address is a talker and a formatter; otherwise the whole address.
  public var id: String { characters(from: isProprietary || addressEnd != 6 ? 0 : 2) }

  /// Appends scalars, because cutting a `String` would need Unicode tables.
  private func characters(from start: Int) -> String {
    var result = ""
    for index in start..<16 {
      let word = index < 8 ? low : high
      let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 &* (index & 7)))
      guard byte != 0 else { break }
      result.unicodeScalars.append(Unicode.Scalar(byte & 0x7F))
    }
    return result
  }

  /// Indices of the fields, with the commas between them; empty when there are none.
  public var fieldBytes: Range<Int> { min(addressEnd + 1, end)..<end }

  /// Returns the position of one field.
  ///
  /// - Parameters:
  ///   - index: index of the field, 0 for the one after the address.
  ///   - sentence: the bytes this value was decoded from.
  /// - Returns: indices of the field's bytes; `nil` when there is no such field.
  public func field(_ index: Int, in sentence: Span<UInt8>) -> Range<Int>? {
    let limit = min(end, sentence.count)
    var start = addressEnd + 1
    var place = 0
    var at = start
    while at <= limit, index >= 0 {
      if at == limit || sentence[at] == ascii(",") {
        if place == index { return start..<at }
        place += 1
        start = at + 1
      }
      at += 1
    }
    return nil
  }
}
