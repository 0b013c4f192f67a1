import CairnTypes
import CairnUBX
import Testing

@Suite("UBX-NAV-SAT")
struct NavSatTests {
  private func sample() throws -> NavSat {
    try NavSat.decode(Samples.payload(Samples.navSat).span)
  }

  @Test func `decodes a received frame`() throws {
    let message = try sample()
    #expect(message.satellites.count == 13)
    let first = message.satellites[0]
    #expect(first.gnss == .gps && first.number == 4 && first.carrierToNoise == 22)
    #expect(first.elevation == 48 && first.azimuth == 216)
    #expect(abs(first.pseudorangeResidual + 3.9) < 1e-12)
    #expect(first.flags.quality == 4 && first.flags.isUsed && first.flags.health == 1)
    #expect(first.flags.orbitSource == 1 && first.flags.hasEphemeris && first.flags.hasAlmanac)
    #expect(message.satellites[12].gnss == .glonass && message.satellites[12].number == 24)
  }

  @Test func `leaves out an unknown direction and a missing signal`() throws {
    let fourth = try sample().satellites[3]
    #expect(fourth.elevation == nil && fourth.azimuth == nil)
    var silent = NavSat()
    silent.satellites = [NavSat.Satellite()]
    let decoded = try NavSat.decode(silent.encodePayload().span)
    #expect(decoded.satellites[0].carrierToNoise == nil)
  }

  @Test func `refuses a declared count that the payload does not hold`() {
    var payload = Samples.payload(Samples.navSat)
    for declared in [0, 12, 14, 255] as [UInt8] {
      payload[5] = declared
      #expect(
        throws: UBXError.groupCount(NavSat.id, declared: Int(declared), found: 13)
      ) {
        try NavSat.decode(payload.span)
      }
    }
  }

  @Test func `refuses bytes behind the last group`() {
    let payload = Samples.payload(Samples.navSat) + [0]
    #expect(throws: UBXError.payloadLength(NavSat.id, found: payload.count)) {
      try NavSat.decode(payload.span)
    }
  }

  @Test func `keeps its storage when a value is decoded into again`() throws {
    let payload = Samples.payload(Samples.navSat)
    var message = try sample()
    let before = message.satellites.withUnsafeBufferPointer { $0.baseAddress }
    for _ in 0..<3 { try message.update(from: payload.span) }
    #expect(message.satellites.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(try message == sample())
  }

  @Test func `sends at most 255 satellites`() throws {
    var message = NavSat()
    message.satellites = Array(repeating: NavSat.Satellite(), count: 300)
    let payload = message.encodePayload()
    #expect(payload.count == 8 + 12 * 255)
    #expect(try NavSat.decode(payload.span).satellites.count == 255)
  }

  @Test func `becomes the satellite that all receivers share`() throws {
    let message = try sample()
    let first = try #require(Satellite(message.satellites[0]))
    #expect(
      first
        == Satellite(
          system: .gps, number: 4, elevation: 48, azimuth: 216, carrierToNoise: 22, isUsed: true))
    var unidentified = message.satellites[12]
    unidentified.number = 255
    #expect(Satellite(unidentified)?.number == nil)
    #expect(Satellite(unidentified)?.system == .glonass)
    unidentified.gnss = GNSSIdentifier(rawValue: 9)
    #expect(Satellite(unidentified) == nil)
    var wild = message.satellites[0]
    (wild.elevation, wild.azimuth) = (-100, -1)
    #expect(Satellite(wild)?.elevation == nil && Satellite(wild)?.azimuth == nil)
    wild.azimuth = 360
    #expect(Satellite(wild)?.azimuth == 0)
  }
}
