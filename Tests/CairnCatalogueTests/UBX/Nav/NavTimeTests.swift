import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX time, attitude and odometer messages")
struct NavTimeTests {
  private func time(valid: UInt8) -> [UInt8] {
    WirePayload().u4(1000).u4(86_400).i4(-499_999_999).i2(900).i1(4).u1(valid).u4(25).bytes
  }

  @Test func `leap seconds are absent until they are valid`() throws {
    let known = try NavTimeBDS.decode(time(valid: 0b111).span)
    #expect(known.leapSeconds == 4 && known.second == 86_400 && known.nanosecond == -499_999_999)
    #expect(known.week == 900 && abs(known.timeAccuracy - 25e-9) < 1e-18)
    #expect(try NavTimeBDS.decode(time(valid: 0b011).span).leapSeconds == nil)
    #expect(try NavTimeGAL.decode(time(valid: 0b100).span).leapSeconds == 4)
    #expect(try NavTimeQZSS.decode(time(valid: 0b011).span).leapSeconds == nil)
    #expect(try NavTimeNavIC.decode(time(valid: 0b111).span).leapSeconds == 4)
  }

  @Test func `GLONASS counts days in intervals of four years`() throws {
    let payload = WirePayload().u4(1000).u4(10_800).i4(5).u2(1461).u1(8).u1(0b10).u4(25).bytes
    let message = try NavTimeGLO.decode(payload.span)
    #expect(message.day == 1461 && message.fourYears == 8)
    #expect(message.validity.date && !message.validity.timeOfDay)
  }

  @Test func `the trusted time's difference is seconds and milliseconds with a sign`() throws {
    let payload = WirePayload().u1(1).u1(2).u1(3).zeros(1).u4(1000).u2(2100).u2(2101)
      .u4(123_456_000).u4(123_457_000).u4(50).u4(75).i4(-2).i4(-250).zeros(4).bytes
    let message = try NavTimeTrusted.decode(payload.span)
    #expect(message.reference == .galileo && message.validity.difference)
    #expect(message.differenceSeconds == -2 && message.differenceMilliseconds == -250)
    #expect(message.initialWeek == 2100 && message.week == 2101)
    #expect(message.encodePayload() == payload)
  }

  private func pvat(valid: UInt8, flags: UInt8) -> [UInt8] {
    WirePayload().u4(1000).u1(0).u1(valid).u2(2024).u1(1).u1(1).u1(0).u1(0).u1(0).zeros(3)
      .u4(.max).i4(-250_000_000).u1(4).u1(flags).u1(0).u1(12)
      .i4(85_000_000).i4(473_000_000).i4(450_000).i4(400_000).u4(500).u4(900)
      .i4(-1000).i4(0).i4(10).i4(1000).u4(50)
      .i4(150_000).i4(-250_000).i4(18_000_000).i4(17_900_000)
      .u2(20).u2(30).u2(120).i2(-312).u2(15)
      .u2(4500).u4(600).u4(300).zeros(8).bytes
  }

  @Test func `attitude and declination are absent unless their bits are set`() throws {
    let full = try NavPVAT.decode(pvat(valid: 0b1011, flags: 0b0011_1001).span)
    #expect(full.roll == 150_000 * 1e-5 && full.pitch == -250_000 * 1e-5)
    #expect(full.vehicleHeading == 18_000_000 * 1e-5 && full.course == 17_900_000 * 1e-5)
    #expect(full.rollAccuracy == 20 * 1e-2 && full.pitchAccuracy == 30 * 1e-2)
    #expect(full.magneticDeclination == -3.12 && full.magneticDeclinationAccuracy == 0.15)
    #expect(full.ellipseOrientation == 45 && full.ellipseSemiMajor == 0.6)
    #expect(full.isPositionUsable && full.timeAccuracy == nil)

    let rollOnly = try NavPVAT.decode(pvat(valid: 0b0011, flags: 0b0000_1000).span)
    #expect(rollOnly.roll == 150_000 * 1e-5 && rollOnly.rollAccuracy == 20 * 1e-2)
    #expect(rollOnly.pitch == nil && rollOnly.pitchAccuracy == nil)
    #expect(rollOnly.vehicleHeading == nil && rollOnly.vehicleHeadingAccuracy == nil)
    #expect(rollOnly.magneticDeclination == nil && !rollOnly.isPositionUsable)
  }

  @Test func `a negative correction leads into the year before`() throws {
    let message = try NavPVAT.decode(pvat(valid: 0b0011, flags: 1).span)
    let newYear: Int64 = 1_704_067_200_000_000_000  // 2024-01-01 00:00:00 UTC
    #expect(message.utc == Timestamp(nanosecondsSince1970: newYear - 250_000_000))
    #expect(try NavPVAT.decode(pvat(valid: 0b0001, flags: 1).span).utc == nil)
  }

  @Test func `the odometer counts metres, and its reset is a command without payload`() throws {
    let payload = WirePayload().u1(0).zeros(3).u4(1000).u4(1234).u4(567_890).u4(3).bytes
    let message = try NavOdo.decode(payload.span)
    #expect(message.distance == 1234 && message.totalDistance == 567_890 && message.accuracy == 3)
    #expect(NavResetOdo().encode() == [0xB5, 0x62, 0x01, 0x10, 0, 0, 0x11, 0x34])
    #expect(UBXCatalogue.name(of: NavResetOdo().encode().span) == "NAV-RESETODO")
    #expect(UBXCatalogue.encode("NAV-RESETODO", from: RecordedFields())?.frame.count == 8)
  }
}
