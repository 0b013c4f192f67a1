import CairnTestSupport
import CairnCatalogue
import CairnNMEA
import CairnTypes
import Testing

@Suite("NMEA catalogue")
struct NMEACatalogueTests {
  private func fields(_ body: String, by registry: NMEARegistry = NMEARegistry())
    -> [String: FieldValue]
  {
    printed(framed(body), by: registry).flat
  }

  @Test(arguments: [
    ("$GNGGA,1", "GGA", "GN"), ("!AIVDM,1", "VDM", "AI"), ("$PUBX,00", "PUBX", nil),
    ("$PSTMANTENNASTATUS,0", "PSTMANTENNASTATUS", nil), ("$GNGSVH,1", "GNGSVH", nil),
    ("$STI,IC", "STI", nil), ("$POLYN,1", "POLYN", nil), ("$GPPOS", "POS", "GP"),
  ])
  func `an id is the formatter after a talker, or else the address`(
    body: String, id: String, talker: String?
  ) throws {
    let found = NMEACatalogue.name(of: framed(body).span)
    let name = try #require(found)
    #expect(name.id == id)
    #expect(name.talker.map { "\($0)" } == talker)
  }

  @Test func `bytes without start or address are no sentence`() {
    var sink = RecordedFields()
    for text in ["", "$", "$*00", "GPGGA,1", "$,1"] {
      let bytes = Array(text.utf8)
      #expect(NMEACatalogue.name(of: bytes.span) == nil)
      #expect(throws: NMEAError.notASentence) {
        try NMEACatalogue.printFields(of: bytes.span, into: &sink)
      }
    }
  }

  @Test func `values are the wire's own, possible or not`() {
    let gga = fields("$GPGGA,235960.00,3760.0000,S,36000.0000,W,1,08,,-4.40,M,,M,,0031")
    #expect(gga["time"] == .text("23:59:60"))
    #expect(gga["lat"] == .integer(-38))
    #expect(gga["lon"] == .integer(-360))
    #expect(gga["NS"] == .text("S"))
    #expect(gga["HDOP"] == .absent)
    #expect(gga["alt"] == .real(-4.4))
    #expect(gga["diffStation"] == .integer(31))
    let rmc = fields("$GPRMC,24,V,47,N,12,,,,010179,,,,")
    #expect(rmc["time"] == .absent && rmc["lat"] == .absent)
    #expect(rmc["date"] == .text("2079-01-01"))
    #expect(fields("$GPGSV,1,1,01,05,45,180,42.5,7")["cno_01"] == .real(42.5))
  }

  @Test func `a sentence of an older version has fewer fields`() {
    let old = printed(framed("$GPRMC,235959,A,0000.0000,N,00000.0000,E,0.0,0.0,311299,,"))
    #expect(old.order.last == "mvEW")
    #expect(
      printed(framed("$GPVTG,65.13,052.07,0.028,0.053")).order == ["cogt", "cogm", "sogn", "sogk"])
  }

  @Test func `vendors' messages are told apart by field, count or content`() {
    #expect(fields("$PASHR,120001.00,065.13,T,-00.11,+00.22")["roll"] == .real(-0.11))
    #expect(fields("$PASHR,LTN,120")["latency"] == .integer(120))
    #expect(fields("$PASHR,XYZ,120")["field_02"] == .text("120"))
    #expect(fields("$PQTMCFGSAT,OK,1,7,FF")["masklow"] == .text("FF"))
    #expect(fields("$PQTMCFGSAT,ERROR,3")["errcode"] == .integer(3))
    #expect(fields("$PQTMCFGMSGRATE,ERROR,2")["errcode"] == .integer(2))
    #expect(fields("$PQTMCFGMSGRATE,OK,RMC,1")["msgname"] == .text("RMC"))
    #expect(fields("$PQTMSN,1,16,OK,12AB")["status"] == .text("OK"))
    #expect(fields("$PQTMSN,.,1,16,12AB")["status"] == .text("."))
    #expect(fields("$PSTMDRSENMSG,30,5,1.5,2,3")["xacc"] == .real(1.5))
    #expect(fields("$PFEC,GPatt,123.4,1,2")["yaw"] == .real(123.4))
    #expect(fields("$PTNL,GGK,120000.00,010126,4717.5,N")["lat"] == .real(47.0 + 17.5 / 60.0))
  }

  @Test func `groups are repeated as often as a field says, or as there is text`() {
    let view = printed(framed("$PUBX,03,02,23,U,185,40,26,064,03,-,,,,000")).flat
    #expect(view["svid_02"] == .integer(3) && view["status_02"] == .text("-"))
    let short = printed(framed("$GNALC,1,1,5,3,A,B,C,D,E")).flat
    #expect(short["mfrcode_02"] == .text("E") && short["alertid_02"] == nil)
    let attitude = printed(framed("$GPXDR,A,-0.4,D,PTCH,A,1.2,D,ROLL")).flat
    #expect(attitude["data_02"] == .real(1.2))
  }

  @Test(arguments: [
    "$PUBX,40,GSV,0,1,0,1,0,0", "$PUBX,41,1,0007,0003,115200,0", "$PMTK001,604,3",
    "$PAIR001,062,0", "$PSTMVER,GNSSLIB_8.3.16.11_ARM", "$PGRME,15.0,M,22.5,M,27.0,M",
    "$PXYZ", "$PXYZ,", "$PXYZ,a,,b,", "$GGA,1,2", "$GPABCD,1", "$STI,IC,error=4", "$GPPOS,x",
    "!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0", "$AIVDM,1,1,,A,x,0", "!GPGGA,1",
    "$GPVTG,220.86,,2.550,4.724", "$GPVTG,65.13,052.07,0.028,0.053", "$GPVTG,,,,", "$GPVTG",
    "$GPRMC", "$GNGSA,A,3,65,66,,,,,,,,,,,1.48,0.76,1.27,2", "$GNGSA,A,3", "$GPGSA,A,1,,,",
    "$GPGSV,1,1,00,0", "$GLGSV,3,3,09,,,,53,1", "$GPGSV,1,1,01,5", "$GPGSV,1,1,01,05,4",
    "$GPGGA,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,,", "$GPGGA,,,,,,,,,,,,,,,,,",
    "$PQTMSN,1,16,OK,12AB", "$PQTMSN,OK,1,16,12AB", "$PASHRLTN,12", "$PSSN,SNC,1,5,6,[a,b],[c",
    "$GPGGA,120000.0,4717.1,N,00833.9,E,1,8,1,499,M,48,M,0,0", "$PTNL,GGKx,120000,010126",
    "$GPDTM,W84,,0.0,N,0.0,E,0.0,W84", "$GPHDT,123.456789012345678,T", "$GPHDT,1e5,T",
    "$GPTXT,01,01,02,a:b^2C{}", "$GPTLB,1,A,2,B", "$PFEC,GPatt,1.0,2,3",
  ])
  func `what is printed builds the same sentence`(body: String) {
    #expect(isBuiltAgain(framed(body)))
  }

  @Test func `a field that is changed is written canonically, its neighbours as they were`() {
    var changed = RecordedFields()
    changed.field("time", .text("12:00:01"))
    changed.field("lat", .real(-47.5))
    changed.field("NS", .text("S"))
    changed.field("HDOP", .real(0.7))
    changed.reserved(.text("1:120001.000"))
    changed.reserved(.text("2:4717.1"))
    changed.reserved(.text("8:0.700"))
    #expect(
      NMEACatalogue.encode(id: "GGA", talker: "GP", from: changed)
        == framed("$GPGGA,120001.000,4730.00000,S,,,,,0.700"))
  }

  @Test func `commands are built from the fields that matter`() {
    var rate = RecordedFields()
    rate.field("id", .text("GSV"))
    rate.field("rus1", .integer(1))
    #expect(NMEACatalogue.encode(id: "PUBX,40", from: rate) == framed("$PUBX,40,GSV,,1"))
    var baud = RecordedFields()
    baud.field("baudRate", .integer(5))
    #expect(NMEACatalogue.encode(id: "PCAS01", from: baud) == framed("$PCAS01,5"))
    var position = RecordedFields()
    position.field("lat", .real(-33.5))
    #expect(NMEACatalogue.encode(id: "GLL", from: position) == framed("$GNGLL,3330.00000,S"))
  }

  @Test func `nothing is built for a field that the sentence does not have, nor for a bad id`() {
    var fields = RecordedFields()
    fields.field("hdop", .real(1))
    #expect(NMEACatalogue.encode(id: "GGA", from: fields) == nil)
    #expect(NMEACatalogue.encode(id: "PUBX,99", from: fields) == nil)
    for id in ["", ",", "G*A", "G\nA", "$GGA"] {
      #expect(NMEACatalogue.encode(id: id, from: RecordedFields()) == nil)
    }
    for talker in [Talker(0x2C, 0x47), Talker(0x0A, 0x47), Talker(0, 0)] {
      #expect(NMEACatalogue.encode(id: "GGA", talker: talker, from: RecordedFields()) == nil)
    }
  }

  @Test func `text cannot break out of its field`() {
    var fields = RecordedFields()
    fields.field("text", .text("a,b*00\r\n$€"))
    fields.reserved(.text("1:0,1"))
    let sentence = NMEACatalogue.encode(id: "TXT", talker: "GP", from: fields) ?? []
    #expect(sentence == framed("$GPTXT,,,,a^2Cb^2A00^0D^0A^24^E2^82^AC"))
    #expect(NMEAFrame.check(sentence.span) == .frame(length: sentence.count, isChecked: true))
  }

  // MARK: What an application adds

  @Test func `an added row comes before the catalogue`() {
    var registry = NMEARegistry()
    let added = registry.add(row: "PXYZ,01 msgId time:T lat:Y NS n:I n[ prn:I cno:D ] note")
    #expect(added)
    let body = "$PXYZ,01,120000.00,4730.00000,S,2,5,40,7,41.5,end"
    let found = fields(body, by: registry)
    #expect(found["lat"] == .real(-47.5) && found["cno_02"] == .real(41.5))
    #expect(found["note"] == .text("end"))
    #expect(isBuiltAgain(framed(body), by: registry))
    #expect(fields("$PXYZ,02,1", by: registry)["field_02"] == .text("1"))
    let small = registry.add(row: "Pabc,x id n:I")
    #expect(small)
    #expect(fields("$PABC,X,5", by: registry)["n"] == .integer(5))
    let replaced = registry.add(row: "GGA clock:T")
    #expect(replaced)
    #expect(fields("$GPGGA,120000", by: registry)["clock"] == .text("12:00:00"))
    #expect(fields("$GPGGA,120000")["time"] == .text("12:00:00"))
  }

  @Test(arguments: [
    "", " ", "PX a:Q", "PX a:II", "PX [ a ]", "PX n[ a ]", "PX a ]", "PX *[ a", "PX 2[ *[ a ] ]",
    ",1 a",
  ])
  func `a row that does not follow the notation is refused`(row: String) {
    var registry = NMEARegistry()
    let added = registry.add(row: row)
    #expect(!added)
  }

  @Test func `an added decoder names the texts of its sentence`() {
    var registry = NMEARegistry()
    registry.add("PXYZ") { texts in [(name: "sum", value: .integer(Int64(texts.count)))] }
    #expect(fields("$PXYZ,1,2,3", by: registry) == ["sum": .integer(3)])
  }

  // MARK: Noise

  @Test(arguments: UInt64(1)...3)
  func `changed bytes never trap, and every sentence is built again`(seed: UInt64) {
    let seeds = [
      "$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,",
      "$GPGSV,3,1,09,09,,,17,10,,,40,12,,,49,13,,,35,1", "$GPVTG,220.86,,2.550,4.724",
      "$PUBX,03,02,23,U,185,40,26,064,03,-,,,,000", "$PQTMCFGSAT,OK,1,7,FF", "$PASHR,LTN,120",
      "$PUBX,04,120001.00,010126,432001.00,2400,18D,123456,1.234,21", "$GNALC,1,1,5,3,A,B,C,D",
      "$PSSN,SNC,1,5,6,[a,b,c,d],[e,f,g,h]", "$PQTMSN,1,16,OK,12", "!AIVDM,1,1,,A,x,0", "$PX,1",
    ]
    var random = SplitMix(seed: seed)
    var complaints: [String] = []
    for round in 0..<6_000 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where bytes.count > 4: bytes.remove(at: at)
        case 1: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert(Array(",,,.-+:0[]NP".utf8).randomElement(using: &random) ?? 0, at: at)
        default: bytes.insert(contentsOf: [UInt8](repeating: 0x39, count: 22), at: at)
        }
      }
      _ = printed(bytes)
      // Only what a framer lets through has to be built again.
      let isFrame = bytes.dropFirst().allSatisfy {
        (0x20...0x7E).contains($0) && $0 != 0x24 && $0 != 0x2A
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard isFrame, NMEACatalogue.name(of: bytes.span) != nil, !isBuiltAgain(framed(text)) else {
        continue
      }
      complaints.append(text)
    }
    #expect(complaints.isEmpty, "\(complaints.prefix(5))")
  }
}
