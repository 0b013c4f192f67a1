import CairnTestSupport
import CairnTypes
import CairnCatalogue
import CairnUBX
import Testing

@Suite("UBX class MON")
struct MonitoringTests {
  /// From gpsd's `ublox-zoe-m8b-logbatch` (BSD-2-Clause); the independent decoder does not know it.
  @Test func `MON-BATCH tells what is left and what was lost`() throws {
    let message = try MonBatch.decode(octets("00000000 3800 3e00 0000 9600").span)
    #expect(message.fillLevel == 56 && message.droppedInAll == 62)
    #expect(message.droppedSinceLast == 0 && message.nextNumber == 150)
    let fields = try printed(MonBatch.id, octets("00000000 3800 3e00 0000 9600"))
    #expect(fields["fillLevel"] == .unsigned(56) && fields["nextMsgCnt"] == .unsigned(150))
  }

  /// From pyubx2's `pygpsdata-ALL` (BSD-3-Clause): 120 octets, of which it reads the first 20.
  @Test func `MON-IO has every port, not the first alone`() throws {
    var payload = [UInt8](repeating: 0, count: 120)
    payload.replaceSubrange(24..<28, with: octets("227b3300"))
    payload.replaceSubrange(60..<68, with: octets("4c3f0000 209d0500"))
    let message = try MonIO.decode(payload.span)
    #expect(message.others.count == 5)
    #expect(message.others[0].transmitted == 3_373_858)
    #expect(message.others[2].received == 16_204 && message.others[2].transmitted == 367_904)
    let fields = try printed(MonIO.id, payload)
    #expect(fields["rxBytes"] == .unsigned(0) && fields["rxBytes_03"] == .unsigned(16_204))
    #expect(throws: UBXError.payloadLength(MonIO.id, found: 119)) {
      try MonIO.decode(payload.span.extracting(first: 119))
    }
  }

  @Test func `MON-HW of u-blox 6 has its fields behind 25 virtual pins`() throws {
    var payload = [UInt8](repeating: 0, count: 68)
    payload[20] = 3
    payload[28] = 0xAA
    payload[52] = 0xBB
    payload[53] = 99
    payload[64] = 0x01
    let message = try MonHW6.decode(payload.span)
    #expect(message.status.antennaStatus == .short)
    #expect(message.status.virtualPins.count == 25 && message.status.virtualPins[24] == 0xBB)
    #expect(message.status.jammingIndicator == 99 && message.status.pulledLowPins == 1)
    let fields = try printed(MonHW.id, payload)
    #expect(fields["VP_01"] == .octets([0xAA]) && fields["VP_25"] == .octets([0xBB]))
    #expect(fields["jamInd"] == .unsigned(99))
    #expect(try printed(MonHW.id, [UInt8](payload.prefix(60)))["VP_17"] == .octets([0]))
  }

  /// From gpsd's `ublox-zed-f9r` (BSD-2-Clause).
  @Test func `MON-RF is read with blocks of 20 octets where two of them fill it`() throws {
    let payload = octets(
      """
      00020000
      0001020f 00000000 00000000 4500 3213 13 95 16 95
      0101020a 00000000 00000000 2700 9114 0d a9 0b a5
      """)
    #expect(throws: UBXError.groupCount(MonRF.id, declared: 2, found: 1)) {
      try MonRF.decode(payload.span)
    }
    let message = try MonRFShort.decode(payload.span)
    #expect(
      message.blocks[0].block.gainCount == 4914 && message.blocks[0].block.jammingIndicator == 19)
    #expect(message.blocks[1].block.number == 1 && message.blocks[1].block.quadratureOffset == -91)
    let fields = try printed(MonRF.id, payload)
    #expect(fields["jamInd_02"] == .unsigned(13) && fields["magQ_01"] == nil)
  }

  @Test func `MON-RF is read with blocks of 24 octets where these fill it`() throws {
    let payload = octets("00010000 00020401 00000000 00000000 6300 9909 17 0d a9 06 a7 000000")
    let block = try MonRF.decode(payload.span).blocks[0]
    #expect(block.flags.jamming == .warning && block.antennaStatus == .open)
    #expect(block.antennaPower == .on && block.noiseLevel == 99)
    #expect(block.quadratureMagnitude == 167 && abs(block.gain - 0.3) < 1e-3)
    #expect(try printed(MonRF.id, payload)["magQ_01"] == .unsigned(167))
  }

  @Test func `MON-SPAN has 256 steps around the middle`() throws {
    var payload = octets("00010000")
    payload += (0..<256).map { UInt8($0) }
    payload += octets("00d0fb01 20a10700 70040c46 2d 000000")
    let block = try #require(try MonSpan.decode(payload.span).blocks.first)
    #expect(block.spectrum.count == 256 && block.spectrum[255] == 255)
    #expect(block.span == 33_280_000 && block.gain == 45)
    #expect(block.frequency(ofBin: 127) == Double(block.center))
    #expect(block.frequency(ofBin: 128) - block.frequency(ofBin: 127) == 130_000)
    let fields = try printed(MonSpan.id, payload)
    #expect(fields["spectrum_01"] == .octets(block.spectrum))
    #expect(throws: UBXError.groupCount(MonSpan.id, declared: 1, found: 0)) {
      try MonSpan.decode(payload.span.extracting(first: 275))
    }
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

  @Test func `MON-MSGPP keeps ports and protocols apart`() throws {
    var payload = [UInt8](repeating: 0, count: 120)
    payload[18] = 7
    payload[116] = 9
    let message = try MonMsgPP.decode(payload.span)
    #expect(message.port1[1] == 7 && message.skipped[5] == 9)
    #expect(try printed(MonMsgPP.id, payload)["msg2_02"] == .unsigned(7))
  }

  @Test func `MON-GNSS keeps three sets of systems apart`() throws {
    var message = MonGNSS()
    message.supported.galileo = true
    message.preset.gps = true
    message.enabled.glonass = true
    #expect(message.encodePayload() == octets("00 08 01 02 00 000000"))
    #expect(try MonGNSS.decode(message.encodePayload().span) == message)
  }

  @Test func `texts of class INF differ in their number alone, and may be empty`() throws {
    #expect(try InfNotice.decode(octets("7562").span).text.string == "ub")
    #expect(try InfError.decode([UInt8]().span).text.string == "")
    let numbers = [InfError.id, InfWarning.id, InfNotice.id, InfTest.id, InfDebug.id].map(\.number)
    #expect(numbers == [0, 1, 2, 3, 4])
    #expect(try printed(InfDebug.id, octets("41e9"))["message"] == .text("Aé"))
  }
}
