import CairnTypes
import CairnUBX
import Testing

@Suite("UBX messages")
struct OtherMessagesTests {
  @Test func `NAV-STATUS decodes a received frame`() throws {
    let status = try NavStatus.decode(Samples.payload(Samples.navStatus).span)
    #expect(status.fixType == .timeOnly && status.flags.isFixOK && status.flags.isWeekValid)
    #expect(status.signals.spoofing == 1 && status.signals.carrierSolution == .none)
    #expect(abs(status.timeToFirstFix - 15.1) < 1e-9 && abs(status.uptime - 123.598) < 1e-9)
  }

  @Test func `NAV-DOP leaves out values that are none`() throws {
    let dop = try NavDOP.decode(Samples.payload(Samples.navDOP).span)
    #expect(abs(try #require(dop.geometric) - 0.32) < 1e-12 && dop.time == dop.geometric)
    #expect(dop.position == nil && dop.vertical == nil && dop.horizontal == nil)
    #expect(dop.northing == nil && dop.easting == nil)
  }

  @Test func `NAV-TIMEUTC gives UTC only when it is valid`() throws {
    var time = try NavTimeUTC.decode(Samples.payload(Samples.navTimeUTC).span)
    #expect(time.utc?.description == "2021-02-23T18:04:29.000Z")
    #expect(time.utc?.timeOfDay?.nanosecond == 321_732 && time.validity.standard == 15)
    time.nanosecond = -1
    #expect(time.utc?.description == "2021-02-23T18:04:28.999Z")
    time.validity.utc = false
    #expect(time.utc == nil)
  }

  @Test func `NAV-TIMEGPS knows leap seconds only when they are valid`() throws {
    var time = try NavTimeGPS.decode(Samples.payload(Samples.navTimeGPS).span)
    #expect(time.week == 2146 && time.nanosecond == 321_732 && time.leapSeconds == 18)
    time.leapSeconds = nil
    let decoded = try NavTimeGPS.decode(time.encodePayload().span)
    #expect(decoded.leapSeconds == nil && !decoded.validity.leapSeconds)
  }

  @Test func `NAV-TIMELS knows no event while none is announced`() throws {
    var time = try NavTimeLS.decode(Samples.payload(Samples.navTimeLS).span)
    #expect(time.validity.current && time.current == 18 && time.timeToEvent == nil)
    time.timeToEvent = 3600
    #expect(try NavTimeLS.decode(time.encodePayload().span).timeToEvent == 3600)
  }

  @Test func `MON-VER gives the versions of a NEO-M9N`() throws {
    let version = try MonVer.decode(Samples.payload(Samples.monVer).span)
    #expect(version.softwareVersion == "EXT CORE 4.04 (7f89f7)")
    #expect(version.hardwareVersion == "00190000")
    #expect(version.protocolVersion == "32.01" && version.firmwareVersion == "SPG 4.04")
    #expect(version.module == "NEO-M9N" && version.extensions.count == 6)
    #expect(version.value(of: "ROM") == "BASE 0x118B2060" && version.value(of: "PROT") == nil)
  }

  @Test func `MON-VER without extensions names no protocol`() throws {
    var version = MonVer()
    version.software = UBXText("7.03 (45969)")
    let decoded = try MonVer.decode(version.encodePayload().span)
    #expect(decoded.softwareVersion == "7.03 (45969)" && decoded.protocolVersion == nil)
    version.extensions = [MonVer.Extension()]
    version.extensions[0].text = UBXText("PROTVER 15.00")
    #expect(try MonVer.decode(version.encodePayload().span).protocolVersion == "15.00")
  }

  @Test func `answers name the message they answer`() throws {
    let nak = try AckNak.decode(Samples.payload(Samples.ackNak).span)
    #expect(nak.refused == MessageID(.cfg, 0x01))
    let ack = try AckAck.decode(Samples.payload(Samples.ackAck).span)
    #expect(ack.acknowledged == MessageID(.cfg, 0x8A))
  }

  @Test func `earth-centred positions and velocities are in metres`() throws {
    let position = try NavPosECEF.decode(Samples.payload(Samples.navPosECEF).span)
    #expect(abs(position.x - 1_639_835.13) < 1e-6 && abs(position.y + 4_229_206.51) < 1e-6)
    #expect(abs(position.z - 4_468_888.59) < 1e-6 && abs(position.positionAccuracy - 25.25) < 1e-9)
    let velocity = try NavVelECEF.decode(Samples.payload(Samples.navVelECEF).span)
    #expect(velocity.velocityX == 0.01 && velocity.velocityY == -0.02)
    #expect(abs(velocity.speedAccuracy - 0.63) < 1e-12)
    let solution = try NavSol.decode(Samples.payload(Samples.navSol).span)
    #expect(abs(solution.x + 2_386_071.06) < 1e-6 && solution.satellitesUsed == 9)
    #expect(solution.fixType == .threeD && solution.week == 2024 && solution.flags.isFixOK)
  }

  @Test func `local velocities and geodetic positions are in metres and degrees`() throws {
    let velocity = try NavVelNED.decode(Samples.payload(Samples.navVelNED).span)
    #expect(velocity.velocityNorth == -0.01 && velocity.groundSpeed == 0.01)
    #expect(abs(velocity.courseAccuracy - 180) < 1e-9)
    let position = try NavPosLLH.decode(Samples.payload(Samples.navPosLLH).span)
    #expect(abs(position.longitude + 68.8066651) < 1e-12)
    #expect(abs(position.latitude - 44.7654405) < 1e-12)
    #expect(abs(position.altitude - 43.156) < 1e-9)
    #expect(try NavEOE.decode(Samples.payload(Samples.navEOE).span).timeOfWeek == 312_749_000)
    let clock = try NavClock.decode(Samples.payload(Samples.navClock).span)
    #expect(abs(clock.bias + 921_871e-9) < 1e-15 && abs(clock.frequencyAccuracy - 495e-12) < 1e-21)
  }

  @Test func `NAV-SVINFO survives encoding`() throws {
    let message = try NavSVInfo.decode(NavSVInfo.example.encodePayload().span)
    #expect(message == NavSVInfo.example)
  }
}
