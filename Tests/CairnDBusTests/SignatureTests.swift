import CairnDBus
import Testing

@Suite("D-Bus signatures")
struct SignatureTests {
  @Test(arguments: [
    "", "s", "sa{sv}as", "a{oa{sa{sv}}}", "(i(ii))", "aai", "ybnqiuxtdsogvh", "a(yv)",
    String(repeating: "a", count: 32) + "y",
    String(repeating: "(", count: 32) + "y" + String(repeating: ")", count: 32),
    String(repeating: "y", count: 255),
  ])
  func `accepts complete types and returns them`(text: String) throws {
    let signature = try DBusSignature(text)
    #expect(signature.text == text)
    #expect(try DBusSignature(signature.types) == signature)
  }

  @Test(arguments: [
    "a", "(", ")", "()", "(i", "i)", "a{sv", "{sv}", "a{s}", "a{sss}", "a{vs}", "a{(i)s}", "a{ass}",
    "z", "r", "e", "m", "\u{E9}", "a{}", "(a)", " ", "s ", "a)", "s\0",
    String(repeating: "a", count: 33) + "y",
    String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33),
    String(repeating: "y", count: 256),
  ])
  func `refuses what is no signature`(text: String) {
    #expect(throws: DBusError.signature(text)) { try DBusSignature(text) }
  }

  @Test func `refuses types that no signature can express`() {
    #expect(throws: DBusError.signature("()")) { try DBusSignature([.structure([])]) }
    #expect(throws: DBusError.signature("a{vs}")) {
      try DBusSignature([.dictionary(.variant, .string)])
    }
    #expect(throws: DBusError.self) {
      try DBusSignature(Array(repeating: .int32, count: 256))
    }
  }
}
