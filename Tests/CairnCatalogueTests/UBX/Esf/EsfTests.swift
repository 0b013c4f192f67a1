import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

@Suite("UBX-ESF and UBX-HNR")
struct EsfTests {
  /// Gyroscope z -2, accelerometer x 1, rear left wheel 5 ticks backwards.
  private let words: [UInt32] = [0x05FF_FFFE, 0x1000_0001, 0x0880_0005]

  private func measurement(flags: UInt16, _ words: [UInt32]) -> [UInt8] {
    var payload = WirePayload().u4(77).u2(flags).u2(0xBEEF)
    for word in words { payload = payload.u4(word) }
    return payload.bytes
  }

  @Test func `24 bits are extended with their sign`() throws {
    let message = try EsfMeas.decode(measurement(flags: 3 << 11, words).span)
    #expect(message.provider == 0xBEEF && message.calibratedTimeTag == nil)
    #expect(message.measurements.map(\.kind) == [.gyroscopeZ, .accelerometerX, .rearLeftTicks])
    #expect(message.measurements.map(\.signed) == [-2, 1, -8_388_603])
    #expect(message.measurements.map(\.data) == [0xFF_FFFE, 1, 0x80_0005])
    #expect(SensorWord(.speed, signed: -8_388_608).signed == -8_388_608)
    #expect(SensorWord(.speed, signed: 8_388_607).signed == 8_388_607)
  }

  @Test func `values have the unit of their kind, and ticks their direction`() throws {
    let message = try EsfMeas.decode(measurement(flags: 0, words).span)
    let values: [Double] = [-2.0 / 4096, 1.0 / 1024, -5]
    #expect(message.measurements.map(\.value) == values)
    #expect(SensorWord(.gyroscopeTemperature, signed: -1050).value == -10.5)
    #expect(SensorWord(.speed, signed: 13_900).value == 13.9)
    #expect(SensorWord(.init(rawValue: 40), signed: 1).value == nil)
  }

  @Test func `a calibrated time tag is one more word, of 32 bits`() throws {
    let payload = measurement(flags: 3 << 11 | 0b1000, words + [0xF123_4567])
    let message = try EsfMeas.decode(payload.span)
    #expect(message.measurements.count == 3)
    #expect(message.calibratedTimeTag == 0xF123_4567)
    #expect(message.flags.declaredCount == 3)
    #expect(message.encodePayload() == payload)
    let empty = try EsfMeas.decode(measurement(flags: 0b1000, []).span)
    #expect(empty.measurements.isEmpty && empty.calibratedTimeTag == nil)
  }

  @Test func `the payload's length says how many measurements there are`() throws {
    for declared in [0, 1, 31] as [UInt16] {
      let message = try EsfMeas.decode(measurement(flags: declared << 11, words).span)
      #expect(message.measurements.count == 3)
    }
    #expect(throws: UBXError.payloadLength(EsfMeas.id, found: 19)) {
      try EsfMeas.decode(Array(measurement(flags: 3 << 11, words).dropLast()).span)
    }
  }

  @Test func `wheel ticks can be sent to the receiver`() throws {
    var message = EsfMeas()
    message.timeTag = 77
    message.provider = 0xBEEF
    message.calibratedTimeTag = 9
    message.measurements = [SensorWord(.gyroscopeZ, signed: -2)]
    #expect(message.measurements.count == 1 && message.calibratedTimeTag == 9)
    #expect(message.encodePayload() == measurement(flags: 1 << 11 | 0b1000, [words[0], 9]))
    message.calibratedTimeTag = nil
    #expect(message.encodePayload() == measurement(flags: 1 << 11, [words[0]]))
  }

  @Test func `raw and calibrated samples carry the same words`() throws {
    let raw = WirePayload().zeros(4).u4(words[0]).u4(11).u4(words[1]).u4(12).bytes
    let samples = try EsfRaw.decode(raw.span).samples
    #expect(samples.map(\.timeTag) == [11, 12])
    #expect(samples.map(\.word.signed) == [-2, 1])
    var fields = RecordedFields()
    try EsfRaw.printFields(of: raw.span, into: &fields)
    #expect(fields.flat["data_01"] == .octets([0xFE, 0xFF, 0xFF, 0x05]))
    let built = EsfRaw.buildPayload(from: fields)
    #expect(built.payload == raw && built.missing == 0)

    let calibrated = WirePayload().u4(11).u1(1).zeros(7).u4(words[0]).u4(words[1]).bytes
    let message = try EsfCal.decode(calibrated.span)
    #expect(message.samples.map(\.word.kind) == [.gyroscopeZ, .accelerometerX])
  }

  @Test func `rates and accelerations are absent, each by itself, unless valid`() throws {
    let payload = WirePayload().u4(0b10_0001 << 8 | 1).zeros(4).u4(1000)
      .i4(-1500).i4(7).i4(8).i4(9).i4(10).i4(-981).bytes
    for dynamics in [
      try EsfIns.decode(payload.span).dynamics, try HnrIns.decode(payload.span).dynamics,
    ] {
      #expect(dynamics.validity.version == 1)
      #expect(dynamics.angularRateX == -1.5 && dynamics.accelerationZ == -981 * 1e-2)
      #expect(dynamics.angularRateY == nil && dynamics.angularRateZ == nil)
      #expect(dynamics.accelerationX == nil && dynamics.accelerationY == nil)
    }
  }

  @Test func `mounting angles have signs, but for yaw`() throws {
    let payload = WirePayload().u4(1000).u1(1).u1(0b1001).u1(0b100).zeros(1)
      .u4(35_999).i2(-8999).i2(17_999).bytes
    let message = try EsfAlg.decode(payload.span)
    #expect(message.flags.isAutomatic && message.flags.status == .fine)
    #expect(message.errors.isSingular && !message.errors.tilt)
    #expect(abs(message.yaw - 359.99) < 1e-9 && abs(message.pitch + 89.99) < 1e-9)
    #expect(abs(message.roll - 179.99) < 1e-9)
  }

  @Test func `every sensor has a state of its own`() throws {
    let payload = WirePayload().u4(1000).u1(2).u1(0b010_100_10).u1(2).zeros(5).u1(1).zeros(2).u1(2)
      .u1(0b1100_0101).u1(0b0111).u1(100).u1(0)
      .u1(0b0000_1011).u1(0).u1(0).u1(0b0100).bytes
    let message = try EsfStatus.decode(payload.span)
    #expect(message.fusionMode == .fusion)
    #expect(message.initialization.wheelTicks == 2 && message.initialization.mounting == 4)
    #expect(message.initialization.inertial == 2)
    #expect(message.sensors.map(\.participation.kind) == [.gyroscopeZ, .speed])
    #expect(message.sensors[0].participation.isUsed && message.sensors[0].participation.isReady)
    #expect(message.sensors[0].calibration.calibration == 3)
    #expect(message.sensors[0].calibration.timing == 1)
    #expect(message.sensors[1].faults.isMissing && !message.sensors[1].faults.isNoisy)
  }
}
