internal import CairnGeodesy
internal import CairnTypes

/// A place where the device rests, and since when.
struct Stay: Sendable {
  /// When the rest began.
  private(set) var start: MonotonicTime
  /// Whether the device was seen elsewhere before.
  private(set) var isStartKnown: Bool
  /// When the device was last seen to rest here.
  private(set) var end: MonotonicTime
  /// Whether it has lasted long enough for a visit.
  private(set) var isVisit = false
  /// The mean of the positions, weighted by time and accuracy.
  private(set) var centre: Coordinate
  /// Metres, 68 %: the mean over the fixes with the same weights.
  private(set) var accuracy: Double
  private var first: Coordinate
  private var latest: Coordinate
  private var weight: Double

  init(
    at coordinate: Coordinate, accuracy: Double, from start: MonotonicTime, to end: MonotonicTime,
    isStartKnown: Bool
  ) {
    self.start = start
    self.end = end
    self.isStartKnown = isStartKnown
    self.accuracy = accuracy
    centre = coordinate
    first = coordinate
    latest = coordinate
    weight = Self.weight((end - start).inSeconds, accuracy)
  }

  var duration: Duration { end - start }

  /// Returns the distance in metres from the place to a position.
  ///
  /// Before it is a visit, the distance from its beginning counts too: the centre follows a device
  /// that strolls along a street, the beginning does not.
  func distance(to coordinate: Coordinate) -> Double {
    let fromCentre = centre.distance(to: coordinate)
    return isVisit ? fromCentre : max(fromCentre, first.distance(to: coordinate))
  }

  /// Adds a fix at rest here.
  ///
  /// If the rest is unbroken since the previous fix, the time between the two counts for the middle
  /// between them, so that the centre does not depend on the rate of fixes.
  mutating func extend(
    to coordinate: Coordinate, accuracy: Double, at time: MonotonicTime, isUnbroken: Bool
  ) {
    let elapsed = isUnbroken ? (time - end).inSeconds : 0
    let middle = isUnbroken ? latest.towards(coordinate, share: 0.5) : coordinate
    let added = Self.weight(elapsed, accuracy)
    mix(middle, accuracy: accuracy, weight: added)
    latest = coordinate
    end = max(end, time)
  }

  /// Corrects the end to when the device began to leave, which is known only once it is on its way.
  mutating func cut(at time: MonotonicTime, minimumStay: Duration) {
    end = max(isVisit ? start + minimumStay : start, min(end, time))
  }

  /// Adds a rest at another spot of the same place.
  mutating func absorb(_ other: Stay) {
    mix(other.centre, accuracy: other.accuracy, weight: other.weight)
    latest = other.latest
    end = max(end, other.end)
  }

  /// Turns the stay into a visit that lasted at least until then.
  mutating func confirm(until time: MonotonicTime) {
    isVisit = true
    end = max(end, time)
  }

  /// Encodes or decodes everything to store.
  mutating func fields(_ f: inout some RecordVisitor) {
    f.time(&start)
    f.time(&end)
    f.flag(&isStartKnown)
    f.flag(&isVisit)
    f.coordinate(&centre)
    f.coordinate(&first)
    f.coordinate(&latest)
    f.real(&accuracy)
    f.real(&weight)
    // Beyond these bounds, a mean with the next fix would lose all its digits.
    let isSound =
      start <= end && (1e-3...1e9).contains(accuracy) && (1e-18...1e18).contains(weight)
    if !isSound { f.fail() }
  }

  private mutating func mix(_ coordinate: Coordinate, accuracy: Double, weight added: Double) {
    weight += added
    let share = added / weight
    centre = centre.towards(coordinate, share: share)
    self.accuracy += (accuracy - self.accuracy) * share
  }

  /// A single fix counts for a second.
  private static func weight(_ seconds: Double, _ accuracy: Double) -> Double {
    max(seconds, 1) / (accuracy * accuracy)
  }
}

extension Coordinate {
  /// Returns the point at that share of the way to another.
  fileprivate func towards(_ other: Coordinate, share: Double) -> Coordinate {
    guard let bearing = bearing(to: other) else { return self }
    return moved(by: distance(to: other) * share, bearing: bearing)
  }
}
