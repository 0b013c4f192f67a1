import CairnTestSupport
import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX assistance")
struct AssistanceTests {
  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `made-up frames of every definition agree with an independent decoder and build again`()
    async throws
  {
    var names: Set<String> = []
    for frame in try await Corpus.syntheticFrames(of: ["MGA-", "AID-"]) {
      var fields = RecordedFields()
      try UBXCatalogue.printFields(of: frame.bytes.span, into: &fields)
      #expect(UBXCatalogue.name(of: frame.bytes.span) == frame.id)
      #expect(UBXCorpusTests().compare(fields.flat, frame) == [])
      let built = UBXCatalogue.encode(frame.id, from: fields)
      #expect(built?.frame == frame.bytes && built?.missing == 0, "\(frame.place) \(frame.id)")
      names.insert(frame.id)
    }
    #expect(names.count >= 48, "\(names.sorted())")
  }

  @Test func `a rate in units of 2^-66 is shown and built again to the bit`() throws {
    for raw in [Int16.min, -3, 1, 12345, .max] {
      var payload = [UInt8](repeating: 0, count: 88)
      payload[0] = 1
      let index = try #require(
        (1..<87).first { index in
          var changed = payload
          changed[index] = 1
          let rate = try? printed("MGA-BDS-EPH", changed)["a2"]
          return rate == .real(0x1p-66)
        })
      payload[index] = UInt8(truncatingIfNeeded: raw)
      payload[index + 1] = UInt8(truncatingIfNeeded: raw >> 8)
      #expect(try printed("MGA-BDS-EPH", payload)["a2"] == .real(Double(raw) * 0x1p-66))
      #expect(try rebuilt("MGA-BDS-EPH", payload) == payload)
    }
  }

  @Test func `the BeiDou almanac's time is printed as independent decoders do`() throws {
    var payload = [UInt8](repeating: 0, count: 40)
    payload[0] = 2
    payload[5] = 147
    #expect(try printed("MGA-BDS-ALM", payload)["toa"] == .decimal(147 * 0x1p-12, places: 4))
  }

  @Test func `the type tells forms apart, and another one is refused`() throws {
    let frame = MgaIniPosLLH().encode()
    #expect(UBXCatalogue.name(of: frame.span) == "MGA-INI-POS-LLH")
    var fields = RecordedFields()
    let position = try #require(catalogueRows(named: "MGA-INI-POS-XYZ").first)
    #expect(throws: UBXError.payloadVersion(position.id, found: 1)) {
      try position.printFields(of: UBXFrame.payload(of: frame.span), into: &fields)
    }
    let unknown = UBXFrame.encode(MgaIniPosLLH.id, [0x7F, 0, 0, 0].span)
    #expect(throws: UBXError.self) { try UBXCatalogue.printFields(of: unknown.span, into: &fields) }
    #expect(fields.order.isEmpty)
  }

  @Test func `an empty payload of MGA-INI is named after its first form`() {
    #expect(UBXCatalogue.name(of: UBXFrame.poll(MgaIniPosLLH.id).span) == "MGA-INI-ATT")
  }

  @Test func `the second octet tells the data of a receiver from what it asks for`() throws {
    let data: [UInt8] = [8, 0xFF, 0, 0, 4, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    var fields = try printed("AID-ALPSRV", data)
    #expect(fields["data_04"] == .unsigned(0) && fields["dataSize"] == nil)
    var request = data
    request[1] = 0
    fields = try printed("AID-ALPSRV", request)
    #expect(fields["dataSize"] == .unsigned(0) && fields["data_01"] == nil)
    let sent = try #require(catalogueRows(named: "AID-ALPSRV").first)
    var refused = RecordedFields()
    #expect(throws: UBXError.payloadVersion(sent.id, found: 0)) {
      try sent.printFields(of: request.span, into: &refused)
    }
    #expect(throws: UBXError.payloadLength(sent.id, found: 0)) {
      try sent.printFields(of: [UInt8]().span, into: &refused)
    }
  }

  @Test func `a count that the payload does not have is refused`() throws {
    #expect(throws: UBXError.groupCount(id("MGA-FLASH-DATA"), declared: 4, found: 3)) {
      try printed("MGA-FLASH-DATA", [1, 0, 0, 0, 4, 0, 1, 2, 3])
    }
    var payload: [UInt8] = [0, 0, 2, 2] + [UInt8](repeating: 0, count: 92 + 24)
    #expect(throws: UBXError.groupCount(id("MGA-SF-INI"), declared: 2, found: 1)) {
      try printed("MGA-SF-INI", payload)
    }
    payload[2] = 4
    #expect(throws: UBXError.self) { try printed("MGA-SF-INI", payload) }
  }

  @Test(arguments: [
    ("AID-DATA", MessageID(.aid, 0x10)), ("AID-REQ", MessageID(.aid, 0x00)),
    ("AID-HUI", MessageID(.aid, 0x02)), ("AID-INI", MessageID(.aid, 0x01)),
    ("AID-ALM", MessageID(.aid, 0x30)), ("AID-EPH", MessageID(.aid, 0x31)),
    ("AID-AOP", MessageID(.aid, 0x33)), ("MGA-DBD", MessageID(.mga, 0x80)),
    ("MGA-SF", MessageID(.mga, 0x10)),
  ])
  func `every poll is named, and built by its name`(name: String, id: MessageID) throws {
    let poll = UBXFrame.encode(id, [UInt8]().span)
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: poll.span, into: &fields)
    #expect(fields.order.isEmpty)
    #expect(UBXCatalogue.name(of: poll.span) == name)
    #expect(UBXCatalogue.encode(name, from: RecordedFields())?.frame == poll)
  }

  @Test func `an answer says why data was not used, and what it was`() throws {
    let frame: [UInt8] = [
      0xB5, 0x62, 0x13, 0x60, 8, 0, 0, 0, 1, 0x40, 0x10, 0, 0, 0x12, 0xDE, 0xC5,
    ]
    let answer = try MgaNakData0.decode(UBXFrame.payload(of: frame.span)).answer
    #expect(answer.reason == .timeUnknown && answer.messageNumber == 0x40)
    #expect(answer.payloadStart == 0x1200_0010)
    #expect(UBXCatalogue.name(of: frame.span) == "MGA-NAK-DATA0")
  }
}
