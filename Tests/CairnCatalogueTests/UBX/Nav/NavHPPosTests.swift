import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX-NAV-HPPOSLLH and UBX-NAV-HPPOSECEF")
struct NavHPPosTests {
  private func geodetic(flags: UInt8 = 0, lonHp: Int8 = -67) -> [UInt8] {
    WirePayload().u1(0).zeros(2).u1(flags).u4(118_000)
      .i4(-1_247_179_391).i4(515_036_041).i4(123_456).i4(-7)
      .i1(lonHp).i1(99).i1(-4).i1(9).u4(142).u4(10_001).bytes
  }

  @Test func `coarse and fine parts are added with their signs`() throws {
    let message = try NavHPPosLLH.decode(geodetic().span)
    #expect(message.longitude == -124.717939167)
    #expect(message.latitude == 51.503604199)
    #expect(message.ellipsoidalAltitude == 123.4556)
    #expect(message.altitude == -0.0061)
    #expect(message.splitLongitude.coarse == -1_247_179_391 && message.splitLongitude.fine == -67)
  }

  @Test func `accuracies are tenths of millimetres`() throws {
    let message = try NavHPPosLLH.decode(geodetic().span)
    #expect(abs(message.horizontalAccuracy - 0.0142) < 1e-12)
    #expect(abs(message.verticalAccuracy - 1.0001) < 1e-12)
  }

  @Test func `an invalid position is absent`() throws {
    let message = try NavHPPosLLH.decode(geodetic(flags: 1).span)
    #expect(message.longitude == nil && message.latitude == nil)
    #expect(message.ellipsoidalAltitude == nil && message.altitude == nil)
    #expect(message.splitLatitude.coarse == 515_036_041)
  }

  @Test func `degrees and metres are split with parts of one sign`() throws {
    var message = NavHPPosLLH()
    message.longitude = -124.717939167
    message.latitude = 51.503604199
    message.altitude = -0.0061
    #expect(message.splitLongitude.coarse == -1_247_179_391 && message.splitLongitude.fine == -67)
    #expect(message.splitLatitude.coarse == 515_036_041 && message.splitLatitude.fine == 99)
    #expect(message.splitAltitude.coarse == -6 && message.splitAltitude.fine == -1)
    #expect(try NavHPPosLLH.decode(message.encodePayload().span) == message)
  }

  @Test func `one absent coordinate makes the whole position absent`() throws {
    var message = try NavHPPosLLH.decode(geodetic().span)
    message.altitude = nil
    #expect(message.longitude == nil && message.altitude == nil)
    message.altitude = 5
    #expect(message.altitude == nil)
    message.flags.isPositionInvalid = false
    #expect(message.altitude == 5 && message.longitude == -124.717939167)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `what cannot be split does not trap`(value: Double) {
    let split = SplitNumber(value, unitsPerOne: 1e9, parts: 100)
    #expect(split.fine == 0)
    #expect(split.coarse == (value > 0 ? Int32.max : value < 0 ? -Int32.max : 0))
  }

  @Test func `the sum is printed, and the fine part where it stands`() throws {
    var fields = RecordedFields()
    try NavHPPosLLH.printFields(of: geodetic().span, into: &fields)
    #expect(fields.flat["lon"] == .decimal(-124.717939167, places: 9))
    #expect(fields.flat["lonHp"] == .decimal(-6.7e-8, places: 9))
    #expect(fields.flat["lat"] == .decimal(51.503604199, places: 9))
    #expect(fields.flat["height"] == .decimal(123_455.6, places: 1))
    #expect(fields.flat["hMSL"] == .decimal(-6.1, places: 1))
    #expect(fields.flat["hAcc"] == .decimal(14.2, places: 1))
    #expect(
      fields.order.firstIndex(of: "hMSL") == fields.order.firstIndex(of: "lonHp").map { $0 - 1 })
  }

  @Test(arguments: [Int8.min, -100, -99, 0, 99, 100, Int8.max])
  func `any fine part is built again as it was`(fine: Int8) throws {
    let payload = geodetic(lonHp: fine)
    var fields = RecordedFields()
    try NavHPPosLLH.printFields(of: payload.span, into: &fields)
    let built = NavHPPosLLH.buildPayload(from: fields)
    #expect(built.payload == payload && built.missing == 0)
  }

  @Test func `a sum without its fine part is taken apart`() throws {
    var fields = RecordedFields()
    fields.field("lon", .decimal(-124.717939167, places: 9))
    fields.field("hMSL", .decimal(-6.1, places: 1))
    let built = NavHPPosLLH.buildPayload(from: fields).payload
    let message = try NavHPPosLLH.decode(built.span)
    #expect(message.longitude == -124.717939167)
    #expect(message.altitude == -0.0061)
    #expect(message.latitude == 0)
  }

  @Test func `earth-centred parts are centimetres and tenths of millimetres`() throws {
    let head = WirePayload().u1(0).zeros(3).u4(118_000)
    let parts = head.i4(380_364_577).i4(-14_879_606).i4(510_064_074).i1(26).i1(-99).i1(1)
    let message = try NavHPPosECEF.decode(parts.u1(0).u4(38_805).bytes.span)
    #expect(message.x == 3_803_645.7726)
    #expect(message.y == -148_796.0699)
    #expect(message.z == 5_100_640.7401)
    #expect(abs(message.positionAccuracy - 3.8805) < 1e-12)
    #expect(try NavHPPosECEF.decode(parts.u1(1).u4(0).bytes.span).x == nil)

    var fields = RecordedFields()
    try NavHPPosECEF.printFields(of: parts.u1(0).u4(38_805).bytes.span, into: &fields)
    #expect(fields.flat["ecefX"] == .decimal(380_364_577.26, places: 2))
    #expect(fields.flat["ecefY"] == .decimal(-14_879_606.99, places: 2))
    #expect(fields.flat["ecefZ"] == .decimal(510_064_074.01, places: 2))
    #expect(fields.flat["ecefYHp"] == .decimal(-0.99, places: 2))
  }
}
