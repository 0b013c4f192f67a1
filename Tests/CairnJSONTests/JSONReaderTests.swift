import CairnJSON
import Testing

struct JSONReaderTests {
  private func read(_ text: String) throws(JSONFailure) -> JSONValue {
    try JSONReader.value(of: Array(text.utf8)[...])
  }

  @Test func `Values keep digits and order`() throws {
    let value = try read(#" {"b":1e400,"a":[true,null,-0.50,"\u00e9\ud83d\ude00/"],"b":2} "#)
    #expect(value["b"] == .number("1e400"))
    #expect(value["b"]?.asNumber == nil)
    #expect(value["a"] == .array([.flag(true), .null, .number("-0.50"), .text("é😀/")]))
    guard case .object(let members) = value else { throw Failure("no object") }
    #expect(members.map(\.name) == ["b", "a", "b"])
  }

  @Test(arguments: [
    ("", 1), ("{", 2), ("[1,]", 4), ("01", 2), ("1.", 3), ("+1", 1), ("\"\\x\"", 3),
    ("\"\\ud800\"", 8), ("\"\\uD800\\u0041\"", 14), ("\"\t\"", 2), ("tru", 1), ("{} {}", 4),
    ("{\"a\" 1}", 6), ("{1:2}", 2), ("nul", 1), ("\"\\u00ｅ9\"", 6),
  ])
  func `A text that is not JSON is refused where it is wrong`(text: String, column: Int) {
    let failure = #expect(throws: JSONFailure.self) { try read(text) }
    #expect(failure?.column == column)
  }

  @Test func `Nesting is bounded`() throws {
    _ = try read(String(repeating: "[", count: 63) + String(repeating: "]", count: 63))
    #expect(throws: JSONFailure.self) { try read(String(repeating: "[", count: 100_000)) }
  }

  private struct Failure: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }
}
