internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// One sighting of an access point at a place that a satellite fix gives.
struct AccessPointSample {
  /// Where the device was when it heard the access point.
  var coordinate: Coordinate
  /// Above 0, up to 1.
  var weight: Double
  /// The sector of the direction of travel as a bit, or none.
  var direction: UInt8 = 0
  /// Counted from 1 January 1970.
  var day: UInt16

  init(_ coordinate: Coordinate, weight: Double, day: UInt16) {
    self.coordinate = coordinate
    self.weight = weight
    self.day = day
  }

  /// Metres.
  static let maximumFixAccuracy = 15.0
  /// Between the sighting and the fix.
  static let maximumDelay = Duration.seconds(2)
  /// Metres per second.
  static let maximumSpeed = 15.0
  /// Metres per second from which a course is one.
  static let minimumSpeed = 0.5
  /// dBm: weaker signals are reflections as often as not.
  static let weakest = -92.0

  /// `nil` unless the fix is a good one of satellites, whose date is known, and the sighting is an
  /// eligible one of the same moment.
  ///
  /// The place is the fix's, moved along its course to the moment of the sighting.
  init?(_ sighting: AccessPointSighting, at fix: Location) {
    guard sighting.isEligible, sighting.signal >= Self.weakest, sighting.signal <= 0,
      fix.isLearnable(within: Self.maximumFixAccuracy),
      let day = fix.timestamp?.date?.daysSince1970, (1...65_000).contains(day)
    else { return nil }
    let delay = sighting.time - fix.time
    guard delay <= Self.maximumDelay, delay >= .zero - Self.maximumDelay else { return nil }
    let speed = fix.speed ?? 0
    guard speed <= Self.maximumSpeed else { return nil }
    self.init(
      fix.coordinate, weight: Self.weight(sighting.signal, fix.horizontalAccuracy),
      day: UInt16(clamping: day))
    guard let course = fix.course, course >= 0, course < 360 else { return }
    if speed > 0 { coordinate = coordinate.moved(by: speed * delay.inSeconds, bearing: course) }
    if speed >= Self.minimumSpeed {
      // Half a circle has eight sectors: both ways along a street are one direction.
      direction = 1 << (UInt8(max(0, min(15, course / 22.5))) % 8)
    }
  }

  /// The inverse of a variance: how far away such a signal is heard, plus the fix's error; 1 for
  /// 10 m.
  private static func weight(_ signal: Double, _ accuracy: Double) -> Double {
    // A signal of -38 dBm at 1 m that loses 30 dB for each tenfold distance, 120 m at most.
    let distance = min(120, cairn_exp((-38 - signal) / 30 * cairn_log(10)))
    return min(1, 100 / (distance * distance + accuracy * accuracy))
  }
}
