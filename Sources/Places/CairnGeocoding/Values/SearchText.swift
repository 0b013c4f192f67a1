/// Text as it is compared in a search: without case, accents, punctuation and differences of width,
/// and Hangul as whole syllables.
enum SearchText {
  /// Returns the words of a text.
  static func words(_ text: some StringProtocol) -> [String] {
    folded(text).split(separator: " ").map(String.init)
  }

  /// Returns the words of a text with one space between them.
  static func key(_ text: some StringProtocol) -> String {
    words(text).joined(separator: " ")
  }

  private static func folded(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldedASCII(text) }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { append(scalar, to: &folded) }
    return String(folded)
  }

  private static func foldedASCII(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "."): break
      default: bytes.append(0x20)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    switch scalar.value {
    // Full-width forms of ASCII.
    case 0xFF01...0xFF5E:
      if let narrow = Unicode.Scalar(scalar.value - 0xFEE0) { append(narrow, to: &text) }
    case ..<0x80: text.append(contentsOf: foldedASCII(String(scalar)).unicodeScalars)
    // Combining accents, and marks that stand for an apostrophe.
    case 0x300...0x36F, 0x2B0...0x2FF, 0x2018, 0x2019, 0x60C: break
    case 0x1161...0x1175, 0x11A8...0x11C2: compose(scalar, to: &text)
    // Syllables and ideographs have neither case nor accents.
    case 0xAC00...0xD7A3, 0x3040...0x30FF, 0x3400...0x9FFF: text.append(scalar)
    default: appendLetter(scalar, to: &text)
    }
  }

  private static func appendLetter(
    _ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView
  ) {
    let properties = scalar.properties
    if properties.isWhitespace || properties.generalCategory == .dashPunctuation
      || properties.generalCategory == .otherPunctuation
    {
      return text.append(" ")
    }
    switch scalar {
    case "ß", "ẞ": text.append(contentsOf: "ss".unicodeScalars)
    case "æ", "Æ": text.append(contentsOf: "ae".unicodeScalars)
    case "œ", "Œ": text.append(contentsOf: "oe".unicodeScalars)
    case "ı", "İ": text.append("i")
    default:
      if let letter = plainLetter(properties.name) { return text.append(letter) }
      text.append(contentsOf: properties.lowercaseMapping.unicodeScalars)
    }
  }

  /// Returns the letter below the accents of a name such as `LATIN SMALL LETTER U WITH DIAERESIS`.
  private static func plainLetter(_ name: String?) -> Unicode.Scalar? {
    guard let words = name?.split(separator: " "), words.count > 4, words[0] == "LATIN",
      words[2] == "LETTER", words[4] == "WITH", words[3].utf8.count == 1,
      let letter = words[3].utf8.first
    else { return nil }
    return Unicode.Scalar(letter | 0x20)
  }

  /// Joins a vowel or a final consonant of Hangul to what precedes it.
  ///
  /// Source: The Unicode Standard, section 3.12, Conjoining Jamo Behavior.
  private static func compose(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    guard let last = text.last?.value else { return text.append(scalar) }
    var joined: UInt32?
    if (0x1161...0x1175).contains(scalar.value), (0x1100...0x1112).contains(last) {
      joined = 0xAC00 + ((last - 0x1100) * 21 + scalar.value - 0x1161) * 28
    } else if scalar.value > 0x11A7, (0xAC00...0xD7A3).contains(last), (last - 0xAC00) % 28 == 0 {
      joined = last + scalar.value - 0x11A7
    }
    guard let syllable = joined.flatMap({ Unicode.Scalar($0) }) else { return text.append(scalar) }
    text.removeLast()
    text.append(syllable)
  }
}
