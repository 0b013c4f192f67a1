import Cairn
import CairnGeodesy
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@testable import CairnProviders

/// A drive between high buildings in Nagoya, as sentences on a line and as a table.
@Suite(
  "The filter of the live service", .serialized,
  .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
struct LiveFilterTests {
  /// One position: measured, or where the course has led.
  private struct Position: Hashable {
    /// Milliseconds since 1970.
    let time: Int64
    let isExtrapolated: Bool
  }

  @Test("a delegate gets from the line what the command makes of the table")
  func nagoya() async throws {
    let trace = try Trace("corpus/fusion/nagoya23-x5-urban/fixes.csv")
    let expected = try await filtered(trace.table)
    let live = try await delivered(trace.sentences)
    #expect(expected.count > 900)
    #expect(live.keys.allSatisfy { expected[$0] != nil })
    var measured: Int64 = 0
    for position in expected.keys.sorted(by: { $0.time < $1.time }) {
      if !position.isExtrapolated { measured = position.time }
      guard let place = live[position], let other = expected[position] else {
        // The player waits for five seconds at most, however long the gap in the recording.
        #expect(position.time - measured > 4000, "no position at \(position.time)")
        continue
      }
      #expect(place.distance(to: other) < 0.001, "at \(position.time)")
    }
  }

  private func filtered(_ table: String) async throws -> [Position: Coordinate] {
    let process = try Cairn.start(["filter", "--json"], input: .bytes(Array(table.utf8)))
    #expect(await process.end() == 0)
    var positions: [Position: Coordinate] = [:]
    let outcome = Cairn.Outcome(output: process.output, complaints: "", exitCode: 0)
    for object in outcome.objects {
      let time = try #require(object["t"] as? Double)
      let fix = try #require(object["fix"] as? String)
      positions[
        Position(
          time: Int64((time * 1000).rounded()), isExtrapolated: fix == "estimated")] =
        Coordinate(
          latitude: try #require(object["lat"] as? Double),
          longitude: try #require(object["lon"] as? Double))
    }
    return positions
  }

  private func delivered(_ sentences: [UInt8]) async throws -> [Position: Coordinate] {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    defer { loop.shutdown() }
    let player = CapturePlayer(sentences, loop: loop)
    let path = try await player.open()
    let provider = GNSSProvider(source: .address(.device(path)), loop: loop)
    let system = LocationSystem(providers: [provider], executor: loop)
    let manager = LocationManager(system: system, isolation: nil)
    let delegate = Recorder()
    manager.delegate = delegate
    manager.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    try #require(await Patience.wait { await provider.isOpen })
    await player.start()
    while true {
      let progress = await player.progress
      try #require(await Patience.wait { await provider.bytesReceived == progress.bytes })
      manager.processPendingEvents()
      if progress.isFinished { break }
      loop.advance(by: .milliseconds(50))
    }
    loop.advance(by: .milliseconds(400))
    manager.processPendingEvents()
    await player.stop()
    var positions: [Position: Coordinate] = [:]
    for location in delegate.locations {
      let stamp = try #require(location.timestamp)
      positions[
        Position(
          time: (stamp.nanosecondsSince1970 + 500_000) / 1_000_000,
          isExtrapolated: location.source.fix == .estimated)] = location.coordinate
    }
    return positions
  }
}

/// Gets the calls of a manager.
private final class Recorder: LocationManagerDelegate {
  private(set) var locations: [Location] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    self.locations += locations
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
}

/// The columns of a table of fixes that a line can carry, as both.
private struct Trace {
  let table: String
  let sentences: [UInt8]

  init(_ path: String) throws {
    let lines = try Corpus.text(path)
      .split(whereSeparator: \.isNewline)
    let names = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    var table = "t,lat,lon,speed,course,source,quality,nsat,hdop,sigma_e,sigma_n\n"
    var sentences = ""
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      func field(_ name: String) throws -> Substring {
        fields[try #require(names.firstIndex(of: Substring(name)))]
      }
      func number(_ name: String) throws -> Double { try #require(Double(try field(name))) }
      let time = try number("t")
      let (north, east) = (try number("sigma_n"), try number("sigma_e"))
      let speed = try number("speed")
      table +=
        try [
          "\(time)", field("lat"), field("lon"), field("speed"), field("course"), "gnss",
          field("quality"), field("nsat"), field("hdop"), field("sigma_e"), field("sigma_n"),
        ].joined(separator: ",") + "\n"
      let utc = Date(timeIntervalSince1970: time)
      let (clock, date) = (Self.text(utc, "HHmmss.SSS"), Self.text(utc, "ddMMyy"))
      let place =
        Self.angle(try number("lat"), digits: 2, ("N", "S")) + ","
        + Self.angle(try number("lon"), digits: 3, ("E", "W"))
      sentences += Self.sentence(
        try
          "GNRMC,\(clock),A,\(place),\(Self.text(speed / 0.514_444_444, 6)),\(field("course")),\(date),,,A"
      )
      sentences += Self.sentence(
        try "GNGGA,\(clock),\(place),\(field("quality")),\(field("nsat")),\(field("hdop")),"
          + "\(field("alt")),M,,M,,")
      sentences += Self.sentence("GNGST,\(clock),,,,,\(north),\(east),")
    }
    self.table = table
    self.sentences = Array(sentences.utf8)
  }

  private static func sentence(_ body: String) -> String {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n"
  }

  private static func text(_ value: Double, _ places: Int) -> String {
    String(format: "%.\(places)f", value)
  }

  private static func angle(_ degrees: Double, digits: Int, _ signs: (plus: String, minus: String))
    -> String
  {
    let whole = degrees.magnitude.rounded(.down)
    let minutes = String(format: "%010.7f", (degrees.magnitude - whole) * 60)
    return String(format: "%0\(digits).0f", whole) + minutes
      + ",\(degrees < 0 ? signs.minus : signs.plus)"
  }

  private static func text(_ date: Date, _ format: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = format
    return formatter.string(from: date)
  }
}
