import CairnTestSupport
import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM multiple signal messages")
struct MSMTests {
  /// Expected numbers are an independent decoder's (pyrtcm 1.2.1).
  @Test func `1087 is GLONASS as a ZED-F9P measures it`() throws {
    let message = try MSM.decode(Sample.payload(1087).span)
    #expect(message.system == .glonass && message.form == 7 && message.hasMore)
    #expect(message.epoch == MSMEpoch(milliseconds: 42_119_001, dayOfWeek: 2))
    #expect(message.satellites.map(\.number) == [3, 4, 5, 13, 14, 15, 23])
    #expect(message.satellites.map(\.roughMilliseconds) == [69, 64, 73, 76, 66, 70, 78])
    #expect(message.satellites.map(\.frequencyChannel) == [5, 6, 1, -2, -7, 0, 3])
    #expect(message.satellites[0].roughRangeRate == -665)
    #expect(message.signals == [2, 8] && message.cells.count == 13)
    let cell = try #require(message.cells.first)
    #expect(cell.satellite == 3 && cell.signal == 2)
    let light = 299_792.458
    let fine = 0.00024936161935329437
    #expect(abs((message.pseudorange(cell) ?? 0) - (69 + 0.6337890625 + fine) * light) < 1e-6)
    #expect(MSM.code(ofSignal: cell.signal, message.system)?.description == "1C")
  }

  @Test(arguments: [SatelliteSystem.gps, .glonass, .galileo, .sbas, .qzss, .beidou, .navic], 1...7)
  func `any measurements of any system and form come back`(system: SatelliteSystem, form: Int)
    throws
  {
    var random = SplitMix(seed: UInt64(form))
    for _ in 0..<20 {
      let message = try #require(MSM(system, form: form))
      var payload = try message.encodePayload()
      // Behind the header: masks of few bits, then anything.
      payload.removeLast(payload.count - 9)
      var writer = RTCMBitWriter()
      var header = RTCMBitReader(payload.span)
      writer.write(header.read(61) ?? 0, 61)
      writer.write(0, 12)
      writer.write(random.next() & random.next() & random.next() & random.next(), 64)
      writer.write(1 << (random.next() % 32) | 1 << (random.next() % 32), 32)
      for _ in 0..<200 { writer.write(random.next(), 40) }
      guard let decoded = try? MSM.decode(writer.bytes.span) else { continue }
      #expect(decoded.system == system && decoded.form == form)
      let encoded = try decoded.encodePayload()
      #expect(try MSM.decode(encoded.span) == decoded)
      #expect(try MSM.decode(encoded.span).encodePayload() == encoded)
    }
  }

  @Test func `what the wire marks as invalid is absent`() throws {
    var message = try #require(MSM(.gps, form: 7))
    message.satellites = [MSM.Satellite(1)]
    message.signals = [2]
    message.cells = [MSM.Cell(1, 2)]
    let decoded = try recoded(message)
    let cell = try #require(decoded.cells.first)
    #expect(decoded == message && cell.finePseudorange == nil && cell.finePhaseRange == nil)
    #expect(cell.carrierToNoise == nil && cell.fineRangeRate == nil)
    #expect(decoded.satellites[0].roughRange == nil && decoded.satellites[0].roughRangeRate == nil)
    #expect(decoded.pseudorange(cell) == nil && decoded.rangeRate(cell) == nil)
  }

  @Test func `satellites and cells are written in the order of the wire`() throws {
    var message = try #require(MSM(.galileo, form: 4))
    message.satellites = [MSM.Satellite(9), MSM.Satellite(2), MSM.Satellite(2), MSM.Satellite(65)]
    message.signals = [14, 2]
    message.cells = [MSM.Cell(9, 14), MSM.Cell(2, 14), MSM.Cell(2, 2), MSM.Cell(5, 2)]
    let decoded = try recoded(message)
    #expect(decoded.satellites.map(\.number) == [2, 9] && decoded.signals == [2, 14])
    #expect(decoded.cells.map { [$0.satellite, $0.signal] } == [[2, 2], [2, 14], [9, 14]])
  }

  @Test func `more than 64 cells are refused both ways`() throws {
    var message = try #require(MSM(.gps, form: 1))
    message.satellites = (1...33).map { MSM.Satellite(UInt8($0)) }
    message.signals = [2, 15]
    #expect(throws: RTCMError.self) { try message.encodePayload() }
    message.signals = [2]
    let payload = try message.encodePayload()
    #expect(try MSM.decode(payload.span).satellites.count == 33)
    // One more bit of the signal mask, bits 137 to 168.
    var other = payload
    other[20] |= 1
    #expect(throws: RTCMError.invalidField(message.number, field: "DF396", bit: 169)) {
      try MSM.decode(other.span)
    }
  }

  @Test func `lock times follow the standard's tables`() throws {
    var cell = MSM.Cell(1, 2)
    let coarse = try #require(MSM(.gps, form: 4))
    for (index, time) in [(0, 0), (1, 32), (2, 64), (15, 524_288)] {
      cell.lockTimeIndicator = UInt16(index)
      #expect(coarse.minimumLockTime(cell) == UInt32(time))
    }
    let fine = try #require(MSM(.gps, form: 7))
    for (index, time) in [(0, 0), (63, 63), (64, 64), (95, 126), (96, 128), (704, 67_108_864)] {
      cell.lockTimeIndicator = UInt16(index)
      #expect(fine.minimumLockTime(cell) == UInt32(time))
    }
    cell.lockTimeIndicator = 705
    #expect(fine.minimumLockTime(cell) == nil)
  }

  @Test func `there is no message of another form or system`() {
    #expect(MSM(.gps, form: 0) == nil && MSM(.gps, form: 8) == nil && MSM(.imes, form: 7) == nil)
    #expect(!MSM.accepts(MessageNumber(rawValue: 1078)))
    #expect(!MSM.accepts(MessageNumber(rawValue: 1147)))
  }
}

@Suite("RTCM epochs")
struct MSMEpochTests {
  private let lastOfWeek: UInt32 = 604_799_999

  @Test func `systems on GPS time keep theirs to the week's last millisecond`() {
    let epoch = MSMEpoch(milliseconds: lastOfWeek)
    #expect(epoch.gpsMilliseconds(.gps, leapSeconds: 18) == lastOfWeek)
    #expect(epoch.gpsMilliseconds(.galileo, leapSeconds: 18) == lastOfWeek)
    let beyond = MSMEpoch(milliseconds: lastOfWeek + 1)
    #expect(beyond.gpsMilliseconds(.gps, leapSeconds: 18) == nil)
    #expect(beyond.gpsMilliseconds(.beidou, leapSeconds: 18) == nil)
  }

  @Test func `BeiDou's week begins 14 seconds after that of GPS`() {
    #expect(MSMEpoch().gpsMilliseconds(.beidou, leapSeconds: 18) == 14_000)
    let last = MSMEpoch(milliseconds: lastOfWeek)
    #expect(last.gpsMilliseconds(.beidou, leapSeconds: 18) == 13_999)
  }

  @Test func `GLONASS's Sunday begins on GPS's Saturday`() {
    // Sunday 00:00 in Moscow is Saturday 21:00:18 in GPS time.
    let midnight = MSMEpoch(milliseconds: 0, dayOfWeek: 0)
    #expect(midnight.gpsMilliseconds(.glonass, leapSeconds: 18) == UInt32(594_018_000))
    // Sunday 02:59:42 in Moscow is the beginning of the GPS week.
    let edge = MSMEpoch(milliseconds: 10_782_000, dayOfWeek: 0)
    #expect(edge.gpsMilliseconds(.glonass, leapSeconds: 18) == 0)
    let before = MSMEpoch(milliseconds: 10_781_999, dayOfWeek: 0)
    #expect(before.gpsMilliseconds(.glonass, leapSeconds: 18) == lastOfWeek)
    let saturday = MSMEpoch(milliseconds: 86_399_999, dayOfWeek: 6)
    #expect(saturday.gpsMilliseconds(.glonass, leapSeconds: 18) == UInt32(594_017_999))
  }

  @Test func `a leap second belongs to its day`() {
    let leap = MSMEpoch(milliseconds: 86_400_999, dayOfWeek: 3)
    #expect(leap.gpsMilliseconds(.glonass, leapSeconds: 17) != nil)
    let beyond = MSMEpoch(milliseconds: 86_401_000, dayOfWeek: 3)
    #expect(beyond.gpsMilliseconds(.glonass, leapSeconds: 17) == nil)
  }

  @Test func `an unknown day is absent, and comes back`() throws {
    var message = try #require(MSM(.glonass, form: 4))
    message.epoch = MSMEpoch(milliseconds: 5, dayOfWeek: nil)
    let decoded = try recoded(message)
    #expect(decoded.epoch == message.epoch)
    #expect(decoded.epoch.gpsMilliseconds(.glonass, leapSeconds: 18) == nil)
  }
}
