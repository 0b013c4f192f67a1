import CairnTypes
import Testing

@Suite("Records")
struct RecordsTests {
  private static func kept(_ text: String?) -> String? {
    var writer = RecordWriter()
    writer.text(text)
    var reader = RecordReader(writer.bytes[...])
    return reader.text()
  }

  @Test(arguments: [nil, "", "NEO-M9N", String(repeating: "x", count: 255), "강남"])
  func `a text is read as it was written`(text: String?) {
    #expect(Self.kept(text) == text ?? "")
  }

  @Test(arguments: ["x", "é", "강", "🛰"])
  func `a long text ends with a whole character`(character: String) {
    let text = String(repeating: character, count: 300)
    let kept = Self.kept(text)
    #expect(kept == String(text.prefix(255 / character.utf8.count)))
  }

  @Test func `octets that are no text are none`() {
    var writer = RecordWriter()
    writer.block([UInt8](repeating: 0x9D, count: 90), width: 1)
    var reader = RecordReader(writer.bytes[...])
    #expect(reader.text() == nil)
  }
}
