import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX accuracy, attitude and geofence messages")
struct NavAccuracyTests {
  private func covariance(position: UInt8, velocity: UInt8, _ first: Float = 1) -> [UInt8] {
    var payload = WirePayload().u4(1000).u1(0).u1(position).u1(velocity).zeros(9)
    for value in [first, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] { payload = payload.with(value) }
    return payload.bytes
  }

  @Test func `covariances are symmetric`() throws {
    let message = try NavCov.decode(covariance(position: 1, velocity: 1).span)
    let position = try #require(message.position)
    for first in NEDCovariance.Axis.allCases {
      for second in NEDCovariance.Axis.allCases {
        #expect(position[first, second] == position[second, first])
      }
    }
    #expect(position[.north, .north] == 1 && position[.east, .north] == 2)
    #expect(position[.down, .north] == 3 && position[.east, .east] == 4)
    #expect(position[.down, .east] == 5 && position[.down, .down] == 6)
    #expect(message.velocity?[.north, .north] == 7 && message.velocity?[.down, .down] == 12)
  }

  @Test func `an invalid covariance is absent, each by itself`() throws {
    let message = try NavCov.decode(covariance(position: 0, velocity: 1).span)
    #expect(message.position == nil && message.velocity?.northEast == 8)
    #expect(try NavCov.decode(message.encodePayload().span) == message)
  }

  @Test func `a signalling NaN is printed and built without losing a bit`() throws {
    let payload = covariance(position: 1, velocity: 1, Float(bitPattern: 0xFF80_0001))
    var fields = RecordedFields()
    try NavCov.printFields(of: payload.span, into: &fields)
    #expect(NavCov.buildPayload(from: fields).payload == payload)
  }

  @Test func `an angle without accuracy is absent`() throws {
    let payload = WirePayload().u4(136_153_000).u1(0).zeros(3)
      .i4(4165).i4(-23_743).i4(16_882_255).u4(34_297).u4(0).u4(61_306).bytes
    for attitude in [
      try NavAtt.decode(payload.span).attitude, try HnrAtt.decode(payload.span).attitude,
    ] {
      #expect(attitude.roll == 4165 * 1e-5 && attitude.heading == 16_882_255 * 1e-5)
      #expect(attitude.pitch == nil && attitude.pitchAccuracy == nil)
    }
    var message = NavAtt()
    message.attitude.roll = -5
    #expect(message.attitude.roll == nil)
    message.attitude.rollAccuracy = 0.5
    #expect(message.attitude.roll == -5)
    #expect(try NavAtt.decode(message.encodePayload().span) == message)
    message.attitude.roll = nil
    #expect(message.attitude.rollAccuracy == nil)
  }

  @Test func `without a fix a geofence is unknown, not outside`() throws {
    func message(status: UInt8) throws -> NavGeofence {
      let payload = WirePayload().u4(1000).u1(0).u1(status).u1(2).u1(1).u1(2).u1(7).u1(1).u1(9)
      return try NavGeofence.decode(payload.bytes.span)
    }
    let active = try message(status: 1)
    #expect(active.combinedState == .inside)
    #expect(active.fences.map(active.state(of:)) == [.outside, .inside])
    #expect(active.fences.map(\.number) == [7, 9])
    let unavailable = try message(status: 0)
    #expect(unavailable.combinedState == .unknown)
    #expect(unavailable.fences.map(unavailable.state(of:)) == [.unknown, .unknown])
    #expect(unavailable.fences[0].reportedState == .outside)
  }

  @Test func `protection levels are in metres, degrees and seconds`() throws {
    let payload = WirePayload().u1(1).u1(1).i1(-7).u1(1).u1(3).u1(0).u1(0).u1(1).zeros(4).u4(1000)
      .u4(1500).u4(900).u4(2500).u4(0).u4(0).u4(0).u2(17_999).u2(0).u4(80).zeros(4).bytes
    let message = try NavPL.decode(payload.span)
    #expect(message.isPositionValid && message.positionFrame == .ellipse)
    #expect(message.position.first == 1.5 && message.position.third == 2.5)
    #expect(abs(message.positionOrientation - 179.99) < 1e-9)
    #expect(!message.isVelocityValid && message.riskExponent == -7)
    #expect(message.isTimeValid && abs(message.time - 80e-9) < 1e-15)
  }

  @Test func `a survey's mean is centimetres and tenths of millimetres`() throws {
    let payload = WirePayload().u1(0).zeros(3).u4(1000).u4(60)
      .i4(380_364_577).i4(-14_879_606).i4(510_064_074).i1(26).i1(-99).i1(0).zeros(1)
      .u4(12_345).u4(61).u1(0).u1(1).zeros(2).bytes
    let message = try NavSVIn.decode(payload.span)
    #expect(message.x == 3_803_645.7726 && message.y == -148_796.0699)
    #expect(abs(message.accuracy - 1.2345) < 1e-12)
    #expect(!message.isValid && message.isActive)
    #expect(message.encodePayload() == payload)
  }

  @Test(arguments: [36, 42])
  func `the state of dead reckoning has accuracies of two or four bytes`(length: Int) throws {
    var payload = WirePayload().i4(120).i4(1000).u4(250_012).i2(6400 + 128).i1(-1).u1(0b10_01_10)
      .i4(100_000).i4(-1).i4(2)
    let accuracies: [Int32] = [-10_000, 5000, 1]
    for value in accuracies {
      payload = length == 36 ? payload.i2(Int16(value)) : payload.i4(value)
    }
    let frame = UBXFrame.encode(NavEKFStatus.id, payload.u1(0b100).zeros(1).bytes.span)
    var fields = RecordedFields()
    try UBXCatalogue.printFields(of: frame.span, into: &fields)
    #expect(fields.flat["accPulseScale"] == .decimal(-1, places: 4))
    #expect(fields.flat["accGyroScale"] == .decimal(0.0001, places: 4))
    #expect(fields.flat["gyro"] == .flag(true) && fields.flat["direction"] == .integer(-1))
    guard length == 36 else { return }
    let message = try NavEKFStatus.decode(UBXFrame.payload(of: frame.span))
    #expect(message.state.temperature == 25.5 && message.state.period == 1)
    #expect(message.state.calibration.pulseScale == 2)
    #expect(message.pulseScaleAccuracy == -1 && message.used.gyroscope)
  }
}
