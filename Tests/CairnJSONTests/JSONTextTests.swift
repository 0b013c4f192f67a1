import CairnJSON
import Foundation
import Testing

@Suite("JSON that is printed")
struct JSONTextTests {
  private func printed(_ text: String) -> String {
    var json = JSONText()
    json.object { $0.member("text", text) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `a text that would control a terminal is escaped, and reads back as it was`() throws {
    let text = "a\u{1B}[2J\u{7F}\u{9B}1m\u{202E}b\u{2066}c\u{200F}\u{2028}\n\"\\ é 定 👍"
    let line = printed(text)
    let controls = line.unicodeScalars.filter {
      [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    #expect(controls.isEmpty)
    let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(read?["text"] == text)
  }

  @Test func `letters of any script are left as they are`() {
    #expect(printed("é 定 👍") == "{\"text\":\"é 定 👍\"}")
  }
}
