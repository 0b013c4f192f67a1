import CairnTestSupport
import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

/// Expected numbers are an independent decoder's (pyrtcm 1.2.1), semicircles turned into degrees.
@Suite("RTCM ephemerides")
struct EphemerisTests {
  @Test func `1019 is GPS`() throws {
    let message = try GPSEphemeris.decode(Sample.payload(1019).span)
    #expect(message.satellite == 1 && message.week == 313)
    #expect(message.issueOfEphemeris == 174 && message.issueOfClock == 430)
    #expect(message.orbit.referenceTime == 511_200 && message.clock.referenceTime == 511_200)
    #expect(message.orbit.squareRootOfSemiMajorAxis == 5153.733592987061)
    #expect(message.orbit.eccentricity == 0.0004721118602901697)
    #expect(abs(message.orbit.meanAnomaly + 0.6464834250509739 * 180) < 1e-12)
    #expect(abs(message.orbit.inclination - 0.30551202688366175 * 180) < 1e-12)
    #expect(message.orbit.sineRadius == -73.59375 && message.orbit.cosineRadius == 159.0625)
    #expect(message.clock.bias == 0.00021764077246189117)
    #expect(message.groupDelay == -9.313225746154785e-09 && message.health == 0)
  }

  @Test func `1020 is GLONASS, with signs and magnitudes, in metres`() throws {
    let message = try GLONASSEphemeris.decode(Sample.payload(1020).span)
    #expect(message.satellite == 3 && message.frequencyChannel == 5)
    #expect(message.referenceTime == 7 * 900 && message.frameTime == 188)
    #expect(message.x.position == 3_260_353.02734375)
    #expect(message.z.velocity == -3556.245803833008)
    #expect(message.y.acceleration == -1.862645149230957e-06)
    #expect(message.clockBias == -129_233 * 0x1p-30 && message.groupDelay == -3 * 0x1p-30)
    #expect(message.dayOfFourYears == 468 && message.kind == 1 && message.hasAdditionalData)
  }

  @Test func `a GLONASS frequency channel keeps its sign`() throws {
    var message = GLONASSEphemeris()
    message.frequencyChannel = -7
    #expect(try recoded(message) == message)
  }

  @Test func `1042 is BeiDou`() throws {
    let message = try BeiDouEphemeris.decode(Sample.payload(1042).span)
    #expect(message.satellite == 2 && message.week == 1005)
    #expect(message.orbit.referenceTime == 514_800)
    #expect(abs(message.groupDelayB1 - 1.7e-9) < 1e-20)
    #expect(abs(message.groupDelayB2 + 13.8e-9) < 1e-20)
    #expect(message.orbit.cosineRadius == -583.25)
  }

  @Test func `1045 and 1046 are Galileo, and differ in their signals`() throws {
    let fnav = try GalileoEphemeris.decode(Sample.payload(1045).span)
    let inav = try GalileoEphemeris.decode(Sample.payload(1046).span)
    #expect(fnav.number == .galileoFNAV && inav.number == .galileoINAV)
    #expect(fnav.satellite == 4 && inav.satellite == 4)
    #expect(inav.week == 1337 && inav.issueOfData == 96 && inav.accuracyIndex == 107)
    #expect(fnav.orbit == inav.orbit)
    #expect(inav.orbit.referenceTime == 514_800)
    #expect(inav.groupDelayE5a == -4.190951585769653e-09)
    guard case .inav(let signals) = inav.signals else {
      Issue.record("1046 without I/NAV")
      return
    }
    #expect(signals.groupDelayE5b == -4.6566128730773926e-09 && signals.healthE1B == 0)
  }

  @Test(arguments: UInt64(1)...5)
  func `any bits of 1041 and 1044 come back`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var bytes = (0..<62).map { _ in UInt8.random(in: 0...255, using: &random) }
    (bytes[0], bytes[1]) = (0x41, 0x10 | bytes[1] & 15)
    let navic = try NavICEphemeris.decode(bytes.span)
    let again = try recoded(navic)
    #expect(again == navic && navic.orbit.referenceTime == again.orbit.referenceTime)
    (bytes[0], bytes[1]) = (0x41, 0x40 | bytes[1] & 15)
    let qzss = try QZSSEphemeris.decode(bytes.span)
    #expect(try qzss.encodePayload().dropLast() == bytes[0..<60])
    #expect(try qzss.encodePayload()[60] & 0xF8 == bytes[60] & 0xF8)
  }

  @Test func `1041 and 1044 have the lengths of the standard`() throws {
    // 482 and 485 bits.
    #expect(try NavICEphemeris().encodePayload().count == 61)
    #expect(try QZSSEphemeris().encodePayload().count == 61)
  }

  @Test func `a QZSS group delay that cannot be used is absent`() throws {
    var message = QZSSEphemeris()
    message.groupDelay = nil
    #expect(try recoded(message).groupDelay == nil)
    message.groupDelay = -127 * 0x1p-31
    #expect(try recoded(message) == message)
  }
}
