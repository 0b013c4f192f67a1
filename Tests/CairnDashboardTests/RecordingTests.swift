import CairnHAL
import CairnReports
import CairnTypes
import Foundation
import Testing

@testable import CairnDashboard

@Suite("recordings on the page", .tags(.loopback), .timeLimit(.minutes(15)))
struct RecordingTests {
  private static func satellites(_ count: Int) -> SatelliteReport {
    var satellites: [Satellite] = []
    for number in 0..<count {
      var satellite = Satellite(
        system: SatelliteSystem(rawValue: UInt8(number % 8)) ?? .gps, number: UInt8(number % 200))
      satellite.elevation = Int8(number % 90)
      satellite.azimuth = UInt16(number % 360)
      satellite.carrierToNoise = 30.5
      satellite.isUsed = number.isMultiple(of: 2)
      satellites.append(satellite)
    }
    return SatelliteReport(
      satellites: satellites, dilution: DilutionOfPrecision(), time: MonotonicTime(nanoseconds: 0))
  }

  /// A recording of seconds, with a position each.
  private static func recording(
    _ seconds: [Int64], satellites: Int = 3, name: String = "drive.ubx"
  ) -> DashboardRecording {
    var builder = RecordingBuilder(name: name, clock: .elapsed)
    var receiver = RecordedReceiver()
    for (number, second) in seconds.enumerated() {
      receiver.frames = number
      builder.begin(at: second * 1000, receiver)
      let fix = fix(Double(second), latitude: 40 + Double(number) / 1e6)
      builder.take(raw: fix)
      if number.isMultiple(of: 2) { builder.take(filtered: fix) }
      builder.take(Self.satellites(satellites))
      receiver.checksumFailures = 10 * number
      receiver.bytesSkipped = 100 * number
      builder.take(
        receiver,
        IntakeReport(
          accepted: number, rejected: [.init("implausibleJump", words: "jumps", number: 7)],
          repaired: []))
    }
    return builder.finish()
  }

  private static func json(_ bytes: [UInt8]) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(bytes))
  }

  @Test func `the page gets the tracks, and what was known at a moment`() async throws {
    var sources = DashboardSources()
    sources.recordings = [
      Self.recording([100, 101, 102, 103]), Self.recording([50, 51], name: "other.nmea"),
    ]
    let bench = try DashboardBench(sources: sources)
    let browser = try bench.connect()
    browser.send(bench.request("/events"))
    #expect(await browser.wait { !$0.events.isEmpty })
    let hello = try #require(try Self.json(Array(browser.events[0].utf8)) as? [String: Any])
    let list = try #require(hello["recordings"] as? [[String: Any]])
    #expect(list.map { $0["name"] as? String } == ["drive.ubx", "other.nmea"])
    #expect(list.map { $0["start"] as? Int } == [100_000, 50_000])
    #expect(list.map { $0["end"] as? Int } == [103_000, 51_000])
    #expect(list.map { $0["clock"] as? String } == ["elapsed", "elapsed"])
    let other = try bench.connect()
    let tracks = await other.get("/recording/0")
    #expect(tracks.status == 200)
    let object = try #require(try Self.json(Array(tracks.body.utf8)) as? [String: [[Any]]])
    let times = object.mapValues { $0.map { $0[0] as? Int } }
    #expect(times["raw"] == [100_000, 101_000, 102_000, 103_000])
    #expect(times["filtered"] == [100_000, 102_000])
    #expect(object["raw"]?[1][1] as? Double == 40.000001)
    #expect(object["raw"]?[1][3] as? Double == 2.5 && object["raw"]?[1][4] is NSNull)
    let state = await other.get("/recording/0?at=101500")
    let events = try #require(try Self.json(Array(state.body.utf8)) as? [[String: Any]])
    let names = ["receiver", "satellites", "intake", "update"]
    #expect(events.map { $0["event"] as? String } == names)
    #expect(events[0]["frames"] as? Int == 1)
    // What was damaged and left out up to that moment, and no more.
    #expect(events[0]["checksumFailures"] as? Int == 10)
    #expect(events[0]["bytesSkipped"] as? Int == 100)
    #expect((events[1]["satellites"] as? [Any])?.count == 3)
    #expect(events[2]["accepted"] as? Int == 1)
    #expect(events[2]["rejected"] as? [String: Int] == ["implausibleJump": 7])
    let fixes = try #require(events[3]["locations"] as? [[String: Any]])
    #expect(fixes[0]["latitude"] as? Double == 40)
    #expect(await other.get("/recording/1?at=-5").body == "[]\n")
    bench.end()
  }

  @Test(arguments: [
    ("/recording/1", 404), ("/recording/", 404), ("/recording/00", 404), ("/recording/-1", 404),
    ("/recording/0/", 404), ("/recording/0?at=", 400), ("/recording/0?at=1.5", 400),
    ("/recording/0?at=9999999999999999", 400), ("/recording/0?at=1&at=2", 400),
    ("/recording/0?to=1", 400), ("/recording/0?at=--1", 400), ("/recording", 404),
  ])
  func `refuses what is no question`(target: String, status: Int) async throws {
    var sources = DashboardSources()
    sources.recordings = [Self.recording([1, 2])]
    let bench = try DashboardBench(sources: sources)
    let browser = try bench.connect()
    #expect(await browser.get(target).status == status)
    #expect(await browser.get("/recording/0").status == 200)
    bench.end()
  }

  @Test func `satellites come back as they were`() {
    let report = Self.satellites(40)
    var all = report.satellites
    all.append(Satellite(system: .glonass, number: nil))
    all.append(Satellite(system: .gps, number: 7, carrierToNoise: .nan))
    all.append(Satellite(system: .gps, number: 8, elevation: -5, azimuth: 359, carrierToNoise: 0))
    let back = RecordedSky(
      SatelliteReport(satellites: all, dilution: report.dilution, time: report.time)
    ).report(at: report.time).satellites
    all[41].carrierToNoise = nil
    #expect(back == all)
  }

  @Test func `a recording of any length has a bound`() {
    let long = Self.recording(Array(0..<150_000), satellites: 0)
    #expect(long.raw.count <= DashboardRecording.mostPoints && long.raw.count > 9_000)
    #expect(long.filtered.count <= DashboardRecording.mostPoints)
    #expect(long.moments.count <= DashboardRecording.mostMoments && long.moments.count > 32_000)
    #expect(long.start == 0 && long.end == 149_999_000)
    let wide = Self.recording(Array(0..<30_000), satellites: 250)
    #expect(wide.moments.reduce(0) { $0 + ($1.sky?.cost ?? 0) } <= DashboardRecording.mostSky)
    #expect(wide.moments.count > 9_000 && wide.end == 29_999_000)
  }

  @Test func `both tracks of a long recording keep the same instants`() {
    var builder = RecordingBuilder(name: "long", clock: .utc)
    for second in 0..<50_000 {
      builder.begin(at: Int64(second) * 1000, RecordedReceiver())
      let fix = fix(Double(second))
      builder.take(raw: fix)
      // One in seven is left out, so that the two are not of one length.
      if second % 7 != 3 { builder.take(filtered: fix) }
    }
    let recording = builder.finish()
    let raw = Set(recording.raw.map(\.time))
    #expect(recording.filtered.count > 8_000)
    #expect(recording.filtered.allSatisfy { raw.contains($0.time) })
  }

  @Test func `moments are a second apart, of a fast receiver too`() {
    var builder = RecordingBuilder(name: "fast", clock: .utc)
    for tenth in 0..<1000 {
      builder.begin(at: Int64(tenth) * 100, RecordedReceiver())
      builder.take(raw: fix(Double(tenth) / 10))
    }
    let recording = builder.finish()
    #expect(recording.raw.count == 1000)
    #expect((100...102).contains(recording.moments.count))
    #expect(recording.end == 99_900)
  }

  @Test func `a clock that was set back leaves moments that can be found`() throws {
    let recording = Self.recording([1000, 1001, 1002, 10, 11, 12])
    #expect(recording.start == 10_000 && recording.end == 1_002_000)
    let events = try #require(try Self.json(recording.state(at: 11_500)) as? [[String: Any]])
    #expect(events[0]["frames"] as? Int == 4)
    // The track keeps its order.
    let order: [Int64] = [1000, 1001, 1002, 10, 11, 12]
    #expect(recording.raw.map { $0.time / 1000 } == order)
  }

  @Test func `nothing is a recording too`() throws {
    let empty = RecordingBuilder(name: "", clock: .utc).finishedCopy()
    #expect(empty.start == 0 && empty.end == 0)
    #expect(empty.state(at: .max) == Array("[]\n".utf8))
  }
}

extension RecordingBuilder {
  fileprivate func finishedCopy() -> DashboardRecording {
    var copy = self
    return copy.finish()
  }
}
