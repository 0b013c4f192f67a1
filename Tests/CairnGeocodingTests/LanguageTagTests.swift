import Testing

@testable import CairnGeocoding

@Suite("Language tag")
struct LanguageTagTests {
  @Test(
    "M192: case and separator of a language do not matter", arguments: ["Ko-kr", "ko-KR", "ko_KR"])
  func spelling(_ text: String) {
    #expect(LanguageTag(text) == LanguageTag("ko-KR"))
    #expect(LanguageTag(text)?.description == "ko-KR")
  }

  @Test func `variants, encodings and extensions are ignored`() {
    #expect(LanguageTag("ko_KR.UTF-8") == LanguageTag("ko-KR"))
    #expect(LanguageTag("de-DE-1996") == LanguageTag("de-DE"))
    #expect(LanguageTag("ca_ES@valencia") == LanguageTag("ca-ES"))
  }

  @Test func `regions tell in which script Chinese is written`() {
    #expect(LanguageTag("zh-TW")?.script == "Hant")
    #expect(LanguageTag("ZH-hant-tw")?.description == "zh-Hant-TW")
    #expect(LanguageTag("zh-CN")?.script == nil)
  }

  @Test(arguments: ["", "k", "korean", "42", "-KR", "한국어"])
  func `what begins with no language is none`(_ text: String) {
    #expect(LanguageTag(text) == nil)
  }

  @Test func `the nearer language suits a reader better`() throws {
    let reader = try #require(LanguageTag("pt-BR"))
    let ranks = try ["pt-BR", "pt", "pt-PT", "es"].map {
      try #require(LanguageTag($0)).rank(for: reader)
    }
    #expect(ranks == ranks.sorted(by: >))
    #expect(ranks.last == 0)
  }
}
