import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX class RXM")
struct ReceiverManagerTests {
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

  @Test func `RXM-RAWX has values where they are valid`() throws {
    var payload = octets("0000000000e06f40 2b09 12 01 01 000000")
    payload += octets(
      "000000001abc7441 0000000000005940 00004841 06 05 00 0c e803 2d 04 0f 03 05 00")
    let message = try RxmRawX.decode(payload.span)
    let signal = message.measurements[0]
    #expect(
      message.timeOfWeek == 255 && message.leapSeconds == 18 && message.state.isLeapSecondKnown)
    #expect(signal.pseudorange == signal.reportedPseudorange && signal.carrierPhase == nil)
    #expect(signal.reportedCarrierPhase == 100 && signal.doppler == 12.5)
    #expect(signal.gnss == .glonass && signal.frequency == 12 && signal.lockTime == 1000)
    #expect(abs(signal.pseudorangeDeviation.metres - 0.16) < 1e-12)
    #expect(signal.carrierDeviation.cycles == nil)
    #expect(abs(signal.dopplerDeviation.hertz - 0.016) < 1e-12)
    #expect(throws: UBXError.groupCount(RxmRawX.id, declared: 1, found: 0)) {
      try RxmRawX.decode(payload.span.extracting(first: 47))
    }
  }

  @Test func `RXM-SFRBX has the words it declares`() throws {
    let payload = octets("06 05 00 0c 02 03 02 00 78563412 ffffffff")
    let message = try RxmSFRBX.decode(payload.span)
    #expect(message.words == [0x1234_5678, 0xFFFF_FFFF] && message.frequency == 12)
    #expect(try printed(RxmSFRBX.id, payload)["dwrd_02"] == .unsigned(0xFFFF_FFFF))
    var wrong = payload
    for count in [1, 3] as [UInt8] {
      wrong[4] = count
      #expect(throws: UBXError.payloadLength(RxmSFRBX.id, found: 16)) {
        try RxmSFRBX.decode(wrong.span)
      }
    }
  }

  @Test func `RXM-EPH has eight words of each sub-frame, one sub-frame behind the other, or none`()
    throws
  {
    var payload = octets("05000000 39300000")
    for word in 1...24 as ClosedRange<UInt8> { payload += [word, 0, 0, 0] }
    let message = try RxmEph.decode(payload.span)
    #expect(message.subframe1 == [1, 2, 3, 4, 5, 6, 7, 8] && message.subframe3.last == 24)
    #expect(try printed(RxmEph.id, payload)["sf2d_01"] == .unsigned(9))
    let none = try RxmEph.decode(payload.span.extracting(first: 8))
    #expect(none.subframe1.isEmpty && none.encodePayload().count == 8)
    #expect(throws: UBXError.payloadLength(RxmEph.id, found: 40)) {
      try RxmEph.decode(payload.span.extracting(first: 40))
    }
  }

  @Test func `RXM-ALM has eight words or none`() throws {
    let none = try RxmAlm.decode(octets("05000000 00000000").span)
    #expect(none.words.isEmpty && none.satellite == 5)
    var message = RxmAlm()
    message.words = [1]
    #expect(message.encodePayload().count == 40)
  }

  @Test func `RXM-SPARTN-KEY hands out the octets of each key`() throws {
    let payload = octets("01020000 0003290 97f3a0900 00022a0901000000 01020304 05")
    let message = try RxmSPARTNKey.decode(payload.span)
    #expect(message.keys.count == 2 && message.keys[0].validFromWeek == 2345)
    #expect(message.keys[0].validFromTimeOfWeek == 604_799)
    #expect(message.octets(ofKey: 0).map(Array.init) == [1, 2, 3])
    #expect(message.octets(ofKey: 1).map(Array.init) == [4, 5])
    #expect(message.octets(ofKey: 2) == nil && message.octets(ofKey: -1) == nil)
    #expect(try printed(RxmSPARTNKey.id, payload)["key_05"] == .unsigned(5))
    #expect(message.encodePayload() == payload)
    let short = try RxmSPARTNKey.decode(payload.span.extracting(first: payload.count - 1))
    #expect(short.octets(ofKey: 1) == nil)
  }

  @Test func `RXM-PMP has 504 octets in version 0, and as many as it says from version 1 on`()
    throws
  {
    var old = [UInt8](repeating: 0, count: 528)
    old[20] = 0xAB
    old[526] = 16
    #expect(try RxmPMPV0.decode(old.span).data.first == 0xAB)
    #expect(try RxmPMPV0.decode(old.span).quality.energyPerBit == 2)
    var new = octets("01000300 04030201 00000000 00000000 0500 00 07 0200 10 00")
    new += [1, 2, 3]
    let message = try RxmPMP.decode(new.span)
    #expect(message.data == [1, 2, 3] && message.header.service == 5)
    #expect(message.header.uniqueWordErrors == 7 && message.quality.correctedBits == 2)
    #expect(try printed(RxmPMP.id, new)["userData"] == .wide([1, 2, 3]))
    for count in [2, 4] as [UInt8] {
      new[2] = count
      #expect(throws: UBXError.payloadLength(RxmPMP.id, found: 27)) {
        try RxmPMP.decode(new.span)
      }
    }
  }

  @Test func `RXM-RLM is short or long`() throws {
    let short = octets("00 01 05 00 0807060504030201 09 0a0b 00")
    #expect(try RxmRLMShort.decode(short.span).header.beacon == 0x0102_0304_0506_0708)
    #expect(try RxmRLMShort.decode(short.span).parameters == [0x0A, 0x0B])
    let long = octets("00 02 05 00 0807060504030201 09 0102030405060708090a0b0c 000000")
    #expect(try RxmRLMLong.decode(long.span).parameters == [UInt8](1...12))
    #expect(try printed(RxmRLMLong.id, long)["params"] == .wide([UInt8](1...12)))
  }

  @Test func `RXM-MEASX has Doppler shift and code phase in its scales`() throws {
    var payload = [UInt8](repeating: 0, count: 44 + 24)
    payload[24] = 8
    payload[34] = 1
    payload.replaceSubrange(48..<56, with: octets("9cffffff 0a000000"))
    payload.replaceSubrange(60..<64, with: octets("00001000"))
    let message = try RxmMeasX.decode(payload.span)
    #expect(message.gpsAccuracyMilliseconds == 0.5)
    #expect(message.satellites[0].dopplerVelocity == -4 && message.satellites[0].doppler == 2)
    #expect(message.satellites[0].codePhase == 0.5)
  }

  @Test func `RXM-IMES has signed positions, where they are valid`() throws {
    var transmitter = RxmIMES.Transmitter()
    transmitter.coarseFirst.latitude = 0x60_0000
    transmitter.coarseSecond.longitude = 0x40_0000
    #expect(transmitter.coarseLatitude == nil && transmitter.altitude == nil)
    transmitter.coarseSecond.isValid = true
    #expect(transmitter.coarseLatitude == -45 && transmitter.coarseLongitude == 90)
    transmitter.fine.isValid = true
    transmitter.fine.altitude = 100
    #expect(transmitter.altitude == 5)
    transmitter.medium.high = 1
    transmitter.medium.isValid = true
    #expect(transmitter.mediumIdentifier == 0x1_0000_0000)
  }

  @Test func `RXM-SFRB prints its words as octets`() throws {
    var payload: [UInt8] = [3, 120]
    payload += [UInt8](1...40)
    #expect(try RxmSFRB.decode(payload.span).words[0] == 0x0403_0201)
    #expect(try printed(RxmSFRB.id, payload)["dwrd_10"] == .octets([37, 38, 39, 40]))
  }

  @Test func `packed measurements are kept as they are`() throws {
    let message = try RxmMeas20.decode([UInt8](1...20).span)
    #expect(message.payload == [UInt8](1...20) && message.encodePayload() == [UInt8](1...20))
    #expect(try printed(RxmMeas20.id, [UInt8](1...20))["payload_20"] == .unsigned(20))
    #expect(UBXCatalogue.name(of: RxmMeasD12().encode().span) == "RXM-MEASD12")
  }

  @Test func `RXM-RTCM and RXM-SPARTN tell whether corrections are used`() throws {
    #expect(try RxmRTCM.decode(octets("02 05 0000 0000 3504").span).flags.use == .used)
    #expect(try RxmRTCM.decode(octets("02 05 0000 0000 3504").span).flags.isDamaged)
    #expect(try RxmSPARTN.decode(octets("01 02 0000 0000 0000").span).flags.use == .unused)
  }
}
