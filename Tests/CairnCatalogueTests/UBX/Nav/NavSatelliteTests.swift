import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX signal, orbit and correction messages")
struct NavSatelliteTests {
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

  /// A message type, the length of its fixed part, where the count stands, and a group's length.
  private struct Counted {
    let count: Int
    let group: Int
    let fixed: Int
    let decode: ([UInt8]) throws -> Void
  }

  @Test func `a declared count that the payload contradicts is refused`() {
    func counted<M: UBXMessage>(_ type: M.Type, _ fixed: Int, _ count: Int, _ group: Int) -> Counted
    {
      Counted(count: count, group: group, fixed: fixed) { _ = try M.decode($0.span) }
    }
    let messages = [
      counted(NavSig.self, 8, 5, 16), counted(NavOrb.self, 8, 5, 6),
      counted(NavSBAS.self, 12, 8, 12), counted(NavDGPS.self, 16, 12, 12),
      counted(NavSLAS.self, 20, 19, 8), counted(NavGeofence.self, 8, 6, 2),
      counted(EsfStatus.self, 16, 15, 4), counted(Nav2<NavSat>.self, 8, 5, 12),
    ]
    for message in messages {
      var payload = [UInt8](repeating: 0, count: message.fixed + 2 * message.group)
      payload[message.count] = 2
      #expect(throws: Never.self) { try message.decode(payload) }
      for wrong in [0, 1, 3, 255] as [UInt8] {
        payload[message.count] = wrong
        #expect(throws: UBXError.self) { try message.decode(payload) }
      }
    }
  }

  @Test func `an augmentation system may be unknown, and its satellite absent`() throws {
    let payload = WirePayload().u4(1000).u1(0).u1(1).i1(-1).u1(0b0111).u1(1).u1(2).zeros(2)
      .u1(120).u1(0).u1(5).u1(1).u1(7).zeros(1).i2(-150).zeros(2).i2(275).bytes
    let message = try NavSBAS.decode(payload.span)
    #expect(message.satellite == nil && message.system == .unknown)
    #expect(message.services.integrity && !message.services.isTesting)
    #expect(message.status.integrity == 2)
    #expect(message.channels[0].pseudorangeCorrection == -1.5)
    #expect(message.channels[0].ionosphericCorrection == 2.75)
    #expect(message.encodePayload() == payload)
  }

  @Test func `orbits keep usability and source apart`() throws {
    let payload = WirePayload().u4(1000).u1(1).u1(1).zeros(2)
      .u1(0).u1(5).u1(0b1101).u1(0b001_11110).u1(0b010_00111).u1(0b010_00011).bytes
    let satellite = try #require(try NavOrb.decode(payload.span).satellites.first)
    #expect(satellite.state.health == 1 && satellite.state.visibility == 3)
    #expect(satellite.ephemeris.usability == 30 && satellite.ephemeris.source == 1)
    #expect(satellite.almanac.usability == 7 && satellite.almanac.source == 2)
    #expect(satellite.assistance.usability == 3 && satellite.assistance.kind == 2)
  }

  @Test func `AssistNow Autonomous has a short and a long form`() throws {
    let short = WirePayload().u4(1000).u1(1).u1(0).zeros(10).bytes
    #expect(try NavAOPStatus.decode(short.span).isEnabled)
    #expect(try NavAOPStatus.decode(short.span).status == .idle)
    let long = WirePayload().u4(1000).u1(0).u1(1).zeros(2).u4(0x8000_0001).zeros(8).bytes
    #expect(try NavAOPStatusLong.decode(long.span).status == .running)
    for (payload, field) in [(short, "aopCfg"), (long, "avail")] {
      var fields = RecordedFields()
      let frame = UBXFrame.encode(NavAOPStatus.id, payload.span)
      try UBXCatalogue.printFields(of: frame.span, into: &fields)
      #expect(fields.flat[field] != nil)
    }
  }

  @Test func `differential corrections are real numbers in metres`() throws {
    let payload = WirePayload().u4(1000).i4(2500).i2(-1).i2(0).u1(1).u1(1).zeros(2)
      .u1(12).u1(0x1F).u2(1500).with(Float(-3.25)).with(Float(0.125)).bytes
    let message = try NavDGPS.decode(payload.span)
    #expect(message.age == 2.5 && message.status == .rangesAndRates)
    #expect(message.channels[0].flags.channel == 15 && message.channels[0].flags.isUsed)
    #expect(message.channels[0].age == 1.5)
    #expect(message.channels[0].pseudorangeCorrection == -3.25)
    #expect(message.encodePayload() == payload)
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
}
