import CairnCASIC
import CairnReceiver
import CairnTypes
import Testing

@Suite("Epochs of CASIC messages")
struct CASICEpochTests {
  private func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<(value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func frame(_ id: CASICMessageID, _ payload: [UInt8]) -> [UInt8] {
    CASICFrame.encode(id, payload.span)
  }

  private func position(
    _ second: Int, state: UInt8 = 7, latitude: Double = 47.5, longitude: Double = -122.25,
    reals: [Float] = [56, -21.5, 9, 16, 0, 0, -0.5, 2, 2, 270, 0.25, 4]
  ) -> [UInt8] {
    var payload = little(UInt32(second * 1000)) + [state, state, 7, 17, 10, 4, 3, 0]
    payload += little((1.3 as Float).bitPattern)
    payload += little(longitude.bitPattern) + little(latitude.bitPattern)
    for real in reals { payload += little(real.bitPattern) }
    return frame(CASICNavPV.id, payload)
  }

  private func dilution(_ second: Int, _ values: [Float] = [1.3, 0.7, 1.1, 0.5, 0.6, 0.8])
    -> [UInt8]
  {
    frame(CASICNavDOP.id, little(UInt32(second * 1000)) + values.flatMap { little($0.bitPattern) })
  }

  private func time(_ second: Int) -> [UInt8] {
    frame(
      CASICNavTimeUTC.id,
      little(UInt32(second * 1000)) + little((9 as Float).bitPattern) + little(0 as UInt32)
        + [0, 0, 0xEA, 0x07, 8, 6, 7, 18, UInt8(second), 7, 0, 3])
  }

  private func list(_ second: Int, _ id: CASICMessageID, _ numbers: [UInt8]) -> [UInt8] {
    frame(
      id,
      little(UInt32(second * 1000)) + [UInt8(numbers.count), 1, 0, 0]
        + numbers.flatMap { [1, $0, 1, 7, 30, 40, 90, 0, 0, 0, 0, 0] })
  }

  private func second(_ second: Int) -> [UInt8] {
    dilution(second) + position(second) + time(second)
      + list(second, CASICNavSatellites.gpsID, [1, 2])
      + list(second, CASICNavSatellites.beiDouID, [5])
      + list(second, CASICNavSatellites.glonassID, [])
  }

  private func events(_ bytes: [UInt8], pieces: Int = .max) -> [ReceiverEvent] {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, pieces == .max ? bytes.count : at + pieces)
      stream.receive(bytes.span.extracting(at..<end), at: MonotonicTime(nanoseconds: 0))
      at = end
    }
    stream.finish()
    return stream.takeEvents()
  }

  private func epochs(_ stream: [UInt8]) -> [Epoch] {
    events(stream).compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
  }

  @Test
  func `the messages of one running time are an epoch, with the receiver's own errors`() throws {
    let epochs = epochs((0..<4).flatMap(second))
    #expect(epochs.count == 4)
    let epoch = try #require(epochs.last)
    #expect(epoch.timestamp?.description == "2026-08-06T07:18:03.000Z")
    #expect(epoch.coordinate == Coordinate(latitude: 47.5, longitude: -122.25))
    #expect(epoch.fix == .threeD && epoch.dimensions == 3 && epoch.satellitesUsed == 17)
    #expect(epoch.ellipsoidalAltitude == 56 && epoch.altitude == 77.5)
    #expect(epoch.horizontalAccuracy == 3 && epoch.verticalAccuracy == 4)
    #expect(epoch.speed == 2 && epoch.course == 270 && epoch.verticalSpeed == -0.5)
    #expect(epoch.speedAccuracy == 0.5 && epoch.courseAccuracy == 2)
    #expect(epoch.dilution.horizontal == 0.7 && epoch.dilution.time == 0.8)
    #expect(epoch.wireProtocol == .casic)
  }

  @Test(arguments: [1, 7, 64, .max])
  func `lists of three systems are one view, whatever the pieces`(pieces: Int) {
    let views = events((0..<4).flatMap(second), pieces: pieces).compactMap {
      if case .satellites(let view) = $0 { view } else { nil }
    }
    #expect(views.count == 4)
    for view in views {
      #expect(view.satellites.map { $0.system } == [.gps, .gps, .beidou])
      #expect(view.satellites.map { $0.number } == [1, 2, 5])
      #expect(view.timestamp != nil && view.dilution.vertical == 1.1)
    }
  }

  @Test(
    arguments: [
      (0, FixQuality.none), (1, .none), (2, .none), (3, .none), (4, .deadReckoning), (5, .twoD),
      (6, .twoD), (7, .threeD), (8, .gnssDeadReckoning), (9, .none), (255, .none),
    ] as [(UInt8, FixQuality)])
  func `a position counts when the receiver has measured it`(state: UInt8, fix: FixQuality) throws {
    let epoch = try #require(epochs(position(1, state: state)).first)
    #expect(epoch.fix == fix)
    #expect(epoch.hasPosition == (fix != .none))
    #expect((epoch.speed == nil) == (fix == .none))
  }

  @Test(
    arguments: [
      (Double.nan, 0), (0, .infinity), (90.5, 0), (0, -181), (-.infinity, .nan), (1e300, 1e300),
    ] as [(Double, Double)])
  func `a place that is none is no position`(latitude: Double, longitude: Double) throws {
    let epoch = try #require(epochs(position(1, latitude: latitude, longitude: longitude)).first)
    #expect(!epoch.hasPosition && epoch.coordinate == nil)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func `values that are no numbers are absent`(value: Float) throws {
    let stream =
      dilution(1, Array(repeating: value, count: 6))
      + position(1, reals: Array(repeating: value, count: 12))
    let epoch = try #require(epochs(stream).first)
    #expect(epoch.hasPosition)
    #expect(epoch.altitude == nil && epoch.ellipsoidalAltitude == nil && epoch.speed == nil)
    #expect(epoch.horizontalAccuracy == nil && epoch.verticalAccuracy == nil)
    #expect(epoch.course == nil && epoch.speedAccuracy == nil && epoch.courseAccuracy == nil)
    #expect(epoch.dilution.horizontal == nil && epoch.dilution.position == 1.3)
  }

  @Test(arguments: [0, -4])
  func `a variance that is not positive is not known`(variance: Float) throws {
    let reals: [Float] = [56, 0, variance, variance, 0, 0, 0, 0, 0, 0, variance, variance]
    let epoch = try #require(epochs(position(1, reals: reals)).first)
    #expect(epoch.horizontalAccuracy == nil && epoch.verticalAccuracy == nil)
    #expect(epoch.speedAccuracy == nil && epoch.courseAccuracy == nil)
  }

  @Test
  func `sentences beside CASIC messages make no second epoch`() {
    let rmc = Array(
      "$GPRMC,071800.00,A,4730.0000,N,12215.0000,W,0.0,0.0,060826,,,A*4D\r\n".utf8)
    let epochs = epochs(second(0) + second(1) + rmc + second(2) + rmc + second(3))
    #expect(epochs.allSatisfy { $0.wireProtocol == .casic })
    #expect(epochs.count == 4)
  }

  @Test
  func `a CASIC receiver is known by its messages, and configured by its sentences`() {
    var sink = Hearing()
    var framer = Framer()
    framer.receive(second(0).span, into: &sink)
    #expect(sink.heard == .pcas)
    #expect(framer.casic.frames == 6 && framer.bytesSkipped == 0)
  }

  private struct Hearing: FrameSink {
    var heard: HeardSpeech = []

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) { heard.note(frame, info) }
  }

  @Test
  func `a damaged frame costs nothing but itself`() {
    var stream = (0..<3).flatMap(second)
    // In the last octet of the sum of the second position.
    let at = second(0).count + dilution(1).count + position(1).count - 1
    stream[at] ^= 0x40
    #expect(epochs(stream).count == 2)
    var framer = Framer()
    var sink = Hearing()
    framer.receive(stream.span, into: &sink)
    #expect(framer.casic.frames == 17 && framer.casic.checksumFailures == 1)
  }
}
