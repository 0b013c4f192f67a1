import CCairnMath
import CairnGeodesy
import CairnRadio
import CairnTestSupport
import CairnTypes

/// How well the learner finds an access point beside streets that a device passes.
struct StreetTrial {
  /// Median error in metres.
  private(set) var error = 0.0
  /// Median of the stated radius in metres.
  private(set) var accuracy = 0.0
  /// Share of the errors within the stated radius.
  private(set) var coverage = 0.0

  private static let place = Coordinate(latitude: 46.95, longitude: 7.43)

  /// - Parameters:
  ///   - streets: number of passes, each on a street across the one before.
  ///   - step: metres between scans.
  ///   - speed: metres per second.
  ///   - count: number of access points.
  ///   - seed: decides everything that is random.
  init(streets: Int, step: Double, speed: Double, count: Int, seed: UInt64) {
    var random = SplitMix(seed: seed)
    var errors: [Double] = []
    var radii: [Double] = []
    var within = 0
    for _ in 0..<count {
      guard
        let known = Self.learned(streets, step, speed, &random)?.known(on: 20_000),
        let radius = known.accuracy
      else { continue }
      let error = known.coordinate.distance(to: Self.place)
      errors.append(error)
      radii.append(radius)
      if error <= radius { within += 1 }
    }
    error = WorldTrial.median(errors)
    accuracy = WorldTrial.median(radii)
    coverage = Double(within) / Double(max(1, errors.count))
  }

  private static func learned(
    _ streets: Int, _ step: Double, _ speed: Double, _ random: inout SplitMix
  ) -> LearnedAccessPoint? {
    let power = -38 + 4 * random.normal()
    var learner = AccessPointLearner()
    var record: LearnedAccessPoint?
    for street in 0..<streets {
      let course = (Double(street) * 90 + 11 * random.normal() + 360)
        .truncatingRemainder(dividingBy: 360)
      let aside = random.uniform(8, 45) * (random.uniform(0, 1) < 0.5 ? 1 : -1)
      // A satellite fix's error is mostly the same during a pass.
      let bias = (random.normal() * 2.8, random.normal() * 2.8)
      var along = random.uniform(0, step) - 150
      var seconds = Double(street) * 5000
      while along < 150 {
        let distance = max(1, cairn_hypot(along, aside))
        let loss = 30 * cairn_log(distance) / cairn_log(10)
        let signal = cairn_round(power - loss + 7 * random.normal())
        let there = place.moved(by: aside, bearing: course + 90).moved(by: along, bearing: course)
          .moved(by: bias.0 + 2.8 * random.normal(), bearing: 0)
          .moved(by: bias.1 + 2.8 * random.normal(), bearing: 90)
        let (scan, fix) = heard(signal, there, at: seconds, speed, course)
        if signal > -90,
          let new = learner.learn(scan, at: fix, record: { _ in record }).values.first
        {
          record = new
        }
        along += step
        seconds += step / speed
      }
    }
    return record
  }

  private static func heard(
    _ signal: Double, _ place: Coordinate, at seconds: Double, _ speed: Double, _ course: Double
  ) -> (WiFiScan, Location) {
    let time = MonotonicTime(nanoseconds: Int64(seconds * 1e9))
    let sighting = AccessPointSighting(
      bssid: AccessPoints.bssid(1), ssid: SSID([65]), signal: signal, time: time)
    var fix = Location(
      coordinate: place, horizontalAccuracy: 6, time: time,
      source: LocationSource(provider: "gnss", technology: .gnss))
    fix.speed = speed
    fix.course = course
    fix.timestamp = Timestamp(nanosecondsSince1970: 20_000 * 86_400_000_000_000)
    return (WiFiScan(sightings: [sighting], time: time), fix)
  }
}
