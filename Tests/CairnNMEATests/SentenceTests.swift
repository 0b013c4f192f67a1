import CairnNMEA
import CairnTypes
import Testing

func decode<S: NMEASentence>(_ type: S.Type, _ text: String) throws -> S {
  try S.decode(Array(text.utf8).span)
}

@Suite("NMEA sentences")
struct SentenceTests {
  @Test func `GGA reads as documented`() throws {
    let gga = try decode(
      GGA.self,
      "$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,*5B\r\n")
    #expect(gga.time == TimeOfDay(hour: 9, minute: 27, second: 25))
    #expect(gga.latitude == 283_711_399 / 6_000_000.0)  // 47° 17.11399'
    #expect(gga.longitude == 51_391_590 / 6_000_000.0)  // 8° 33.91590'
    #expect(gga.quality == 1)
    #expect(gga.satellitesUsed == 8)
    #expect(gga.hdop == 1.01)
    #expect(gga.altitude == 499.6)
    #expect(gga.geoidSeparation == 48)
    #expect(gga.differentialAge == nil)
    #expect(gga.talker == "GP")
    #expect(gga.malformedFields == 0)
  }

  @Test(arguments: [
    "$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,*5B\r\n",
    "$GNGNS,103600.01,5114.51176,N,00012.29380,W,AANN,07,1.18,111.5,45.6,,,V*00\r\n",
    "$GPRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,,,A,V*57\r\n",
    "$GPRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,,,A*57\r\n",
    "$GPRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,,*57\r\n",
    "$GPGSA,A,3,23,29,07,08,09,18,26,28,,,,,1.94,1.18,1.54,1*0D\r\n",
    "$GPGSV,3,1,09,09,,,17,10,,,40,12,,,49,13,,,35,1*6F\r\n",
    "$GPGSV,1,1,01,,,,53*6F\r\n",
    "$GAGSV,1,1,00,7*73\r\n",
    "$GLGSV,1,1,01,65,-03,007,42.5,1*73\r\n",
    "$GPVTG,77.52,T,,M,0.004,N,0.008,K,A*06\r\n",
    "$GPGLL,4717.11364,N,00833.91565,E,092321.00,A,A*60\r\n",
    "$GPZDA,082710.00,16,09,2002,00,00*64\r\n",
    "$GPGST,082356.00,1.800,,,,1.700,1.300,2.200*7E\r\n",
    "$GPGBS,235458.00,1.4,1.3,3.1,03,,-21.4,3.8,1,0*5B\r\n",
  ])
  func `what is read is written again`(text: String) throws {
    let report = try NMEAReport.decode(Array(text.utf8).span)
    #expect(report.malformedFields == 0)
    let written =
      switch report {
      case .gga(let s): s.encode()
      case .gns(let s): s.encode()
      case .rmc(let s): s.encode()
      case .gsa(let s): s.encode()
      case .gsv(let s): s.encode()
      case .vtg(let s): s.encode()
      case .gll(let s): s.encode()
      case .zda(let s): s.encode()
      case .gst(let s): s.encode()
      case .gbs(let s): s.encode()
      case .other: [UInt8]()
      }
    let body = text.prefix { $0 != "*" }
    #expect(String(decoding: written, as: UTF8.self).prefix { $0 != "*" } == body)
    #expect(NMEAFrame.check(written.span) == .frame(length: written.count, isChecked: true))
  }

  @Test func `a talker and more decimals are written when asked for`() throws {
    let gll = try decode(GLL.self, "$GPGLL,4717.1136412,N,00833.9156598,E,092321.123,A,A")
    #expect(
      String(decoding: gll.encode(talker: "GN", minutePlaces: 7), as: UTF8.self)
        .hasPrefix("$GNGLL,4717.1136412,N,00833.9156598,E,092321.123,A,A*"))
    var bytes = Array("x".utf8)
    gll.encode(into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("x$GPGLL,4717.11364,N,"))
  }

  @Test func `every truncation has the fields that are whole and no wrong one`() throws {
    let bytes = Array(
      "$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,".utf8)
    let whole = try GGA.decode(bytes.span)
    for length in 0..<6 {
      #expect(throws: (any Error).self) {
        try GGA.decode(bytes.span.extracting(0..<length))
      }
    }
    for length in 6..<bytes.count {
      let part = try GGA.decode(bytes.span.extracting(0..<length))
      #expect(part.latitude == (length >= 29 ? whole.latitude : nil))
      #expect(part.longitude == (length >= 43 ? whole.longitude : nil))
      #expect(part.quality == (length >= 45 ? 1 : nil))
    }
  }

  @Test func `an absent field is nil`() throws {
    let gga = try decode(GGA.self, "$GNGGA,,,,,,0,,,,,,,,*78")
    var expected = GGA()
    expected.quality = 0
    expected.altitudeUnit = nil
    expected.geoidSeparationUnit = nil
    #expect(gga == expected)
  }

  @Test func `a bad field is absent and counted while the rest is good`() throws {
    let gga = try decode(
      GGA.self, "$GPGGA,09x725.00,4760.00000,N,00833.91590,E,1,abc,1.0.1,499.6,M,48.0,M,,")
    #expect(gga.time == nil)
    #expect(gga.latitude == nil)
    #expect(gga.longitude != nil)
    #expect(gga.satellitesUsed == nil)
    #expect(gga.hdop == nil)
    #expect(gga.altitude == 499.6)
    #expect(gga.malformedFields == 4)
  }

  /// Each field in turn, with one and with three blanks before and behind it.
  @Test(arguments: [
    "$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,1.5,0007",
    "$GNGNS,103600.01,5114.51176,S,00012.29380,W,AANN,07,1.18,111.5,45.6,2.0,0007,V",
    "$GPRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,2.1,E,A,V",
    "$GPGSA,A,3,23,29,07,08,09,18,26,28,,,,,1.94,1.18,1.54,1",
    "$GPGSV,3,1,09,09,45,120,17,10,-03,007,40.5,1",
    "$GPVTG,77.52,T,75.1,M,0.004,N,0.008,K,A",
    "$GPGLL,4717.11364,N,00833.91565,E,092321.00,A,A", "$GPZDA,082710.00,16,09,2002,-05,30",
    "$GPGST,082356.00,1.800,2.1,1.3,45.0,1.700,1.300,2.200",
    "$GPGBS,235458.00,1.4,1.3,3.1,03,0.1,-21.4,3.8,1,0",
  ])
  func `blanks around a value are not part of it`(text: String) throws {
    let plain = try NMEAReport.decode(Array(text.utf8).span)
    #expect(plain.malformedFields == 0)
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    for index in fields.indices.dropFirst() {
      for (before, behind) in [(" ", ""), ("   ", ""), ("", " "), ("", "   "), (" ", "  ")] {
        var padded = fields.map { String($0) }
        padded[index] = before + padded[index] + behind
        for ending in ["", "*00\r\n"] {
          let sentence = padded.joined(separator: ",") + ending
          #expect(try NMEAReport.decode(Array(sentence.utf8).span) == plain, "\(sentence)")
        }
      }
    }
  }

  @Test func `blanks that pad a number stand for zeros`() throws {
    let rmc = try decode(
      RMC.self, "$GPRMC,  2725.50,A, 717.5,N,    0.75,W,  0.5,  7.5, 91202,,,A")
    #expect(rmc.time == TimeOfDay(hour: 0, minute: 27, second: 25, nanosecond: 500_000_000))
    #expect(rmc.latitude == 4375.0 / 600 && rmc.longitude == -75.0 / 6000)
    #expect(rmc.date == CalendarDate(year: 2002, month: 12, day: 9))
    #expect(rmc.malformedFields == 0)
  }

  @Test(arguments: ["4 717.1,N", "47 17.1,N", "4717. 1,N", "4717.1 2,N", "4717.1,N N", "   ,N"])
  func `blanks inside of a value part it`(field: String) throws {
    let gll = try decode(GLL.self, "$GPGLL,\(field),00833.9,E,092321,A,A")
    #expect(gll.latitude == nil && gll.longitude != nil)
  }

  @Test(arguments: [
    ("120060.00", 12, 1, 0, 0), ("125960.5", 13, 0, 0, 500_000_000), ("225960", 23, 0, 0, 0),
    ("235860", 23, 59, 0, 0), ("235960.25", 23, 59, 60, 250_000_000),
  ])
  func `second 60 is the next minute, or the leap second`(
    text: String, hour: Int, minute: Int, second: Int, nanosecond: Int
  ) throws {
    let gga = try decode(GGA.self, "$GPGGA,\(text),,,,,,,,,,,,,")
    #expect(
      gga.time == TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond))
    #expect(gga.malformedFields == 0)
  }

  @Test(arguments: ["120061", "126000", "240000", "240060", "246060", "236060", "126060"])
  func `no other time beyond a clock's is one`(text: String) throws {
    let gga = try decode(GGA.self, "$GPGGA,\(text),,,,,,,,,,,,,")
    #expect(gga.time == nil && gga.malformedFields == 1)
  }

  @Test func `heights of GGA are metres, whatever their unit`() throws {
    for (unit, metres) in [("M", 1312.3), ("m", 1312.3), ("", 1312.3), ("F", 1312.3 * 0.3048)] {
      let gga = try decode(GGA.self, "$GPGGA,,,,,,1,,,1312.3,\(unit),1312.3,\(unit),,")
      #expect(gga.altitudeInMetres == metres && gga.geoidSeparationInMetres == metres)
    }
    let gga = try decode(GGA.self, "$GPGGA,,,,,,1,,,1312.3,K,1312.3,K,,")
    #expect(gga.altitudeInMetres == nil && gga.geoidSeparationInMetres == nil)
  }

  @Test(arguments: [
    "9000.00001,N", "12.3,N", "4717.1,X", "4717.1,", "4717.1,NN", ",NN", "47a7.1,N", "-4717.1,N",
  ])
  func `an impossible latitude is absent and leaves the longitude alone`(field: String) throws {
    let gll = try decode(GLL.self, "$GPGLL,\(field),00833.9,E,092321,A,A")
    #expect(gll.latitude == nil)
    #expect(gll.longitude == 8.565)
    #expect(gll.malformedFields == 1)
  }

  @Test(
    arguments: [
      ("235960", 86_400_000_000_000), ("000000.5", 500_000_000),
      ("000001.123456789", 1_123_456_789), ("000001.1234567899", 1_123_456_789),
      ("120000.", 43_200_000_000_000),
    ] as [(String, Int64)])
  func `a time has any number of decimals and a leap second`(text: String, expected: Int64) throws {
    let zda = try decode(ZDA.self, "$GPZDA,\(text),31,12,2016,00,00")
    #expect(zda.time?.nanoseconds == expected)
  }

  @Test(arguments: [("060180", 1980), ("060199", 1999), ("060100", 2000), ("060179", 2079)])
  func `a two-digit year from 80 on is of the twentieth century`(text: String, year: Int) throws {
    let rmc = try decode(RMC.self, "$GPRMC,,V,,,,,,,\(text),,,N")
    #expect(rmc.date == CalendarDate(year: year, month: 1, day: 6))
  }

  @Test func `the old VTG has four numbers`() throws {
    let vtg = try decode(VTG.self, "$GPVTG,220.86,,2.550,4.724")
    #expect(vtg.course == 220.86)
    #expect(vtg.magneticCourse == nil)
    #expect(vtg.speedKnots == 2.55)
    #expect(vtg.speedKilometresPerHour == 4.724)
    #expect(vtg.malformedFields == 0)
  }

  @Test func `RMC gives the declination its sign`() throws {
    let rmc = try decode(RMC.self, "$GNRMC,021633,A,,,,,12.08,244.61,070220,13.06,W,R,V")
    #expect(rmc.declination == -13.06)
    #expect(rmc.navigationStatus == .notProvided)
    #expect(rmc.status == .valid)
    #expect(rmc.positionMode == .fixedRTK)
  }

  @Test func `a sentence of another formatter is refused`() {
    #expect(throws: NMEAError.formatter) { try decode(GGA.self, "$GPRMC,1") }
    #expect(throws: NMEAError.formatter) { try decode(GGA.self, "$PAGGA,1") }
    #expect(throws: NMEAError.notASentence) { try decode(GGA.self, "GPGGA,1") }
    #expect(throws: NMEAError.notASentence) { try decode(GGA.self, "$*00") }
  }

  @Test(arguments: [
    ("$PUBX,00,081350.00*00", "PUBX", "PUBX"), ("!AIVDM,1,1*00", "AIVDM", "VDM"),
    ("$PMTK001,604,3", "PMTK001", "PMTK001"), ("$GPTXT", "GPTXT", "TXT"),
    ("$PQTMCFGGEOFENCEVERYLONG,OK", "PQTMCFGGEOFENCEV", "PQTMCFGGEOFENCEV"),
  ])
  func `other sentences keep their address`(text: String, address: String, id: String) throws {
    let report = try NMEAReport.decode(Array(text.utf8).span)
    guard case .other(let other) = report else {
      Issue.record("decoded")
      return
    }
    #expect(other.address == address)
    #expect(report.id == id)
    #expect((report.talker == nil) == text.hasPrefix("$P"))
  }

  @Test func `fields of other sentences are found in the bytes`() throws {
    let bytes = Array("$PUBX,00,,x*00\r\n".utf8)
    guard case .other(let other) = try NMEAReport.decode(bytes.span) else {
      Issue.record("decoded")
      return
    }
    #expect(other.field(0, in: bytes.span) == 6..<8)
    #expect(other.field(1, in: bytes.span) == 9..<9)
    #expect(other.field(2, in: bytes.span) == 10..<11)
    #expect(other.field(3, in: bytes.span) == nil)
    #expect(other.field(-1, in: bytes.span) == nil)
    #expect(other.field(0, in: bytes.span.extracting(0..<3)) == nil)
  }
}
