import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

/// Messages that share class and number: which form is taken, for reading and for building.
@Suite("Forms of configuration messages")
struct ConfigurationFormTests {
  private func fields(_ id: MessageID, _ payload: [UInt8]) throws -> RecordedFields {
    var fields = RecordedFields()
    let frame = UBXFrame.encode(id, payload.span)
    try UBXCatalogue.printFields(of: frame.span, into: &fields)
    return fields
  }

  @Test func `CFG-MSG has all ports in 8 octets, the sender's own in 3, none in a poll`() throws {
    let all = try fields(id("CFG-MSG"), [1, 7, 1, 2, 3, 4, 5, 6])
    #expect(
      all.order == [
        "msgClass", "msgID", "rateDDC", "rateUART1", "rateUART2", "rateUSB", "rateSPI", "reserved",
      ])
    #expect(try fields(id("CFG-MSG"), [1, 7, 1]).order == ["msgClass", "msgID", "rate"])
    #expect(try fields(id("CFG-MSG"), [1, 7]).order == ["msgClass", "msgID"])
  }

  @Test func `CFG-NMEA has three lengths and no others`() throws {
    let newest = try fields(id("CFG-NMEA"), [UInt8](repeating: 0, count: 20))
    #expect(newest.order.contains("bdsTalkerId") && newest.order.contains("beidou"))
    let older = try fields(id("CFG-NMEA"), [UInt8](repeating: 0, count: 12))
    #expect(older.order.contains("gsvTalkerId") && older.order.contains("bBeidou"))
    #expect(try fields(id("CFG-NMEA"), [0, 0x23, 0, 0]).order.last == "highPrec")
    #expect(throws: UBXError.self) { try fields(id("CFG-NMEA"), [UInt8](repeating: 0, count: 16)) }
  }

  @Test func `CFG-DAT is the datum in use, one of the user's, or a number`() throws {
    #expect(try fields(id("CFG-DAT"), [UInt8](repeating: 0, count: 52)).order.count == 11)
    #expect(try fields(id("CFG-DAT"), [UInt8](repeating: 0, count: 44)).order.first == "majA")
    #expect(try fields(id("CFG-DAT"), [0, 0]).order == ["datumNum"])
  }

  @Test func `CFG-CFG without memories has 12 octets`() throws {
    var payload: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0x17]
    var fields = try printed("CFG-CFG", payload)
    #expect(fields["devSpiFlash"] == .flag(true) && fields["devEEPROM"] == .flag(true))
    #expect(fields["clearMask"] == .octets([0xFF, 0xFF, 0, 0]))
    payload.removeLast()
    fields = try printed("CFG-CFG", payload)
    #expect(fields.count == 3 && fields["devBBR"] == nil)
    #expect(try rebuilt("CFG-CFG", payload) == payload)
    payload += [0x17, 0]
    #expect(throws: UBXError.payloadLength(id("CFG-CFG"), found: 14)) {
      try printed("CFG-CFG", payload)
    }
  }

  @Test func `CFG-PM2 of version 1 knows no inactivity`() throws {
    var payload: [UInt8] = [1] + [UInt8](repeating: 0, count: 43)
    #expect(try printed("CFG-PM2", payload)["extintInactivityMs"] == nil)
    payload += [0xE8, 0x03, 0, 0]
    #expect(try printed("CFG-PM2", payload)["extintInactivityMs"] == .unsigned(1000))
    payload.removeLast()
    #expect(throws: UBXError.payloadLength(id("CFG-PM2"), found: 47)) {
      try printed("CFG-PM2", payload)
    }
  }

  @Test func `octets of later firmware behind CFG-NAVX5 and CFG-PM2 are kept`() throws {
    for (name, count) in [("CFG-NAVX5", 40), ("CFG-PM2", 48)] {
      let payload = [UInt8](repeating: 0, count: count) + [1, 2, 3, 4]
      #expect(try rebuilt(name, payload) == payload)
    }
  }

  @Test func `UPD-SOS is a command in 4 octets and a result in 8`() throws {
    #expect(try fields(UpdSos.id, [1, 0, 0, 0]).order == ["cmd"])
    #expect(try fields(UpdSos.id, [2, 0, 0, 0, 1, 0, 0, 0]).order == ["cmd", "response"])
    let saved = try UpdSosResult.decode(octets: [2, 0, 0, 0, 1, 0, 0, 0])
    #expect(saved.isSaved == true && saved.restoration == nil)
    let restored = try UpdSosResult.decode(octets: [3, 0, 0, 0, 3, 0, 0, 0])
    #expect(restored.isSaved == nil && restored.restoration == .nothingSaved)
    let refused = try UpdSosResult.decode(octets: [2, 0, 0, 0, 0, 0, 0, 0])
    #expect(refused.isSaved == false)
  }

  @Test func `LOG-FINDTIME asks with a time and answers with an entry`() throws {
    #expect(try fields(id("LOG-FINDTIME"), [UInt8](repeating: 0, count: 10)).order.count == 8)
    let answer: [UInt8] = [1, 1, 0, 0, 5, 0, 0, 0]
    #expect(try fields(id("LOG-FINDTIME"), answer).order == ["version", "type", "entryNumber"])
    #expect(try printed("LOG-FINDTIME", answer)["entryNumber"] == .unsigned(5))
  }

  @Test(arguments: [
    ("CFG-PRT", ["portID"], 1), ("CFG-INF", ["protocolID"], 1), ("CFG-TP5", ["tpIdx"], 1),
    ("CFG-MSG", ["msgClass", "msgID"], 2), ("CFG-MSG", ["msgClass", "msgID", "rate"], 3),
    ("CFG-DAT", ["datumNum"], 2), ("UPD-SOS", ["cmd"], 4), ("UPD-SOS", ["cmd", "response"], 8),
    ("CFG-PRT", [], 0), ("CFG-GNSS", [], 0), ("LOG-ERASE", [], 0),
  ])
  func `the form that has just the given fields is built`(
    name: String, given: [String], length: Int
  ) throws {
    var source = RecordedFields()
    for field in given {
      switch field {
      case "portID": source.field("portID", .unsigned(1))
      case "protocolID": source.field("protocolID", .unsigned(1))
      case "tpIdx": source.field("tpIdx", .unsigned(1))
      case "msgClass": source.field("msgClass", .unsigned(1))
      case "msgID": source.field("msgID", .unsigned(7))
      case "rate": source.field("rate", .unsigned(5))
      case "datumNum": source.field("datumNum", .unsigned(0))
      case "cmd": source.field("cmd", .unsigned(2))
      default: source.field("response", .unsigned(1))
      }
    }
    let built = try #require(UBXCatalogue.encode(name, from: source))
    #expect(built.missing == 0)
    #expect(built.frame.count == 8 + length)
  }

  @Test func `CFG-INF always has six ports on the wire`() throws {
    var source = RecordedFields()
    source.field("protocolID", .unsigned(0))
    for port in 0..<9 {
      source.beginGroup(port)
      for name in ["Error", "Warning", "Notice", "Test", "Debug"] {
        source.field(named: "enable" + name, .flag(name == "Error"))
      }
      source.endGroup()
      guard let built = UBXCatalogue.encode("CFG-INF", from: source), port > 4 else { continue }
      #expect(UBXFrame.payload(of: built.frame.span).count == 10)
      #expect(built.hasUnread == (port > 5))
    }
    let payload: [UInt8] = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    #expect(try printed("CFG-INF", payload)["enableError_01"] == .flag(true))
    #expect(try printed("CFG-INF", payload)["enableError_06"] == .flag(false))
    #expect(throws: UBXError.payloadLength(id("CFG-INF"), found: 9)) {
      try printed("CFG-INF", payload.dropLast())
    }
  }

  @Test func `the three masks of CFG-NVS have names of their own`() throws {
    let payload: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0x20, 0, 0, 2, 0x20, 2]
    let names = try fields(id("CFG-NVS"), payload).order
    #expect(Set(names).count == names.count)
  }

  @Test func `every satellite of CFG-SBAS has its bit`() throws {
    let fields = try printed("CFG-SBAS", [0, 0, 0, 1, 0, 0, 0, 0x80])
    for number in 120...158 {
      #expect(fields["PRN\(number)"] == .flag(number == 151 || number == 152))
    }
  }
}
