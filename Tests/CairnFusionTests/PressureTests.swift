import CairnFusion
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@Suite("Heights with a barometer")
struct PressureTests {
  /// A device that climbs and stands, with heights of satellites that repeat their errors for a minute.
  private struct Climb {
    var track = MadeUpTrack(seed: 5)
    var repeated = 0.0

    /// Returns a fix a second, and with a barometer its pressures half a second before each.
    mutating func fixes(
      _ heights: [Double], scale: Double? = nil, offset: Double = 40
    ) -> [Location] {
      var engine = FusionEngine()
      return heights.enumerated().flatMap { second, height -> [Location] in
        let keep = exp(-1.0 / 60)
        repeated = keep * repeated + track.noise(5 * (1 - keep * keep).squareRoot())
        var fix = track.fix(velocity: 0)
        let error = repeated + track.noise(1)
        fix.altitude = height + error
        fix.ellipsoidalAltitude = height + error + 23
        fix.verticalAccuracy = 5
        if let scale {
          let before = second > 0 ? (heights[second - 1] + height) / 2 : height
          engine.take(
            pressureHeight: scale * before + offset + track.noise(0.2),
            at: fix.time - .milliseconds(500))
        }
        return engine.take(&fix).givesPosition ? [fix] : []
      }
    }
  }

  /// 200 m up at 2 m/s between rests.
  private static let heights =
    Array(repeating: 50.0, count: 300) + (0..<100).map { 50 + 2 * Double($0) }
    + Array(repeating: 250.0, count: 300)

  private func errors(_ fixes: [Location]) -> [Double] {
    zip(fixes, Self.heights).map { ($0.altitude ?? .infinity) - $1 }
  }

  private func percentile(_ errors: [Double]) -> Double {
    errors.map(abs).sorted()[errors.count * 68 / 100]
  }

  @Test func `are nearer to the truth, and their accuracy says so`() {
    var (plain, joined) = (Climb(), Climb())
    let without = errors(plain.fixes(Self.heights))
    let fixes = joined.fixes(Self.heights, scale: 0.97)
    let with = errors(fixes)
    #expect(with.count == Self.heights.count)
    #expect(percentile(with) < 0.8 * percentile(without), "\(percentile(with)) m")
    let covered = zip(with, fixes).filter { abs($0) <= $1.verticalAccuracy ?? 0 }.count
    #expect(Double(covered) / Double(with.count) > 0.55)
    #expect(fixes.suffix(300).allSatisfy { ($0.verticalAccuracy ?? 9) < 5 })
    for fix in fixes {
      #expect(abs((fix.ellipsoidalAltitude ?? 0) - (fix.altitude ?? 0) - 23) < 1e-9)
    }
  }

  @Test func `a climb is that of the barometer`() {
    var joined = Climb()
    let with = errors(joined.fixes(Self.heights, scale: 1))
    let steps = (310..<400).map { with[$0] - with[$0 - 10] }
    let mean = steps.reduce(0, +) / Double(steps.count)
    let spread = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(steps.count)
    #expect(spread.squareRoot() < 0.7, "\(spread.squareRoot()) m")
  }

  @Test func `a barometer that falls silent is left out`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    var fixes: [Location] = []
    for second in 0..<120 {
      var fix = track.fix(velocity: 0)
      fix.altitude = second < 60 ? 100 : 130
      fix.verticalAccuracy = 3
      if second < 60 { engine.take(pressureHeight: 900, at: fix.time) }
      if engine.take(&fix).givesPosition { fixes.append(fix) }
    }
    #expect(abs((fixes[59].altitude ?? 0) - 100) < 0.1)
    #expect(abs((fixes[119].altitude ?? 0) - 130) < 5)
  }

  @Test func `other heights begin anew, and pressures that are none do no harm`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for second in 0..<60 {
      var fix = track.fix(velocity: 0)
      fix.altitude = 100
      if second >= 30 { fix.ellipsoidalAltitude = 150 }
      for odd in [Double.nan, .infinity, -1e300] {
        engine.take(pressureHeight: odd, at: fix.time)
      }
      engine.take(pressureHeight: 500, at: fix.time)
      guard engine.take(&fix).givesPosition else { continue }
      #expect(abs((fix.altitude ?? 0) - 100) < 1)
      if second >= 30 { #expect(abs((fix.ellipsoidalAltitude ?? 0) - 150) < 1) }
    }
  }

  @Test(
    .enabled(if: Corpus.isExpected, "needs the recordings in ../shared or CAIRN_SHARED"),
    arguments: ["flight_with_middle_landing", "napret"])
  func `on a flight they are as good as without, and climb better`(name: String) throws {
    let flight = try flight(name)
    var track = MadeUpTrack(seed: 9)
    var repeated = 0.0
    var engines = (FusionEngine(), FusionEngine())
    var errors: (without: [Double], with: [Double]) = ([], [])
    var second = flight[0].second
    for row in flight {
      let dt = max(1, row.second - second)
      second = row.second
      let keep = exp(-dt / 60)
      repeated = keep * repeated + track.noise(5 * (1 - keep * keep).squareRoot())
      var fix = track.fix(after: dt, velocity: 0)
      fix.altitude = row.truth + repeated + track.noise(1)
      fix.verticalAccuracy = 5
      var other = fix
      engines.1.take(pressureHeight: row.pressure, at: fix.time)
      _ = (engines.0.take(&fix), engines.1.take(&other))
      errors.without.append((fix.altitude ?? .infinity) - row.truth)
      errors.with.append((other.altitude ?? .infinity) - row.truth)
    }
    func climb(_ errors: [Double]) -> Double {
      let steps = (10..<errors.count).map { errors[$0] - errors[$0 - 10] }
      return (steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)).squareRoot()
    }
    let (with, without) = (percentile(errors.with), percentile(errors.without))
    #expect(with <= 1.2 * without, "\(with) m, \(without) m")
    #expect(climb(errors.with) <= 0.7 * climb(errors.without))
  }

  private struct Row {
    var second: Double
    var pressure: Double
    var satellites: Double
    var truth = 0.0
  }

  /// Reads a record of a flight. The truth is the pressure's shape on the slow difference between both.
  private func flight(_ name: String) throws -> [Row] {
    let bytes = try Data(contentsOf: Corpus.file("corpus/height/\(name).igc"))
    var rows: [Row] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = Array(line.utf8)
      func number(_ range: Range<Int>) -> Double? {
        Double(String(decoding: line[range], as: UTF8.self))
      }
      guard line.count >= 35, line[0] == UInt8(ascii: "B"), line[24] == UInt8(ascii: "A"),
        let hour = number(1..<3), let minute = number(3..<5), let second = number(5..<7),
        let pressure = number(25..<30), let height = number(30..<35), pressure != 0, height != 0
      else { continue }
      let time = hour * 3600 + minute * 60 + second
      if time > rows.last?.second ?? -1 {
        rows.append(Row(second: time, pressure: pressure, satellites: height))
      }
    }
    // Ten minutes about each row.
    var (first, last, sum) = (0, 0, 0.0)
    for place in rows.indices {
      while last < rows.count, rows[last].second <= rows[place].second + 300 {
        sum += rows[last].satellites - rows[last].pressure
        last += 1
      }
      while rows[first].second < rows[place].second - 300 {
        sum -= rows[first].satellites - rows[first].pressure
        first += 1
      }
      rows[place].truth = rows[place].pressure + sum / Double(last - first)
    }
    return rows
  }
}
