internal import CairnGeodesy
public import CairnTypes

/// Decides at which places the device learns cells.
///
/// Remembers where it last heard each cell, in memory only, so that a device that stands does not
/// learn the same again and again.
public struct CellLearner: Sendable {
  /// Metres between two places that count.
  public static let spacing = 200.0
  /// Between hearing and the fix; the fix is moved along its course.
  public static let maximumDelay = Duration.seconds(10)
  /// Metres: the worst fix that is learned from.
  public static let maximumFixAccuracy = 50.0
  /// Most cells that it remembers.
  private static let capacity = 256

  private var recent: [UInt64: Coordinate] = [:]

  /// Creates a learner that remembers nothing.
  public init() {}

  /// Learns from cells that were heard.
  ///
  /// Only cells with an identity count that were heard within ten seconds of the fix; and only fixes
  /// of satellites, of 50 m or better, with a date.
  ///
  /// - Parameters:
  ///   - sightings: the cells that the modem hears.
  ///   - fix: the position of the device at that time.
  ///   - map: the cells learned before.
  /// - Returns: whether `map` has changed.
  public mutating func learn(
    _ sightings: [CellSighting], at fix: Location, into map: inout LearnedCells
  ) -> Bool {
    guard fix.isLearnable(within: Self.maximumFixAccuracy),
      let day = fix.timestamp?.date?.daysSince1970, (1...65_000).contains(day)
    else { return false }
    var hasChanged = false
    for sighting in sightings {
      let delay = sighting.time - fix.time
      guard let identity = sighting.identity, delay <= Self.maximumDelay,
        delay >= .zero - Self.maximumDelay
      else { continue }
      let place = fix.moved(by: delay)
      if let last = recent[identity.key], last.distance(to: place) < Self.spacing { continue }
      if recent.count >= Self.capacity { recent = [:] }
      recent[identity.key] = place
      map.add(identity, at: place, day: UInt16(clamping: day))
      hasChanged = true
    }
    return hasChanged
  }
}

extension Location {
  /// Returns where the device is a moment later if it goes on; where it is if it does not move.
  fileprivate func moved(by delay: Duration) -> Coordinate {
    guard let speed, speed > 0, speed < 100, let course, course >= 0, course < 360 else {
      return coordinate
    }
    return coordinate.moved(by: speed * delay.inSeconds, bearing: course)
  }
}
