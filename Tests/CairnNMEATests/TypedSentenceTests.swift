import CairnNMEA
import CairnTypes
import Testing

/// One documented example of a sentence and what can be done with it, whatever its type.
struct TypedExample: Sendable, CustomTestStringConvertible {
  let body: String
  /// Reads and writes the example, cut after so many bytes: the sentence again, and its malformed
  /// fields; `nil` when it is refused.
  let rewrite: @Sendable (String) -> (sentence: [UInt8], malformed: Int)?
  /// Whether the sentence without fields equals the value without fields.
  let isEmptyAbsent: @Sendable () -> Bool

  init<S: NMEASentence>(_ type: S.Type, _ body: String) {
    self.body = body
    rewrite = { text in
      (try? S.decode(Array(text.utf8).span)).map { ($0.encode(), $0.malformedFields) }
    }
    isEmptyAbsent = {
      let address = body.split(separator: ",")[0]
      let commas = String(repeating: ",", count: 30)
      guard let empty = try? S.decode(Array((address + commas).utf8).span) else { return false }
      var sink = FieldCollector()
      empty.print(into: &sink)
      return empty.malformedFields == 0
        && sink.fields.allSatisfy { $0.value == .absent }
    }
  }

  var testDescription: String { body }

  /// From NMEA 0183's description, and from captures.
  static let all: [TypedExample] = [
    TypedExample(GBS.self, "$GPGBS,235503.00,1.6,1.4,3.2,,,,"),
    TypedExample(GBS.self, "$GPGBS,235458.00,1.4,1.3,3.1,03,0.1,-21.4,3.8,1,0"),
    TypedExample(GRS.self, "$GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1"),
    TypedExample(TXT.self, "$GPTXT,01,01,02,u-blox ag - www.u-blox.com"),
    TypedExample(TXT.self, "$GNTXT,01,01,02," + String(repeating: "X", count: 185)),
  ]
}

@Suite("Texts and faults")
struct TypedSentenceTests {
  private func decode<S: NMEASentence>(_ type: S.Type, _ text: String) throws -> S {
    try S.decode(Array(text.utf8).span)
  }

  @Test(arguments: TypedExample.all)
  func `the documented example is read and written again`(example: TypedExample) {
    let result = example.rewrite(example.body)
    #expect(result?.malformed == 0)
    let text = String(decoding: result?.sentence ?? [], as: UTF8.self)
    #expect(text.hasPrefix(example.body + "*"))
    #expect(
      NMEAFrame.check(Array(text.utf8).span) == .frame(length: text.utf8.count, isChecked: true))
  }

  @Test(arguments: TypedExample.all)
  func `empty fields are absent`(example: TypedExample) { #expect(example.isEmptyAbsent()) }

  @Test(arguments: TypedExample.all)
  func `a sentence cut short has fewer fields, and is written well`(example: TypedExample) {
    let fields = example.body.utf8.firstIndex(of: 0x2C) ?? example.body.endIndex
    let first = example.body[..<fields].utf8.count
    for length in 0..<example.body.utf8.count {
      let result = example.rewrite(String(example.body.prefix(length)))
      if length < first { #expect(result == nil) }
      guard let (sentence, malformed) = result else { continue }
      // Only the field that was cut can be wrong, or the side that its angle lacks.
      #expect(malformed <= 1)
      #expect(NMEAFrame.check(sentence.span) == .frame(length: sentence.count, isChecked: true))
    }
  }

  @Test func `only a talker and three characters have a formatter`() {
    func formatter(_ text: String) -> SentenceFormatter? {
      let bytes = Array(text.utf8)
      return SentenceFormatter(of: bytes.span)
    }
    #expect(formatter("$GPGGA,1") == "GGA")
    for text in [
      "$PUBX", "$PUBX,", "$PUBX,00", "$PUB,00", "$PGRMT,00", "$GPGG,1", "PUBX",
    ] {
      #expect(formatter(text) == nil, "\(text)")
    }
  }

  @Test func `text that could end its field is escaped`() throws {
    var text = TXT()
    text.text = "1,2*3$4\r\n\u{e9}^41"
    let sentence = text.encode(talker: "GP")
    #expect(
      String(decoding: sentence, as: UTF8.self).hasPrefix("$GPTXT,,,,1^2C2^2A3^244^0D^0A^C3^A9^41*")
    )
    #expect(try TXT.decode(sentence.span).text == "1^2C2^2A3^244^0D^0A^C3^A9^41")
  }
}
