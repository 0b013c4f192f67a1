import CairnGeodesy
import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnWireless

@Suite("Radio map")
struct RadioMapTests {
  /// What is learned of an access point that was heard on a day.
  private func records(_ numbers: Range<UInt64>, day: Int64) -> [BSSID: LearnedAccessPoint] {
    var learner = AccessPointLearner()
    let time = MonotonicTime(nanoseconds: 1_000_000_000_000)
    var fix = Location(
      coordinate: Coordinate(latitude: 47, longitude: 8), horizontalAccuracy: 4, time: time,
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    fix.timestamp = Timestamp(nanosecondsSince1970: day * 86_400_000_000_000)
    let scan = WiFiScan(
      sightings: numbers.map {
        AccessPointSighting(
          bssid: AccessPoints.bssid($0), ssid: SSID("net".utf8), signal: -50, time: time)
      }, time: time)
    return learner.learn(scan, at: fix) { _ in nil }
  }

  @Test func `a full map forgets a quarter, those not heard for longest first`() {
    var map = RadioMap(packs: [], capacity: 100)
    map.add(records(0..<60, day: 20_000))
    map.add(records(60..<100, day: 20_001))
    #expect(map.learned.count == 100)
    map.add(records(100..<110, day: 20_002))
    #expect(map.learned.count == 75)
    #expect((60..<110).allSatisfy { map.learned[AccessPoints.bssid($0)] != nil })
  }

  @Test func `a full map of one day keeps three quarters`() {
    var map = RadioMap(packs: [], capacity: 100)
    map.add(records(0..<101, day: 20_000))
    #expect(map.learned.count == 75)
  }
}
