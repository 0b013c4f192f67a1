import CairnGeodesy
import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Learning of access points")
struct LearningTests {
  private let home = Coordinate(latitude: 46.95, longitude: 7.43)
  private let day = 20_000

  private func fix(
    _ coordinate: Coordinate, at seconds: Int64, speed: Double? = 1, course: Double? = 90,
    accuracy: Double = 4, day: Int = 20_000
  ) -> Location {
    var fix = Location(
      coordinate: coordinate, horizontalAccuracy: accuracy,
      time: MonotonicTime(nanoseconds: seconds * 1_000_000_000),
      source: LocationSource(provider: "gnss", technology: .gnss))
    fix.speed = speed
    fix.course = course
    fix.timestamp = Timestamp(nanosecondsSince1970: Int64(day) * 86_400_000_000_000)
    return fix
  }

  private func scan(at seconds: Int64, _ signal: Double = -60, ssid: String = "net") -> WiFiScan {
    let time = MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    return WiFiScan(
      sightings: [
        AccessPointSighting(
          bssid: AccessPoints.bssid(1), ssid: SSID(ssid.utf8), signal: signal, time: time)
      ], time: time)
  }

  /// A learner with its records.
  private struct Bench {
    var learner = AccessPointLearner()
    var records: [BSSID: LearnedAccessPoint] = [:]

    var record: LearnedAccessPoint? { records[AccessPoints.bssid(1)] }

    @discardableResult
    mutating func learn(_ scan: WiFiScan, _ fix: Location) -> Int {
      let known = records
      let changed = learner.learn(scan, at: fix) { known[$0] }
      records.merge(changed) { $1 }
      return changed.count
    }
  }

  /// Passes once along a street 20 m away, a sighting every 20 m.
  private func pass(
    _ bench: inout Bench, from start: Int64, course: Double, _ place: Coordinate? = nil,
    day: Int = 20_000
  ) {
    let place = place ?? home
    for step in 0..<10 {
      let along = Double(step) * 20 - 90
      let there = place.moved(by: 20, bearing: course + 90).moved(by: along, bearing: course)
      let seconds = start + Int64(step) * 2
      bench.learn(
        scan(at: seconds, -50 - along.magnitude / 4),
        fix(there, at: seconds, speed: 10, course: course, day: day))
    }
  }

  @Test func `a second direction makes a place better, more sightings of one do not`() {
    var bench = Bench()
    pass(&bench, from: 0, course: 90)
    #expect(bench.record?.passes == 1 && bench.record?.sightings == 10)
    let first = bench.record?.known(on: UInt16(day))
    #expect(first?.accuracy.map { ($0 - 25 * 1.51).magnitude < 0.1 } == true)
    pass(&bench, from: 5000, course: 270)
    #expect(bench.record?.passes == 2 && bench.record?.hasTwoDirections == false)
    pass(&bench, from: 10_000, course: 0)
    #expect(bench.record?.hasTwoDirections == true)
    let last = bench.record?.known(on: UInt16(day))
    #expect(last?.accuracy.map { ($0 - 15 * 1.51).magnitude < 0.1 } == true)
    #expect(bench.record.map { $0.coordinate.distance(to: home) < 25 } == true)
  }

  @Test func `too few sightings are not used`() {
    var bench = Bench()
    for step: Int64 in 0..<3 {
      #expect(bench.record?.known(on: 20_000) == nil)
      bench.learn(scan(at: step), fix(home.moved(by: Double(step) * 15, bearing: 0), at: step))
    }
    #expect(bench.record?.known(on: 20_000) != nil)
  }

  @Test func `a device that stands does not learn the same again`() {
    var bench = Bench()
    for step: Int64 in 0..<100 { bench.learn(scan(at: step), fix(home, at: step, speed: 0)) }
    #expect(bench.record?.sightings == 1)
  }

  @Test func `only good fixes of satellites at the moment of the scan count`() {
    var bench = Bench()
    let good = fix(home, at: 10)
    var refused = [
      fix(home, at: 13), fix(home, at: 7), fix(home, at: 10, speed: 16),
      fix(home, at: 10, accuracy: 15.1), fix(home, at: 10, accuracy: .nan),
      fix(home, at: 10, accuracy: -1), fix(home, at: 10, speed: .nan),
      fix(Coordinate(latitude: .nan, longitude: 0), at: 10),
      fix(Coordinate(latitude: 0, longitude: 0), at: 10), fix(home, at: 10, day: 0),
      fix(home, at: 10, day: 100_000),
    ]
    for technology in [Technology.wifi, .cellular, .fused, .network] {
      var other = good
      other.source.technology = technology
      refused.append(other)
    }
    for flag in [LocationSource.Flags.fused, .cached, .spoofingSuspected] {
      var other = good
      other.source.flags = flag
      refused.append(other)
    }
    var estimated = good
    estimated.source.fix = .estimated
    refused.append(estimated)
    var undated = good
    undated.timestamp = nil
    refused.append(undated)
    for fix in refused { #expect(bench.learn(scan(at: 10), fix) == 0, "\(fix)") }
    #expect(bench.learn(scan(at: 10, ssid: "x_nomap"), good) == 0)
    #expect(bench.learn(scan(at: 10, -93), good) == 0)
    #expect(bench.learn(scan(at: 10), good) == 1)
  }

  @Test func `the place is that of the moment of the scan`() throws {
    var bench = Bench()
    bench.learn(scan(at: 12), fix(home, at: 10, speed: 10, course: 90))
    let place = try #require(bench.record?.coordinate)
    #expect((place.distance(to: home) - 20).magnitude < 0.1)
    #expect((try #require(home.bearing(to: place)) - 90).magnitude < 0.1)
  }

  @Test func `an access point that has moved is used after two passes, and after three moves not`()
  {
    var bench = Bench()
    pass(&bench, from: 0, course: 90)
    for move in 1...2 {
      let place = home.moved(by: Double(move) * 1000, bearing: 45)
      pass(&bench, from: Int64(move) * 10_000, course: 90, place, day: day + move)
      #expect(bench.record?.moves == UInt8(move))
      #expect(bench.record?.known(on: UInt16(day + move)) == nil)
      pass(&bench, from: Int64(move) * 10_000 + 5000, course: 0, place, day: day + move)
      #expect(bench.record?.known(on: UInt16(day + move)) != nil)
    }
    pass(&bench, from: 90_000, course: 90, home, day: day + 3)
    pass(&bench, from: 95_000, course: 90, home, day: day + 4)
    #expect(bench.record?.moves == 3)
    #expect(bench.record?.isBlocked(on: UInt16(day + 300)) == true)
    #expect(bench.record?.known(on: UInt16(day + 300)) == nil)
    #expect(bench.record?.isBlocked(on: UInt16(day + 3 + 365)) == false)
  }

  @Test func `no record stops the learner`() {
    var random = SplitMix(seed: 9)
    for _ in 0..<3000 {
      let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
      var record = LearnedAccessPoint.unknown
      var reader = RecordReader(bytes[...])
      record.fields(&reader)
      if reader.hasFailed { continue }
      var bench = Bench()
      bench.records[AccessPoints.bssid(1)] = record
      bench.learn(scan(at: 1), fix(record.coordinate, at: 1))
      bench.learn(scan(at: 2), fix(record.coordinate.moved(by: 200, bearing: 20), at: 2))
      bench.learn(scan(at: 3), fix(home, at: 3))
      _ = bench.record?.known(on: .random(in: 0 ... .max, using: &random))
    }
  }

  @Test func `what is remembered is limited`() {
    var learner = AccessPointLearner()
    for second: Int64 in 0..<5 {
      let time = MonotonicTime(nanoseconds: second * 1_000_000_000)
      let sightings = (0..<400).map { number in
        AccessPointSighting(
          bssid: AccessPoints.bssid(UInt64(second) * 400 + number), ssid: SSID([65]), signal: -60,
          time: time)
      }
      let changed = learner.learn(
        WiFiScan(sightings: sightings, time: time), at: fix(home, at: second)
      ) { _ in nil }
      #expect(changed.count == 400)
    }
  }
}
