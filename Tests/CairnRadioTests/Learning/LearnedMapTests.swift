import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("What was learned, between programs")
struct LearnedMapTests {
  /// A map of `count` access points, of which every seventh has moved.
  private func map(_ count: Int) -> LearnedMap {
    var random = SplitMix(seed: 11)
    var map = LearnedMap()
    for number in 0..<count {
      var learner = AccessPointLearner()
      let bssid = AccessPoints.bssid(UInt64(number))
      for sighting in 0..<(number % 7 == 0 ? 12 : 3) {
        let place = Coordinate(
          latitude: Double.random(in: 47.0...47.001, using: &random) + (sighting > 5 ? 1 : 0),
          longitude: 8)
        let time = MonotonicTime(nanoseconds: Int64(1 + sighting) * 1_000_000_000_000)
        var fix = Location(
          coordinate: place, horizontalAccuracy: 5, time: time,
          source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
        (fix.speed, fix.course) = (5, 90)
        fix.timestamp = Timestamp(nanosecondsSince1970: 1_790_000_000_000_000_000)
        let scan = WiFiScan(
          sightings: [
            AccessPointSighting(
              bssid: bssid, ssid: SSID(Array("A".utf8)), signal: -60, frequency: nil, time: time)
          ], time: time)
        map.accessPoints.merge(learner.learn(scan, at: fix) { map.accessPoints[$0] }) { $1 }
      }
    }
    for index in 0..<50 {
      map.scale.learn(
        error: Double(index), unscaledRadius: 20, fixAccuracy: 4, networks: index % 20 + 2)
    }
    return map
  }

  @Test func `is read as it was written, in 24 octets for each access point that stays`() {
    let map = map(70)
    #expect(map.accessPoints.count == 70)
    let moved = map.accessPoints.values.filter { $0.moves > 0 }.count
    #expect(moved == 10)
    let bytes = map.encoded
    let empty = LearnedMap(scale: map.scale).encoded.count
    #expect(bytes.count == empty + 70 * 24 + moved * 2)
    #expect(LearnedMap(decoding: bytes) == map)
  }

  @Test func `is read whole or not at all`() {
    let bytes = map(5).encoded
    for count in 0..<bytes.count {
      #expect(LearnedMap(decoding: Array(bytes.prefix(count))) == nil)
    }
    #expect(LearnedMap(decoding: bytes + [0]) == nil)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        // What a changed bit makes of it is no map, or one that can be used and kept.
        guard let map = LearnedMap(decoding: damaged) else { continue }
        #expect(map.encoded == damaged)
        #expect((0.39...4.01).contains(map.scale.scale(networks: 5)))
        #expect(map.accessPoints.allSatisfy { $0.key.isEligible && $0.value.coordinate.isValid })
      }
    }
  }
}
