import CairnTypes
import Testing

@Suite("Words")
struct WordsTests {
  @Test(arguments: [
    ("leapSecond", "leap second"), ("weekRolloverCorrected", "week rollover corrected"),
    ("cached", "cached"), ("", ""), ("größeÄ", "größeÄ"),
  ])
  func `a name of the source code is spelt as words`(name: String, words: String) {
    #expect(Words.spaced(name) == words)
  }
}
