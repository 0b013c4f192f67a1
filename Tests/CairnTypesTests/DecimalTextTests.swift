import CairnTypes
import Testing

@Suite("Decimal numbers of tables")
struct DecimalTextTests {
  @Test(arguments: [
    "0", "-0", "7", "47.123456", "-122.000001", "000012.50", "999999999999999",
    "1234567890123456789", "0.1234567890123456789", "1e3", "-2.5E-7", "+4", "0.000000000000001",
  ])
  func `a number is the one that the language reads`(text: String) {
    #expect(DecimalText.number(text) == Double(text))
    // Not at the start of its array, as fields of a line are.
    #expect(DecimalText.number(Array("x,\(text)".utf8)[2...]) == Double(text))
  }

  @Test func `a point may be first or last`() {
    #expect(DecimalText.number(".5") == 0.5)
    #expect(DecimalText.number("5.") == 5)
  }

  @Test(arguments: [
    "", "-", ".", "-.", "1.2.3", "1,2", "nan", "inf", "infinity", "nan(1)", "1e999", " 1", "1 ",
    "0x", "0x10", "0x1p3", "١", "--1", "1e", "e1",
  ])
  func `what is no number is none`(text: String) {
    #expect(DecimalText.number(text) == nil)
    #expect(DecimalText.whole(ArraySlice(text.utf8)) == nil)
  }

  @Test(arguments: ["47.5\0", "47.5\0.9", "47.5\0x", "1234567890123456.5\0junk", "1e3\0", "\01"])
  func `a NUL does not end a number`(text: String) {
    #expect(DecimalText.number(text) == nil)
  }

  @Test func `a number has at most 400 bytes`() {
    #expect(DecimalText.number(String(repeating: "0", count: 399) + "1") == 1)
    #expect(DecimalText.number(String(repeating: "0", count: 400) + "1") == nil)
  }

  @Test func `a decimal comma is recognized, and others are not`() {
    for text in ["2,5", "-0,1", ",5", "1,5e3"] { #expect(DecimalText.hasDecimalComma(text)) }
    for text in ["2.5", "1,234,5", "1,2.5", "a,b", ",", ""] {
      #expect(!DecimalText.hasDecimalComma(text))
    }
  }
}
