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
      var message = MgaBDSEph()
      message.clockDriftRate = Double(raw) * 0x1p-66
      var fields = RecordedFields()
      try UBXCatalogue.printFields(of: message.encode().span, into: &fields)
      #expect(fields.flat["a2"] == .real(Double(raw) * 0x1p-66))
      #expect(UBXCatalogue.encode("MGA-BDS-EPH", from: fields)?.frame == message.encode())
      #expect(try MgaBDSEph.decode(message.encodePayload().span) == message)
    }
  }

  @Test func `the BeiDou almanac's time is in seconds, and printed as independent decoders do`()
    throws
  {
    var message = MgaBDSAlm()
    message.time = 4096 * 147
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: message.encode().span, into: &fields)
    #expect(message.encodePayload()[5] == 147)
    #expect(fields.flat["toa"] == .decimal(147 * 0x1p-12, places: 4))
    #expect(try MgaBDSAlm.decode(message.encodePayload().span).time == 602_112)
  }

  @Test func `the type tells forms apart, and another one is refused`() throws {
    let frame = MgaIniPosLLH().encode()
    #expect(UBXCatalogue.name(of: frame.span) == "MGA-INI-POS-LLH")
    #expect(throws: UBXError.payloadVersion(MgaIniPosXYZ.id, found: 1)) {
      try MgaIniPosXYZ.decode(UBXFrame.payload(of: frame.span))
    }
    let unknown = UBXFrame.encode(MgaIniPosLLH.id, [0x7F, 0, 0, 0].span)
    var fields = RecordedFields()
    #expect(throws: UBXError.self) { try UBXCatalogue.printFields(of: unknown.span, into: &fields) }
    #expect(fields.order.isEmpty)
  }

  @Test func `the second octet tells the data of a receiver from what it asks for`() throws {
    var data = AidALPSrvSend()
    data.words = [AidALPSrvSend.Word](repeating: .init(), count: 4)
    #expect(data.encodePayload().count == 16)
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: data.encode().span, into: &fields)
    #expect(fields.flat["data_04"] == .unsigned(0) && fields.flat["dataSize"] == nil)
    var request = AidALPSrvReq()
    request.size = 4
    var other = RecordedFields()
    try UBXCatalogue.printFields(of: request.encode().span, into: &other)
    #expect(other.flat["dataSize"] == .unsigned(0) && other.flat["data_01"] == nil)
    #expect(throws: UBXError.payloadVersion(AidALPSrvSend.id, found: 0)) {
      try AidALPSrvSend.decode(request.encodePayload().span)
    }
    #expect(throws: UBXError.payloadLength(AidALPSrvSend.id, found: 0)) {
      try AidALPSrvSend.decode([UInt8]().span)
    }
  }

  @Test func `a count that the payload does not have is refused`() throws {
    var part = MgaFlashData()
    part.data = [1, 2, 3]
    var payload = part.encodePayload()
    payload[4] = 4
    #expect(throws: UBXError.groupCount(MgaFlashData.id, declared: 4, found: 3)) {
      try MgaFlashData.decode(payload.span)
    }
    var state = MgaSFIni()
    state.valuesA = [.init(), .init()]
    state.valuesB = [.init()]
    payload = state.encodePayload()
    payload[3] = 2
    #expect(throws: UBXError.groupCount(MgaSFIni.id, declared: 2, found: 1)) {
      try MgaSFIni.decode(payload.span)
    }
    payload[2] = 4
    #expect(throws: UBXError.self) { try MgaSFIni.decode(payload.span) }
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

  @Test func `an ephemeris is a set of subframes or none`() throws {
    var message = AidEph()
    message.satellite = 7
    #expect(message.encodePayload().count == 8)
    message.handOverWord = 1
    message.subframes = [AidEph.Subframes()]
    message.subframes[0].subframe2.word3 = 0xABCDEF
    let payload = message.encodePayload()
    #expect(payload.count == 104 && payload[40..<43] == [0xEF, 0xCD, 0xAB])
    #expect(try AidEph.decode(payload.span) == message)
    for length in 9..<104 {
      #expect(throws: UBXError.payloadLength(AidEph.id, found: length)) {
        try AidEph.decode(payload.span.extracting(first: length))
      }
    }
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
