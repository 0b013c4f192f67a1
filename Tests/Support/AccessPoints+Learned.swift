package import CairnRadio
internal import CairnTypes

extension AccessPoints {
  /// The day on which they were learned, counted from 1 January 1970.
  package static let learnedDay: UInt16 = 20_717

  /// A map of `count` access points that were learned on one day, of which every seventh has moved.
  package static func learned(_ count: Int) -> LearnedMap {
    var random = SplitMix(seed: 11)
    var map = LearnedMap()
    for number in 0..<count {
      var learner = AccessPointLearner()
      let bssid = bssid(UInt64(number))
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
}
