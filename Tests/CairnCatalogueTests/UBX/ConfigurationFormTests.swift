import CairnCatalogue
import CairnTestSupport
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
    let all = try fields(CfgMsg.id, [1, 7, 1, 2, 3, 4, 5, 6])
    #expect(
      all.order == [
        "msgClass", "msgID", "rateDDC", "rateUART1", "rateUART2", "rateUSB", "rateSPI", "reserved",
      ])
    #expect(try fields(CfgMsg.id, [1, 7, 1]).order == ["msgClass", "msgID", "rate"])
    #expect(try fields(CfgMsg.id, [1, 7]).order == ["msgClass", "msgID"])
  }

  @Test func `CFG-NMEA has three lengths and no others`() throws {
    let newest = try fields(CfgNmea.id, [UInt8](repeating: 0, count: 20))
    #expect(newest.order.contains("bdsTalkerId") && newest.order.contains("beidou"))
    let older = try fields(CfgNmea.id, [UInt8](repeating: 0, count: 12))
    #expect(older.order.contains("gsvTalkerId") && older.order.contains("bBeidou"))
    #expect(try fields(CfgNmea.id, [0, 0x23, 0, 0]).order.last == "highPrec")
    #expect(throws: UBXError.self) { try fields(CfgNmea.id, [UInt8](repeating: 0, count: 16)) }
  }

  @Test func `CFG-DAT is the datum in use, one of the user's, or a number`() throws {
    #expect(try fields(CfgDat.id, [UInt8](repeating: 0, count: 52)).order.count == 11)
    #expect(try fields(CfgDat.id, [UInt8](repeating: 0, count: 44)).order.first == "majA")
    #expect(try fields(CfgDat.id, [0, 0]).order == ["datumNum"])
  }

  @Test func `CFG-CFG without memories has 12 octets`() throws {
    var payload: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0x17]
    var message = try CfgCfg.decode(payload.span)
    #expect(message.devices?.spiFlash == true && message.devices?.eeprom == true)
    #expect(message.cleared == .all && message.saved == [])
    #expect(try fields(CfgCfg.id, payload).flat["clearMask"] == .octets([0xFF, 0xFF, 0, 0]))
    payload.removeLast()
    try message.update(from: payload.span)
    #expect(message.devices == nil)
    #expect(message.encodePayload() == payload)
    payload += [0x17, 0]
    #expect(throws: UBXError.payloadLength(CfgCfg.id, found: 14)) {
      try CfgCfg.decode(payload.span)
    }
  }

  @Test func `CFG-CFG keeps sections without a name`() throws {
    let payload: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 8)
    #expect(try CfgCfg.decode(payload.span).encodePayload() == payload)
  }

  @Test func `CFG-PM2 of version 1 knows no inactivity`() throws {
    var payload: [UInt8] = [1] + [UInt8](repeating: 0, count: 43)
    #expect(try CfgPm2.decode(payload.span).inactivityTimeout == nil)
    #expect(try !fields(CfgPm2.id, payload).order.contains("extintInactivityMs"))
    payload += [0xE8, 0x03, 0, 0]
    #expect(try CfgPm2.decode(payload.span).inactivityTimeout == 1)
    payload.removeLast()
    #expect(throws: UBXError.payloadLength(CfgPm2.id, found: 47)) {
      try CfgPm2.decode(payload.span)
    }
  }

  @Test func `CFG-NAVX5 may have reserved octets behind`() throws {
    var payload = CfgNavx5().encodePayload()
    payload[39] = 1
    payload += [0, 0, 0, 0]
    #expect(try CfgNavx5.decode(payload.span).usesSensors)
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
    #expect(try fields(LogFindTime.id, [UInt8](repeating: 0, count: 10)).order.count == 8)
    let answer: [UInt8] = [1, 1, 0, 0, 5, 0, 0, 0]
    #expect(try fields(LogFindTime.id, answer).order == ["version", "type", "entryNumber"])
    #expect(try LogFindTimeResult.decode(answer.span).entry == 5)
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
}
