import CairnTestSupport
import CairnTypes
import CairnCatalogue
import CairnUBX
import Testing

@Suite("UBX class TIM")
struct TimingTests {
  @Test func `TIM-TP has a signed quantization error, and a fraction of a millisecond`() throws {
    let payload = octets("50a52d0e 00000080 15efffff 6208 0b 2f")
    let message = try TimTP.decode(payload.span)
    #expect(message.timeOfWeek == 237_872_464 && message.timeOfWeekFraction == 0.5)
    let error = try #require(message.quantizationError)
    #expect(abs(error + 4331e-12) < 1e-18)
    #expect(message.flags.isUTC && message.flags.integrityMonitoring == 2)
    #expect(message.reference.gnss == 15 && message.reference.utcStandard == 2)
    #expect(message.encodePayload() == payload)
    let fields = try printed(TimTP.id, payload)
    #expect(fields["qErr"] == .integer(-4331))
    guard case .decimal(0.5, _)? = fields["towSubMS"] else {
      Issue.record("\(String(describing: fields["towSubMS"]))")
      return
    }
  }

  @Test func `TIM-TP has no quantization error where it is marked invalid`() throws {
    var message = try TimTP.decode(octets("00000000 00000000 15efffff 0000 10 00").span)
    #expect(message.quantizationError == nil)
    message.quantizationError = 1e-9
    #expect(!message.flags.isQuantizationErrorInvalid)
    #expect([UInt8](message.encodePayload()[8..<12]) == octets("e8030000"))
  }

  @Test func `TIM-TM2 reports the edges that are new, and no other`() throws {
    let both = octets("01 d7 0500 2b09 2c09 e8030000 40420f00 00000000 07000000 19000000")
    let message = try TimTM2.decode(both.span)
    let rising = try #require(message.rising)
    #expect(rising.week == 2347 && rising.timeOfWeek == 1000 && rising.nanoseconds == 1_000_000)
    #expect(message.falling?.week == 2348 && message.falling?.nanoseconds == 7)
    #expect(message.flags.timeBase == 2 && message.count == 5)
    #expect(abs(message.accuracy - 25e-9) < 1e-18)
    var falling = both
    falling[1] = 0x44
    #expect(try TimTM2.decode(falling.span).rising == nil)
    #expect(try TimTM2.decode(falling.span).falling != nil)
    falling[1] = 0x84
    #expect(try TimTM2.decode(falling.span).rising == nil)
    #expect(try TimTM2.decode(falling.span).lastRising == rising)
  }

  @Test func `TIM-VCOCAL is a command, a result or a stop`() throws {
    let start = octets("02 00 01 02 0000 0102 0304 0506")
    #expect(try TimVcoCalStart.decode(start.span).secondSetting == 0x0403)
    #expect(try printed(TimVcoCal.id, start)["raw1"] == .unsigned(0x0403))
    let result = octets("03 00 01 000000 0080 00000100")
    #expect(try TimVcoCal.decode(result.span).gainUncertainty == 0.5)
    #expect(try TimVcoCal.decode(result.span).gainPPB == 1)
    #expect(try printed(TimVcoCal.id, result)["raw1"] == nil)
    #expect(throws: UBXError.payloadVersion(TimVcoCal.id, found: 3)) {
      try TimVcoCalStart.decode(result.span)
    }
    #expect(TimVcoCalStop().encodePayload() == [0])
  }

  @Test func `TIM-SMEAS adds the fraction to the phase where it is valid`() throws {
    var measurement = TimSMeas.Measurement()
    measurement.phaseOffsetNanoseconds = -3
    measurement.phaseOffsetFractionNanoseconds = -0.5
    #expect(measurement.phaseOffset == nil)
    measurement.validity.phase = true
    let offset = try #require(measurement.phaseOffset)
    #expect(abs(offset + 3.5e-9) < 1e-18)
  }

  @Test func `TIM-SVIN is in metres`() throws {
    let payload = octets("3c000000 d2ffffff 64000000 00000000 10270000 3c000000 00 01 0000")
    let message = try TimSvin.decode(payload.span)
    #expect(message.x == -0.46 && message.y == 1 && message.isActive && !message.isValid)
    #expect(message.varianceSquareMillimetres == 10_000)
  }
}
