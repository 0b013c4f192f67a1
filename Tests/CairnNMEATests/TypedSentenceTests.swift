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
      let number = S.formatter.messageNumber.map { "," + $0 } ?? ""
      let commas = String(repeating: ",", count: 30)
      guard let empty = try? S.decode(Array((address + number + commas).utf8).span) else {
        return false
      }
      var sink = FieldCollector()
      empty.print(into: &sink)
      return empty.malformedFields == 0
        && sink.fields.allSatisfy { $0.key == "msgId" || $0.value == .absent }
    }
  }

  var testDescription: String { body }

  /// From NMEA 0183's and u-blox's descriptions, and from captures.
  static let all: [TypedExample] = [
    TypedExample(GBS.self, "$GPGBS,235503.00,1.6,1.4,3.2,,,,"),
    TypedExample(GBS.self, "$GPGBS,235458.00,1.4,1.3,3.1,03,0.1,-21.4,3.8,1,0"),
    TypedExample(GRS.self, "$GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1"),
    TypedExample(TXT.self, "$GPTXT,01,01,02,u-blox ag - www.u-blox.com"),
    TypedExample(TXT.self, "$GNTXT,01,01,02," + String(repeating: "X", count: 185)),
    TypedExample(THS.self, "$GPTHS,77.52,E"), TypedExample(HDT.self, "$HEHDT,274.1,T"),
    TypedExample(HDM.self, "$HCHDM,274.1,M"), TypedExample(HDG.self, "$HCHDG,98.3,0.5,E,12.6,W"),
    TypedExample(ROT.self, "$HEROT,-35.6,A"),
    TypedExample(DTM.self, "$GPDTM,W84,,0.0,N,0.0,E,0.0,W84"),
    TypedExample(VHW.self, "$VWVHW,245.1,T,245.1,M,0.1,N,0.2,K"),
    TypedExample(VLW.self, "$GPVLW,,N,,N,15.800,N,1.200,N"),
    TypedExample(VLW.self, "$VWVLW,2.800,N,2.800,N"),
    TypedExample(
      PUBX00.self,
      "$PUBX,00,081350.00,4717.11321,N,00833.91519,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0"
    ),
    TypedExample(
      PUBX03.self, "$PUBX,03,03,23,-,,,45,010,29,U,000,80,40,024,7,e,123,15,,000"),
    TypedExample(PUBX04.self, "$PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43"),
    TypedExample(PUBX40.self, "$PUBX,40,GLL,1,0,0,0,0,0"),
    TypedExample(PUBX41.self, "$PUBX,41,1,0007,0003,19200,0"),
  ]
}

@Suite("Headings, texts, faults and PUBX")
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

  @Test func `the formatter tells sentences of either kind apart`() {
    func formatter(_ text: String) -> SentenceFormatter? {
      let bytes = Array(text.utf8)
      return SentenceFormatter(of: bytes.span)
    }
    #expect(formatter("$GPGGA,1") == "GGA")
    #expect(formatter("$PUBX,00,1") == "PUBX,00")
    #expect(formatter("$PUBX,00*33\r\n") == "PUBX,00")
    #expect(formatter("$PUBX,00")?.description == "PUBX,00")
    #expect(formatter("$PUBX,00")?.isProprietary == true)
    #expect(formatter("$GPGGA,00")?.messageNumber == nil)
    for text in [
      "$PUBX", "$PUBX,", "$PUBX,0", "$PUBX,000", "$PUB,00", "$PGRMT,00", "$GPGG,1", "PUBX",
    ] {
      #expect(formatter(text) == nil, "\(text)")
    }
  }

  @Test func `a message of another number is refused`() {
    #expect(throws: NMEAError.formatter) { try decode(PUBX00.self, "$PUBX,03,00") }
    #expect(throws: NMEAError.formatter) { try decode(PUBX00.self, "$PUBX") }
    #expect(throws: NMEAError.formatter) { try decode(THS.self, "$PATHS,1,A") }
  }

  @Test func `PUBX,00 has its height above the ellipsoid and its velocity downwards`() throws {
    let position = try decode(PUBX00.self, TypedExample.all[14].body)
    #expect(position.ellipsoidalAltitude == 546.589)
    #expect(position.velocityDown == 0.007)
    #expect(position.speedKilometresPerHour == 0.007)
    #expect(position.navigationStatus == "G3")
    let latitude = 47.0 + 17.11321 / 60.0
    #expect(position.latitude == latitude)
    #expect(position.satellitesUsed == 9 && position.differentialAge == nil)
  }

  @Test func `PUBX,03 lists the satellites that are there, whatever it declares`() throws {
    let view = try decode(PUBX03.self, "$PUBX,03,11,23,-,,,45,010,29,U,000,80,40,024,7,e")
    #expect(view.declaredCount == 11)
    #expect(view.rows.count == 3)
    #expect(view.rows[0].status == .notUsed && view.rows[0].azimuth == nil)
    #expect(view.rows[1].status == .used && view.rows[1].lockSeconds == 24)
    #expect(view.rows[2].status == .ephemerisOnly && view.rows[2].carrierToNoise == nil)
  }

  @Test(
    arguments: [
      ("18", 18, false), ("18D", 18, true), ("0D", 0, true), ("", nil, false), ("D", nil, false),
      ("18X", nil, false), ("18DD", nil, false), ("1D8", nil, false), ("123456", nil, false),
    ] as [(String, Int?, Bool)])
  func `PUBX,04 says whether its leap seconds are a default`(
    text: String, seconds: Int?, isDefault: Bool
  ) throws {
    let clock = try decode(PUBX04.self, "$PUBX,04,235960.00,311216,1.0,1930,\(text),1,2.5,21")
    #expect(clock.leapSeconds == seconds)
    #expect(clock.isLeapSecondDefault == isDefault)
    #expect(clock.time?.isLeapSecond == true)
    #expect(clock.date == CalendarDate(year: 2016, month: 12, day: 31))
    #expect(clock.clockDriftNanosecondsPerSecond == 2.5)
  }

  @Test func `a command needs what it sets and nothing else`() {
    var rate = PUBX40()
    rate.sentence = "GSV"
    rate.uart1 = 1
    #expect(String(decoding: rate.encode(), as: UTF8.self) == "$PUBX,40,GSV,0,1,0,0,0,0*58\r\n")
    var port = PUBX41()
    port.port = 1
    port.input = [.ubx, .nmea, .rtcm3]
    port.output = [.ubx]
    port.baudRate = 115_200
    #expect(
      String(decoding: port.encode(talker: "GP"), as: UTF8.self)
        == "$PUBX,41,1,0023,0001,115200,0*1C\r\n")
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

  @Test func `HDG turns the sensor's heading to magnetic and true north`() throws {
    let heading = try decode(HDG.self, "$HCHDG,359.5,1.0,E,2.0,W")
    #expect(heading.magneticHeading == 0.5)
    #expect(heading.trueHeading == 358.5)
    #expect(try decode(HDG.self, "$HCHDG,98.3,,,12.6,W").trueHeading == nil)
    #expect(try decode(HDG.self, "$HCHDG,98.3,0.5,X,12.6,W").magneticHeading == nil)
  }

  @Test func `a heading that is not to be used says so`() throws {
    #expect(try decode(THS.self, "$GPTHS,77.5,V").mode == .invalid)
    #expect(try decode(ROT.self, "$HEROT,-35.6,V").status == .warning)
    #expect(try decode(GRS.self, "$GPGRS,1,1,0.5").residuals[0] == 0.5)
  }
}
