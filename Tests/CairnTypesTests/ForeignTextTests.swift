import CairnTypes
import Testing

@Suite("Text from outside")
struct ForeignTextTests {
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isDefaultIgnorableCodePoint
      || [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        properties.generalCategory)
  }

  @Test func `the hidden characters are those of Unicode's tables, and no others`() {
    // Those of a later version of Unicode than the library's tables may be in the ranges already.
    let scalars = (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }
    let wrong = scalars.filter { scalar in
      scalar.isHidden != Self.isHidden(scalar)
        && !(scalar.isHidden && scalar.properties.generalCategory == .unassigned)
    }
    #expect(wrong.map { String($0.value, radix: 16) } == [])
  }

  @Test(arguments: [
    ("\u{1B}]0;x\u{7}", "\\u{1B}]0;x\\u{7}"), ("\u{9B}31m", "\\u{9B}31m"),
    ("a\u{202E}b\u{2069}\u{61C}", "a\\u{202E}b\\u{2069}\\u{61C}"), ("a\r\nb", "a\\u{D}\\u{A}b"),
    ("\u{E0041}\u{FEFF}\u{200B}", "\\u{E0041}\\u{FEFF}\\u{200B}"),
    ("NEO-M9N é 定 👍", "NEO-M9N é 定 👍"),
    ("", ""),
  ])
  func `hidden characters are shown by their numbers, letters of any script as they are`(
    raw: String, shown: String
  ) {
    let text = ForeignText(raw)
    #expect("\(text)" == shown)
    #expect(text.raw == raw)
    #expect(text.isEmpty == raw.isEmpty)
    // A value inside of another is printed by reflection.
    let printed = "\([text])"
    #expect(!printed.unicodeScalars.contains { $0.isHidden })
  }

  @Test func `a long text is cut, and says how much of it is missing`() {
    let limit = ForeignText.shownLimit
    #expect("\(ForeignText(String(repeating: "定", count: limit)))".count == limit)
    let text = ForeignText(String(repeating: "\u{1B}", count: 1_000_000))
    #expect(text.description.hasSuffix("\\u{1B}... (\(1_000_000 - limit) characters more)"))
    #expect(text.description.count < 7 * limit)
  }
}
