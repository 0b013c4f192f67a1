import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite struct InquiryTests {
  private static let lte = CellIdentity(
    .lte, countryCode: 228, networkCode: 1, area: 0x32C8, cell: 0x1E2_4F03)

  @Test(
    arguments: [
      ("Quectel", ModemDialect.quectel), ("SIMCOM INCORPORATED", .simcom), ("u-blox", .uBlox),
      ("Telit", .telit), ("Manufacturer: QUALCOMM INCORPORATED", .standard), ("", .standard),
    ])
  func `the language follows from the manufacturer`(_ name: String, _ dialect: ModemDialect) {
    var bench = ModemBench(ScriptedModem(["+CGMI": [name]]))
    #expect(bench.run(ModemIdentification()) == dialect)
    #expect(bench.modem.commands == ["E0", "+CMEE=1", "+CEREG=2", "+CGMI"])
  }

  @Test func `a modem that answers nothing is none`() {
    var modem = ScriptedModem()
    modem.isDeaf = true
    var bench = ModemBench(modem)
    #expect(bench.run(ModemIdentification()) == nil)
  }

  @Test func `a standard modem tells its serving cell`() throws {
    var bench = ModemBench(.plain)
    let cells = try bench.run(CellInquiry(.standard)).get()
    #expect(cells.map(\.identity) == [Self.lte])
    #expect(cells.first?.isServing == true)
  }

  @Test(
    arguments: [
      ("+CEREG", "2,5,\"32C8\",\"1E24F03\",9", CellTechnology.narrowband, 0x1E2_4F03 as UInt64),
      ("+CEREG", "2,1,\"32C8\",\"1E24F03\"", .lte, 0x1E2_4F03),
      ("+C5GREG", "2,1,\"0032C8\",\"123456789\",11", .nr, 0x1_2345_6789),
      ("+CGREG", "2,1,\"32C8\",\"57B14E2\",6", .wcdma, 0x57B_14E2),
      ("+CREG", "2,1,\"32C8\",\"1E24\"", .gsm, 0x1E24),
      ("+CREG", "2,1,\"32C8\",\"1E24\",0", .gsm, 0x1E24),
    ])
  func `each generation has a command`(
    _ name: String, _ values: String, _ technology: CellTechnology, _ cell: UInt64
  ) throws {
    var modem = ScriptedModem.plain
    modem.answers["+CEREG?"] = ["+CEREG: 2,0"]
    modem.answers[name + "=2"] = []
    // The notice of another cell comes in between.
    modem.answers[name + "?"] = ["\(name): 1,\"0001\",\"77\",7", "\(name): \(values)"]
    var bench = ModemBench(modem)
    let identity = try bench.run(CellInquiry(.standard)).get().first?.identity
    #expect(identity?.technology == technology)
    #expect(identity?.cell == cell)
    #expect(identity?.area == 0x32C8)
    #expect(identity?.countryCode == 228)
  }

  @Test func `Quectel tells more than the standard`() throws {
    var bench = ModemBench(.ec25)
    let cells = try bench.run(CellInquiry(.quectel)).get()
    #expect(cells.map(\.identity) == [Self.lte])
    #expect(cells.first?.signal == -95)
    #expect(bench.modem.commands == ["+QENG=\"servingcell\"", "+QENG=\"neighbourcell\""])
  }

  @Test(
    arguments: [
      ("LTE,Online,228-01,0x32C8,31608579,14,EUTRAN-BAND3,1850,5,5,-94,-850,-545,15", -85.0),
      ("LTE,Online,228-01,0x32C8,31608579,468,EUTRAN-BAND7,3400,3,3,-12,-88,-60,15", -88),
    ])
  func `SIMCom tells tenths or whole decibels`(_ values: String, _ signal: Double) throws {
    var bench = ModemBench(ScriptedModem(["+CPSI?": ["+CPSI: " + values]]))
    let cell = try bench.run(CellInquiry(.simcom)).get().first
    #expect(cell?.identity == Self.lte)
    #expect(cell?.signal == signal)
  }

  @Test(
    arguments: [
      "\"228 01\",1795,-101,-67,-15,32C8,,128,3,1,1E24F03,\"286016339612498\",\"Turkcell\",3,3,108",
      "\"228 01\",800,-93,-59,-14,32C8,255,-5,1280,19,2,1E24F03,\"310410123456789\",\"AT&T\",3,2",
    ])
  func `Telit tells the cell before the subscriber`(_ values: String) throws {
    var bench = ModemBench(ScriptedModem(["#RFSTS": ["#RFSTS: " + values]]))
    #expect(try bench.run(CellInquiry(.telit)).get().first?.identity == Self.lte)
  }

  @Test func `u-blox tells cells of UMTS, and the rest by the standard`() throws {
    var modem = ScriptedModem.plain
    modem.answers["+UCELLINFO?"] = [
      "+UCELLINFO: 1,2,310,410,7f05,57b14e2,395,1032,255,255",
      "+UCELLINFO: 1,3,310,410,7f05,57b14e2,395,1032,255,255",
    ]
    var bench = ModemBench(modem)
    let cells = try bench.run(CellInquiry(.uBlox)).get()
    #expect(
      cells.map(\.identity) == [
        CellIdentity(.wcdma, countryCode: 310, networkCode: 410, area: 0x7F05, cell: 0x57B_14E2)
      ])
    bench.modem.answers["+UCELLINFO?"] = []
    #expect(try bench.run(CellInquiry(.uBlox)).get().map(\.identity) == [Self.lte])
  }

  @Test func `neighbours of GSM have identities, and the serving cell a timing advance`() throws {
    var modem = ScriptedModem.ec25
    modem.answers["+QENG=\"servingcell\""] = [
      "+QENG: \"servingcell\",\"NOCONN\",\"GSM\",228,01,32C8,1E24,12,45,0,-77,255,255,0,38,38,1,0,2,3,0,0"
    ]
    modem.answers["+QENG=\"neighbourcell\""] = [
      "+QENG: \"neighbourcell\",\"GSM\",228,01,32C8,1E25,12,45,-90,18,18,0,0"
    ]
    var bench = ModemBench(modem)
    let cells = try bench.run(CellInquiry(.quectel)).get()
    #expect(cells.map(\.identity?.cell) == [0x1E24, 0x1E25])
    #expect(cells.map(\.isServing) == [true, false])
    #expect(cells.map(\.signal) == [-77, -90])
    #expect(cells[0].timingAdvance == TimingAdvance.gsm(3))
  }

  @Test(
    arguments: [
      ("+QENG: \"servingcell\",\"SEARCH\"", true),
      ("+QENG: \"servingcell\",\"LIMSRV\",\"LTE\",\"FDD\",0,0,0,266,1850,3,5,5,0,-95", true),
      (
        "+QENG: \"servingcell\",\"NOCONN\",\"LTE\",\"FDD\",228,01,FFFFFFF,266,1850,3,5,5,FFFE,-",
        true
      ),
      ("+QENG: ,,,,,,,,,,,,,,,,,,,,,", true), ("+QENG:", true), ("+QENG: \"", true),
      ("+QENG: \"servingcell\",\"X\",\"LTE\",\"FDD\",99999,1,-5,999999999999999999999999", true),
    ])
  func `what tells no cell gives none`(_ line: String, _ isEmpty: Bool) {
    var modem = ScriptedModem(["+QENG=\"servingcell\"": [line]])
    modem.answers["+COPS?"] = ["+COPS: 0"]
    var bench = ModemBench(modem)
    #expect(bench.run(CellInquiry(.quectel)) == .failure(.notRegistered))
  }

  @Test func `a missing SIM, an asked PIN and a switched-off radio are told`() {
    var modem = ScriptedModem()
    modem.errors["+CPIN?"] = 10
    var bench = ModemBench(modem)
    #expect(bench.run(CellInquiry(.standard)) == .failure(.obstacle(.simMissing)))
    #expect(bench.run(ObstacleInquiry()) == .simMissing)
    bench.modem.errors = [:]
    bench.modem.answers["+CPIN?"] = ["+CPIN: SIM PIN"]
    #expect(bench.run(ObstacleInquiry()) == .pinAsked)
    bench.modem.answers["+CPIN?"] = ["+CPIN: READY"]
    bench.modem.answers["+CFUN?"] = ["+CFUN: 4"]
    #expect(bench.run(ObstacleInquiry()) == .switchedOff)
    bench.modem.answers["+CFUN?"] = ["+CFUN: 1"]
    #expect(bench.run(ObstacleInquiry()) == nil)
    bench.modem.isDeaf = true
    #expect(bench.run(CellInquiry(.quectel)) == .failure(.silent))
    #expect(bench.run(CellInquiry(.standard)) == .failure(.silent))
  }

  @Test func `the receiver is switched only when it has to be`() {
    var bench = ModemBench(.ec25)
    #expect(bench.run(ReceiverInquiry(.quectel, isOn: true)) == .done(wasSo: false))
    #expect(bench.run(ReceiverInquiry(.quectel, isOn: true)) == .done(wasSo: true))
    #expect(bench.run(ReceiverInquiry(.quectel, isOn: false)) == .done(wasSo: false))
    #expect(
      bench.modem.commands == ["+QGPS?", "+QGPS=1", "+QGPS?", "+QGPS?", "+QGPSEND"])
    bench.modem.errors["+QGPS=1"] = 505
    #expect(bench.run(ReceiverInquiry(.quectel, isOn: true)) == .refused(code: 505))
    #expect(bench.run(ReceiverInquiry(.standard, isOn: true)) == .unsupported)
    bench.modem.isDeaf = true
    #expect(bench.run(ReceiverInquiry(.quectel, isOn: true)) == .silent)
  }

  @Test func `SIMCom's two kinds of receiver are told apart by asking`() {
    var bench = ModemBench(
      ScriptedModem(["+CGNSPWR?": ["+CGNSPWR: 0"], "+CGNSPWR=1": [], "+CGNSTST=1": []]))
    #expect(bench.run(ReceiverInquiry(.simcom, isOn: true)) == .done(wasSo: false))
    #expect(bench.modem.commands == ["+CGPS?", "+CGNSPWR?", "+CGNSPWR=1", "+CGNSTST=1"])
    bench = ModemBench(ScriptedModem(["+CGPS?": ["+CGPS: 0,1"], "+CGPS=1,1": []]))
    #expect(bench.run(ReceiverInquiry(.simcom, isOn: true)) == .done(wasSo: false))
    #expect(bench.modem.commands == ["+CGPS?", "+CGPS=1,1"])
  }
}
