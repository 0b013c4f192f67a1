import CairnTypes
import CairnUBX
import Testing

@Suite("UBX-NAV-PVT")
struct NavPVTTests {
  private func sample() throws -> NavPVT {
    try NavPVT.decode(Samples.payload(Samples.navPVT).span)
  }

  @Test func `decodes a received frame in metres, degrees and seconds`() throws {
    let pvt = try sample()
    #expect(pvt.timeOfWeek == 228_730_000)
    #expect(abs(pvt.longitude - 9.3117369) < 1e-12)
    #expect(abs(pvt.latitude - 48.7409646) < 1e-12)
    #expect(abs(pvt.ellipsoidalAltitude - 311.278) < 1e-9)
    #expect(abs(pvt.altitude - 263.667) < 1e-9)
    #expect(abs(pvt.horizontalAccuracy - 5.124) < 1e-9)
    #expect(abs(pvt.verticalAccuracy - 11.54) < 1e-9)
    #expect(abs(pvt.velocityNorth + 0.319) < 1e-9)
    #expect(abs(pvt.velocityEast + 0.285) < 1e-9)
    #expect(abs(pvt.velocityDown + 1.031) < 1e-9)
    #expect(abs(pvt.groundSpeed - 0.428) < 1e-9)
    #expect(abs(pvt.course - 252.96054) < 1e-9)
    #expect(abs(pvt.speedAccuracy - 0.313) < 1e-9)
    #expect(abs(pvt.courseAccuracy - 4.84085) < 1e-9)
    #expect(abs(try #require(pvt.timeAccuracy) - 34e-9) < 1e-18)
    #expect(abs(try #require(pvt.positionDOP) - 2.18) < 1e-9)
    #expect(abs(try #require(pvt.vehicleHeading) - 252.96053) < 1e-9)
    #expect(abs(try #require(pvt.magneticDeclination) - 3.29) < 1e-9)
    #expect(abs(try #require(pvt.magneticDeclinationAccuracy) - 0.5) < 1e-9)
    #expect(pvt.satellitesUsed == 14)
    #expect(pvt.fixType == .gnssDeadReckoning && pvt.fixQuality == .gnssDeadReckoning)
    #expect(pvt.flags.isDifferential && pvt.isPositionUsable)
  }

  @Test func `carries a negative nano into the second before`() throws {
    #expect(try sample().utc?.description == "2024-01-30T15:31:51.999Z")
    #expect(try sample().utc?.nanosecondsSince1970 == 1_706_628_711_999_577_846)
  }

  @Test func `carries a negative nano over midnight of a new year`() {
    var pvt = dated(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    pvt.nanosecond = -1_000_000
    #expect(pvt.utc?.description == "2025-12-31T23:59:59.999Z")
    pvt.nanosecond = 1_000_000_000
    #expect(pvt.utc?.description == "2026-01-01T00:00:01.000Z")
    pvt.nanosecond = 1_000_000_001
    #expect(pvt.utc == nil)
    pvt.nanosecond = .min
    #expect(pvt.utc == nil)
  }

  @Test func `maps a leap second to the second after`() {
    var pvt = dated(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
    #expect(pvt.isLeapSecond)
    #expect(pvt.utc?.description == "2017-01-01T00:00:00.000Z")
    pvt.nanosecond = -400_000_000
    #expect(pvt.utc?.description == "2016-12-31T23:59:59.600Z")
    pvt.hour = 22
    #expect(pvt.utc == nil)
  }

  @Test func `has no UTC without a valid date and time, or with one that does not exist`() {
    var pvt = dated(year: 2026, month: 2, day: 29, hour: 0, minute: 0, second: 0)
    #expect(pvt.utc == nil)
    pvt.day = 28
    #expect(pvt.utc != nil)
    pvt.validity.date = false
    #expect(pvt.utc == nil)
    pvt.validity.date = true
    pvt.validity.time = false
    #expect(pvt.utc == nil)
  }

  @Test(arguments: UInt8(0)...8)
  func `has a usable position only in fix types 1 to 4 that the receiver vouches for`(
    type: UInt8
  ) {
    var pvt = NavPVT()
    pvt.fixType = FixType(rawValue: type)
    #expect(!pvt.isPositionUsable)
    pvt.flags.isFixOK = true
    #expect(pvt.isPositionUsable == (1...4).contains(type))
    pvt.correction = nil
    #expect(pvt.isPositionUsable == (1...4).contains(type))
    pvt.correction = NavPVT.Correction()
    pvt.correction?.isPositionInvalid = true
    #expect(!pvt.isPositionUsable)
  }

  @Test func `takes the illegal carrier solution 3 for none`() {
    var pvt = NavPVT()
    pvt.fixType = .threeD
    pvt.flags.isFixOK = true
    for (raw, quality) in [(0, .threeD), (1, .rtkFloat), (2, .rtkFixed), (3, .threeD)]
      as [(UInt8, FixQuality)]
    {
      pvt.flags.carrierSolution = CarrierSolution(rawValue: raw)
      #expect(pvt.fixQuality == quality)
    }
  }

  @Test func `leaves out what the receiver marks as invalid`() throws {
    var payload = Samples.payload(Samples.navPVT)
    payload[11] &= ~0x08
    payload[21] &= ~0x20
    payload.replaceSubrange(76..<78, with: [0x0F, 0x27])
    payload.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let pvt = try NavPVT.decode(payload.span)
    #expect(pvt.magneticDeclination == nil && pvt.magneticDeclinationAccuracy == nil)
    #expect(pvt.vehicleHeading == nil)
    #expect(pvt.positionDOP == nil && pvt.timeAccuracy == nil)
  }

  @Test(arguments: [78, 84])
  func `leaves out what earlier forms do not have`(length: Int) throws {
    let whole = Samples.payload(Samples.navPVT)
    let payload = [UInt8](whole.prefix(length))
    var reused = try NavPVT.decode(whole.span)
    try reused.update(from: payload.span)
    let pvt = try NavPVT.decode(payload.span)
    #expect(pvt == reused)
    #expect(pvt.vehicleHeading == nil && pvt.magneticDeclination == nil)
    #expect((pvt.correction == nil) == (length == 78))
    #expect(pvt.encodePayload().count == length)

    var sink = FlatSink()
    try NavPVT.printFields(of: payload.span, into: &sink)
    #expect(sink.fields["headVeh"] == nil && sink.fields["magDec"] == nil)
    #expect((sink.fields["invalidLlh"] == nil) == (length == 78))
    #expect(sink.fields["pDOP"] == .decimal(2.18, places: 2))
  }

  @Test func `accepts a longer payload of later firmware`() throws {
    let payload = Samples.payload(Samples.navPVT)
    #expect(try NavPVT.decode((payload + [1, 2, 3, 4]).span) == sample())
  }

  @Test(arguments: (0..<92).filter { $0 != 78 && $0 != 84 })
  func `refuses a payload cut short`(length: Int) {
    let payload = [UInt8](repeating: 0, count: length)
    #expect(throws: UBXError.payloadLength(NavPVT.id, found: length)) {
      try NavPVT.decode(payload.span)
    }
  }

  @Test func `prints sentinels as they stand`() throws {
    var message = NavPVT()
    message.timeAccuracy = nil
    var sink = FlatSink()
    try NavPVT.printFields(of: message.encodePayload().span, into: &sink)
    #expect(sink.fields["pDOP"] == .decimal(99.99, places: 2))
    #expect(sink.fields["tAcc"] == .unsigned(0xFFFF_FFFF))
    #expect(sink.fields["gnssFixOk"] == .flag(false))
    #expect(sink.order.prefix(3) == ["iTOW", "year", "month"])
  }

  @Test func `saturates what the wire cannot hold`() throws {
    var message = NavPVT()
    message.altitude = 1e12
    message.ellipsoidalAltitude = -.infinity
    message.horizontalAccuracy = -1
    message.latitude = .nan
    let decoded = try NavPVT.decode(message.encodePayload().span)
    #expect(decoded.altitude == 2_147_483.647)
    #expect(decoded.ellipsoidalAltitude == -2_147_483.648)
    #expect(decoded.horizontalAccuracy == 0 && decoded.latitude == 0)
  }

  private func dated(
    year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8
  ) -> NavPVT {
    var pvt = NavPVT()
    (pvt.year, pvt.month, pvt.day) = (year, month, day)
    (pvt.hour, pvt.minute, pvt.second) = (hour, minute, second)
    pvt.validity.date = true
    pvt.validity.time = true
    return pvt
  }
}
