import CairnNMEA
import Testing

@Suite("Sentence selection")
struct SentenceSelectionTests {
  private func asks(_ selection: SentenceSelection, _ sentence: String) -> Bool {
    selection.contains(Array(sentence.utf8).span)
  }

  @Test func `holds the formatters it was given and no other, whoever speaks`() {
    let selection = SentenceSelection("GGA", "RMC", "GSA")
    #expect(asks(selection, "$GPGGA,1*00\r\n"))
    #expect(asks(selection, "$GNRMC,1*00\r\n"))
    #expect(asks(selection, "!BDGSA,1*00\r\n"))
    for other in ["GSV", "GLL", "VTG", "GGB", "AGG", "GNS", "ZDA", "SAG"] {
      #expect(!asks(selection, "$GP\(other),1*00\r\n"), "\(other)")
    }
  }

  @Test func `lets every vendor's sentence and every odd address pass`() {
    for sentence in ["$PUBX,00,1*00\r\n", "$PGRME,1*00\r\n", "$AB,1*00\r\n", "$GPGGAX,1*00\r\n"] {
      #expect(asks(.none, sentence), "\(sentence)")
    }
    #expect(!asks(.none, "$GPGGA,1*00\r\n"))
    #expect(asks(.all, "$GPGGA,1*00\r\n"))
  }

  @Test func `selects all once it is full`() {
    var selection = SentenceSelection(
      "XXA", "XXB", "XXC", "XXD", "XXE", "XXF", "XXG", "XXH", "XXI", "XXJ", "XXK", "XXL", "XXM",
      "XXN", "XXO", "XXP")
    #expect(SentenceSelection.capacity == 16)
    #expect(!selection.contains("GGA"))
    selection.insert("XXA")
    #expect(!selection.contains("GGA"))
    selection.insert("GGA")
    #expect(selection == .all)
    #expect(selection.contains("VTG"))
  }

  @Test func `does not depend on the order`() {
    #expect(SentenceSelection("GGA", "RMC") == SentenceSelection("RMC", "GGA", "RMC"))
    #expect(SentenceSelection("GGA") != SentenceSelection("RMC"))
  }
}
