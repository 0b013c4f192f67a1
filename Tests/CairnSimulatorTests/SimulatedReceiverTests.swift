import CairnGeodesy
import CairnNMEA
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Simulated receiver")
struct SimulatedReceiverTests {
  typealias Personality = SimulatedReceiver.Personality

  private func exact(
    _ personality: Personality, _ output: SimulatedReceiver.Output
  ) -> SimulatedReceiver.Configuration {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.output = output
    configuration.positionNoise = 0
    return configuration
  }

  @Test(arguments: Personality.allCases)
  func `every byte belongs to a frame with a right checksum`(personality: Personality) {
    var receiver = SimulatedReceiver(exact(personality, .both))
    let reading = WireReading(receiver.advance(to: .seconds(20)))
    #expect(reading.skipped == 0)
    #expect(reading.gga.count == 21)
    #expect(reading.pvt.count == (personality.talksUBX ? 21 : 0))
  }

  @Test(arguments: Personality.allCases, [0.5, 1, 3, 10])
  func `positions without noise are the track's`(personality: Personality, rate: Double) throws {
    var configuration = exact(personality, .both)
    configuration.rate = rate
    configuration.timeToFirstFix = .zero
    var receiver = SimulatedReceiver(configuration)
    let period = receiver.period
    let reading = WireReading(receiver.advance(to: .seconds(30)))
    #expect(reading.gga.count > 10)
    for (index, gga) in reading.gga.enumerated() {
      let truth = configuration.track.state(at: (period * index).inSeconds)
      #expect(abs(try #require(gga.latitude) - truth.coordinate.latitude) < 1e-7)
      #expect(abs(try #require(gga.longitude) - truth.coordinate.longitude) < 1e-7)
      #expect(abs(try #require(gga.altitude) - truth.altitude) < 0.051)
    }
    for (index, pvt) in reading.pvt.enumerated() {
      let truth = configuration.track.state(at: (period * index).inSeconds)
      #expect(pvt.isPositionUsable)
      #expect(abs(pvt.latitude - truth.coordinate.latitude) < 1e-7)
      #expect(abs(pvt.longitude - truth.coordinate.longitude) < 1e-7)
      #expect(abs(pvt.ellipsoidalAltitude - truth.ellipsoidalAltitude) < 0.001)
      #expect(abs(pvt.groundSpeed - truth.speed) < 0.001)
      #expect(abs(pvt.course - truth.course) < 0.001)
    }
  }

  @Test(arguments: [Personality.uBloxM8, .uBloxM9, .uBloxM10])
  func `there is no fix and no time before the time to first fix`(personality: Personality) {
    var configuration = exact(personality, .both)
    configuration.timeToFirstFix = .seconds(5)
    var receiver = SimulatedReceiver(configuration)
    let searching = WireReading(receiver.advance(to: .milliseconds(4999)))
    #expect(searching.pvt.count == 5)
    for pvt in searching.pvt {
      #expect(pvt.fixType == .none)
      #expect(!pvt.flags.isFixOK)
      #expect(pvt.utc == nil)
      #expect(!pvt.validity.isFullyResolved)
      #expect(pvt.satellitesUsed == 0)
    }
    for gga in searching.gga {
      #expect(gga.quality == 0)
      #expect(gga.latitude == nil)
      #expect(gga.time == nil)
    }
    #expect(searching.rmc.allSatisfy { $0.status == .warning && $0.date == nil })
    let fixed = WireReading(receiver.advance(to: .seconds(5)))
    #expect(fixed.pvt.map(\.isPositionUsable) == [true])
    #expect(fixed.pvt.first?.utc == configuration.clock.start + .seconds(5))
    #expect(fixed.rmc.first?.status == .valid)
    #expect((fixed.pvt.first?.satellitesUsed ?? 0) >= 4)
  }

  @Test func `the void sentences are those of a real u-blox 8`() {
    var configuration = exact(.uBloxM8, .nmea)
    configuration.systems = [.gps, .glonass]
    var receiver = SimulatedReceiver(configuration)
    let text = String(decoding: receiver.takeEpoch(), as: UTF8.self)
    let lines = text.split(separator: "\r\n").map(String.init)
    #expect(lines[0] == "$GNRMC,,V,,,,,,,,,,N*4D")
    #expect(lines[1] == "$GNVTG,,,,,,,,,N*2E")
    #expect(lines[2] == "$GNGGA,,,,,,0,00,99.99,,,,,,*56")
    #expect(lines[3] == "$GNGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99*2E")
    #expect(lines[4] == lines[3])
    #expect(lines.last == "$GNGLL,,,,,,V,N*7A")
  }

  @Test func `a battery gives the time before the fix, but not to the last second`() {
    var configuration = exact(.uBloxM9, .both)
    configuration.knowsTimeAtStart = true
    var receiver = SimulatedReceiver(configuration)
    let reading = WireReading(receiver.takeEpoch())
    #expect(reading.pvt.first?.utc == configuration.clock.start)
    #expect(reading.pvt.first?.validity.isFullyResolved == false)
    #expect(reading.rmc.first?.time == configuration.clock.start.timeOfDay)
    #expect(reading.rmc.first?.status == .warning)
  }

  @Test func `a lost fix keeps time and last position but is not usable`() throws {
    var configuration = exact(.uBloxM10, .both)
    configuration.timeToFirstFix = .zero
    configuration.outages = [.init(from: .seconds(3), to: .seconds(6))]
    var receiver = SimulatedReceiver(configuration)
    let reading = WireReading(receiver.advance(to: .seconds(8)))
    let expected = [true, true, true, false, false, false, true, true, true]
    #expect(reading.pvt.map(\.isPositionUsable) == expected)
    #expect(reading.rmc.map { $0.status == .valid } == expected)
    #expect(reading.gga.map { $0.quality == 1 } == expected)
    #expect(reading.pvt.allSatisfy { $0.utc != nil })
    let last = configuration.track.state(at: 2).coordinate
    #expect(abs(reading.pvt[4].latitude - last.latitude) < 1e-7)
    #expect(reading.gga[4].latitude == nil)
    #expect(reading.rmc[4].date != nil)
  }

  @Test func `M8 ends its epochs without NAV-EOE and M9 with it`() {
    for (personality, hasEOE) in [(Personality.uBloxM8, false), (.uBloxM9, true)] {
      var receiver = SimulatedReceiver(exact(personality, .ubx))
      let reading = WireReading(receiver.takeEpoch())
      #expect((reading.ubx.last?.id == NavEOE.id) == hasEOE)
      #expect(reading.nmea.isEmpty)
    }
  }

  @Test func `NMEA only sends the sentences of its family in their order`() {
    var receiver = SimulatedReceiver(exact(.nmeaOnly, .both))
    let first = WireReading(receiver.takeEpoch()).nmea.map(\.id)
    #expect(first.filter { $0 != "GSV" } == ["GGA", "GSA", "RMC", "VTG"])
    #expect(first.contains("GSV"))
    let second = WireReading(receiver.takeEpoch()).nmea
    #expect(second.map(\.id) == ["GGA", "GSA", "RMC", "VTG"])
    #expect(second.allSatisfy { $0.talker == "GP" })
  }

  @Test func `noise is as large as asked for`() {
    var configuration = SimulatedReceiver.Configuration(
      .uBloxM9, track: .stationary(at: Coordinate(latitude: 37.5, longitude: 127)))
    configuration.output = .ubx
    configuration.timeToFirstFix = .zero
    configuration.positionNoise = 3
    configuration.rate = 0.02
    var receiver = SimulatedReceiver(configuration)
    let truth = Coordinate(latitude: 37.5, longitude: 127)
    let errors = WireReading(receiver.advance(to: .seconds(50 * 2000))).pvt.map {
      truth.distance(to: Coordinate(latitude: $0.latitude, longitude: $0.longitude))
    }
    #expect(errors.count == 2001)
    let share = Double(errors.count { $0 <= 3 }) / Double(errors.count)
    #expect((0.64...0.73).contains(share))
  }

  @Test func `the same seed gives the same bytes and another one others`() {
    var configuration = SimulatedReceiver.Configuration(.uBloxM9)
    configuration.output = .both
    var (a, b) = (SimulatedReceiver(configuration), SimulatedReceiver(configuration))
    let bytes = a.advance(to: .seconds(60))
    var pieces: [UInt8] = []
    for second in 0...60 { pieces += b.advance(to: .seconds(second)) }
    #expect(bytes == pieces)
    configuration.seed = 2
    var other = SimulatedReceiver(configuration)
    #expect(other.advance(to: .seconds(60)) != bytes)
  }

  @Test func `a leap second reaches both protocols`() {
    let newYear = Timestamp(nanosecondsSince1970: 1_483_228_800_000_000_000)
    var configuration = exact(.uBloxM8, .both)
    configuration.timeToFirstFix = .zero
    configuration.clock = SimulatedClock(
      start: newYear + .seconds(-1), leapSeconds: 17, leapSecondBefore: newYear)
    var receiver = SimulatedReceiver(configuration)
    let reading = WireReading(receiver.advance(to: .seconds(2)))
    #expect(reading.pvt.map(\.second) == [59, 60, 0])
    #expect(reading.gga.map { $0.time?.second } == [59, 60, 0])
    #expect(reading.pvt.map(\.isLeapSecond) == [false, true, false])
  }

  @Test func `a restart needs the time to first fix again`() {
    var configuration = exact(.uBloxM9, .ubx)
    configuration.timeToFirstFix = .seconds(2)
    var receiver = SimulatedReceiver(configuration)
    _ = receiver.advance(to: .seconds(10))
    receiver.restart(at: .seconds(12))
    let pvt = WireReading(receiver.advance(to: .seconds(15))).pvt
    #expect(pvt.map(\.isPositionUsable) == [false, false, true, true])
    #expect(pvt.last?.utc == configuration.clock.start + .seconds(15))
  }
}
