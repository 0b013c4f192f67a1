import CairnCatalogue
import CairnTypes
import CairnUBX
import Testing

/// Messages with a type, beside what the catalogue prints of them.
@Suite("UBX messages with a type")
struct TypedMessageTests {
  @Test(arguments: Self.examples)
  func `have the bytes that pyubx2 makes of the same values, and keep them in a pass`(
    example: EncodedExample
  ) {
    #expect(example.encoded == example.expected)
    #expect(example.encodedAgain == example.expected)
  }

  static let examples = [
    EncodedExample("b56206040400098102009a0f") { (m: inout CfgRst) in
      m.cleared.ephemerides = true
      m.cleared.ionosphere = true
      m.cleared.realTimeClock = true
      m.cleared.assistNowAutonomous = true
      m.mode = .softwareGNSSOnly
    },
    EncodedExample("b56206040400ffff01000d5f") { (m: inout CfgRst) in
      m.cleared = .coldStart
      m.mode = .software
    },
    EncodedExample("b56206040400000008001674") { (m: inout CfgRst) in
      m.cleared = .hotStart
      m.mode = .stopGNSS
    },
    EncodedExample("b562091404000100000022f0") { (m: inout UpdSos) in m.command = .clear },
    EncodedExample("b5620914080003000000020000002ab8") { (m: inout UpdSosResult) in
      m.kind = .restored
      m.response = 2
    },
  ]

  /// The frame is what pyubx2 1.4.0 makes of the same fields.
  @Test func `RXM-PMREQ of 16 octets equals an independent encoder's`() throws {
    var request = RxmPMReq()
    request.duration = 60
    request.flags.backup = true
    request.flags.force = true
    request.wakeUpSources.uart = true
    request.wakeUpSources.input0 = true
    request.wakeUpSources.spiSelect = true
    let frame = octets("b5620241 1000 00000000 60ea0000 06000000 a8000000 4b79")
    #expect(request.encode() == frame)
    #expect(try RxmPMReq.decode(UBXFrame.payload(of: frame.span)) == request)
  }

  /// The frame is what pyubx2 1.4.0 makes of the same fields.
  @Test func `RXM-PMREQ of 8 octets equals an independent encoder's`() throws {
    var request = RxmPMReqShort()
    request.duration = 5
    request.flags.backup = true
    let frame = octets("b5620241 0800 88130000 02000000 e800")
    #expect(request.encode() == frame)
    #expect(try RxmPMReqShort.decode(UBXFrame.payload(of: frame.span)) == request)
  }

  @Test func `RXM-PMREQ sleeps for ever only without a duration`() {
    func milliseconds(_ duration: Double?) -> [UInt8] {
      var request = RxmPMReq()
      request.duration = duration
      var short = RxmPMReqShort()
      short.duration = duration
      #expect(request.encodePayload()[4..<8] == short.encodePayload()[0..<4])
      return [UInt8](short.encodePayload()[0..<4])
    }
    #expect(milliseconds(nil) == [0, 0, 0, 0])
    #expect(milliseconds(0) == [1, 0, 0, 0] && milliseconds(-5) == [1, 0, 0, 0])
    #expect(milliseconds(.nan) == [1, 0, 0, 0] && milliseconds(0.4) == [144, 1, 0, 0])
    #expect(milliseconds(1e9) == [255, 255, 255, 255])
  }

  @Test func `fields build the form of RXM-PMREQ that has them`() throws {
    var fields = RecordedFields()
    fields.field("duration", .unsigned(5000))
    fields.field("backup", .unsigned(1))
    let short = try #require(UBXCatalogue.encode("RXM-PMREQ", from: fields))
    #expect(UBXFrame.payload(of: short.frame.span).count == 8 && short.missing == 0)
    for name in ["force", "uartrx", "extint0", "extint1", "spics", "version"] as [StaticString] {
      fields.field(name, .unsigned(0))
    }
    let long = try #require(UBXCatalogue.encode("RXM-PMREQ", from: fields))
    #expect(UBXFrame.payload(of: long.frame.span).count == 16 && long.missing == 0)
  }

  @Test func `position by latitude and longitude`() {
    var message = MgaIniPosLLH()
    message.latitude = 47.2852345
    message.longitude = -8.5652345
    message.ellipsoidalAltitude = 456.78
    message.accuracy = 250
    #expect(
      hexadecimal(message.encode()) == "b562134014000100000079272f1c870ce5fa6eb20000a8610000eed0")
  }

  @Test func `time in UTC`() {
    var message = MgaIniTimeUTC()
    message.reference.source = 1
    message.reference.isFallingEdge = true
    message.leapSeconds = 18
    message.year = 2026
    message.month = 11
    message.day = 21
    message.hour = 8
    message.minute = 59
    message.second = 60
    message.nanosecond = 123_456_789
    message.accuracySeconds = 2
    message.accuracyNanoseconds = 500_000_000
    #expect(
      hexadecimal(message.encode())
        == "b5621340180010001112ea070b15083b3c0015cd5b07020000000065cd1dc377")
    message.leapSeconds = nil
    message.reference = AssistanceReference()
    #expect(
      hexadecimal(message.encode())
        == "b5621340180010000080ea070b15083b3c0015cd5b07020000000065cd1d2007")
  }

  @Test func `a part of the navigation database`() {
    var message = MgaDBD()
    message.data = [1, 2, 3, 0xFE, 0xFF]
    #expect(hexadecimal(message.encode()) == "b56213801100000000000000000000000000010203feffa7e3")
  }

  @Test func `a cold start clears what has no name too`() throws {
    var message = CfgRst()
    message.cleared = .coldStart
    #expect(Array(message.encodePayload().prefix(2)) == [0xFF, 0xFF])
    #expect(try CfgRst.decode(octets: message.encodePayload()).cleared == .coldStart)
    message.cleared = .warmStart
    #expect(Array(message.encodePayload().prefix(2)) == [1, 0])
  }

  @Test func `MON-RF is read with blocks of 24 octets where these fill it`() throws {
    let payload = octets("00010000 00020401 00000000 00000000 6300 9909 17 0d a9 06 a7 000000")
    let block = try MonRF.decode(payload.span).blocks[0]
    #expect(block.flags.jamming == .warning && block.antennaStatus == .open)
    #expect(block.antennaPower == .on && block.noiseLevel == 99)
    #expect(block.quadratureMagnitude == 167 && abs(block.gain - 0.3) < 1e-3)
    #expect(try printed(MonRF.id, payload)["magQ_01"] == .unsigned(167))
  }

  @Test func `MON-COMMS counts messages by the protocols it names`() throws {
    var payload = octets("00010b00 000105ff 0003 0000 c49b0500 00 18 0000 243f0000 00 07 0200")
    payload += octets("e606 0000 0100 0000 0000000000000000 09000000")
    let message = try MonComms.decode(payload.span)
    let port = message.ports[0]
    #expect(message.protocols == [0, 1, 5, 255] && message.transmitErrors.outputPort == 2)
    #expect(port.port == .usb && port.transmitPeakUsagePercent == 24)
    #expect(port.messages == [1766, 0, 1, 0] && port.overruns == 2 && port.skipped == 9)
    let fields = try printed(MonComms.id, payload)
    #expect(fields["msgs_01_03"] == .unsigned(1) && fields["protIds_04"] == .unsigned(255))
  }

  @Test func `SEC-UNIQID has a number of 40 bits in version 1`() throws {
    let payload = octets("01000000 0102030405")
    #expect(try SecUniqIDV1.decode(payload.span).uniqueID == 0x05_0403_0201)
    #expect(try printed(SecUniqID.id, payload)["uniqueId"] == .unsigned(0x05_0403_0201))
  }

  /// The independent decoder drops the sixth octet.
  @Test func `SEC-UNIQID has a number of 48 bits in version 2`() throws {
    let payload = octets("02000000 010203040506")
    let message = try SecUniqID.decode(payload.span)
    #expect(message.uniqueID == 0x0605_0403_0201 && message.encodePayload() == payload)
    #expect(try printed(SecUniqID.id, payload)["uniqueId"] == .unsigned(0x0605_0403_0201))
  }

  @Test func `SEC-SIG of version 1 has its states in two octets`() throws {
    let payload = octets("01000000 05000000 07000000")
    let message = try SecSigV1.decode(payload.span)
    #expect(message.jamming.isEnabled && message.jamming.state == .warning)
    #expect(message.spoofing.isEnabled && message.spoofing.state == .affirmed)
    #expect(try printed(SecSig.id, payload)["spoofingState"] == .unsigned(3))
  }

  @Test func `SEC-SIG of version 2 has both states in one octet, and frequencies`() throws {
    let payload = octets("02 2f 00 02 58081800 58081801")
    let message = try SecSig.decode(payload.span)
    #expect(message.flags.detectsJamming && message.flags.jamming == .critical)
    #expect(message.flags.detectsSpoofing && message.flags.spoofing == .indicated)
    #expect(message.frequencies[1].state.isJammed && !message.frequencies[0].state.isJammed)
    #expect(message.frequencies[0].state.centerKilohertz == 1_575_000)
    #expect(try printed(SecSig.id, payload)["centFreq_02"] == .unsigned(1_575_000))
    #expect(throws: UBXError.groupCount(SecSig.id, declared: 2, found: 1)) {
      try SecSig.decode(payload.span.extracting(first: 8))
    }
  }

  @Test func `twelve octets of SEC-SIG are version 1 or 2 as their first octet says`() throws {
    #expect(try printed(SecSig.id, octets("01000000 05000000 03000000"))["centFreq_01"] == nil)
    #expect(try printed(SecSig.id, octets("02000002 00000000 00000000"))["jammed_02"] != nil)
  }

  @Test func `a signal that is not tracked has no strength`() throws {
    let payload = WirePayload().u4(1000).u1(0).u1(2).zeros(2)
      .u1(6).u1(255).u1(0).u1(0).i2(-15).u1(0).u1(1).u1(0).u1(0).u2(0).zeros(4)
      .u1(2).u1(11).u1(6).u1(0).i2(4).u1(41).u1(7).u1(4).u1(8).u2(0x029).zeros(4)
    let signals = try NavSig.decode(payload.bytes.span).signals
    #expect(signals[0].carrierToNoise == nil && signals[0].frequencySlot == -7)
    #expect(signals[0].pseudorangeResidual == -1.5)
    #expect(signals[1].carrierToNoise == 41 && signals[1].frequencySlot == nil)
    #expect(signals[1].correctionSource == .rtcm3Observations)
    #expect(signals[1].ionosphericModel == .dualFrequency)
    #expect(signals[1].flags.health == 1 && signals[1].flags.usesPseudorange)
    #expect(signals[1].flags.usesDoppler && !signals[1].flags.usesCarrier)
  }

  @Test func `the second engine has the layout and the name of the first, in a class of its own`()
    throws
  {
    let payload = WirePayload().u4(1000).i4(-5).i4(6).u4(7).u4(8).bytes
    let second = try Nav2<NavClock>.decode(payload.span)
    #expect(second.message == (try NavClock.decode(payload.span)))
    #expect(Nav2<NavClock>.name == "NAV2-CLOCK")
    #expect(Nav2<NavClock>.id == MessageID(.nav2, 0x22))
    let frame = second.encode()
    #expect(frame[2] == 0x29 && frame[3] == 0x22)
    #expect(UBXCatalogue.name(of: frame.span) == "NAV2-CLOCK")
    #expect(UBXCatalogue.name(of: second.message.encode().span) == "NAV-CLOCK")
  }

  @Test func `RXM-RTCM tells whether corrections are used`() throws {
    #expect(try RxmRTCM.decode(octets("02 05 0000 0000 3504").span).flags.use == .used)
    #expect(try RxmRTCM.decode(octets("02 05 0000 0000 3504").span).flags.isDamaged)
  }
}
