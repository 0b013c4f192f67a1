internal import CairnGeodesy
internal import CairnTypes

/// Where the device was during the last minute, in at most eight fixes.
///
/// It distinguishes rest from travel by distance over time, because speed alone does not: walking
/// about in a shop leads nowhere, and indoors receivers report speeds that do not exist.
struct Trail: Sendable {
  private struct Mark {
    var time = MonotonicTime.distantFuture
    var coordinate = Coordinate(latitude: 0, longitude: 0)
    var accuracy = 0.0
  }

  private static let capacity = 8
  private var marks = InlineArray<8, Mark>(repeating: Mark())
  private var count = 0

  /// Adds a fix that comes at least a slot after the previous one.
  mutating func add(_ coordinate: Coordinate, accuracy: Double, at time: MonotonicTime) {
    if count > 0, time - marks[count - 1].time < Defaults.visitSlot { return }
    if count == Self.capacity { dropFirst() }
    marks[count] = Mark(time: time, coordinate: coordinate, accuracy: accuracy)
    count += 1
  }

  /// Removes fixes older than the window, except the last one before it: after a silence, that one
  /// tells where the silence began.
  mutating func forget(before time: MonotonicTime) {
    while count > 1, time - marks[1].time >= Defaults.visitWindow { dropFirst() }
  }

  /// Forgets everything before a silence through which the device has stayed.
  mutating func closeSilence() {
    guard count > 1, marks[count - 1].time - marks[count - 2].time > Defaults.visitWindow else {
      return
    }
    marks[0] = marks[count - 1]
    count = 1
  }

  /// Whether the distance from earlier positions is more than their errors and idling explain.
  ///
  /// Two of them must agree if there are two, because one may be a glitch.
  func isTravel(to coordinate: Coordinate, accuracy: Double, at time: MonotonicTime) -> Bool {
    var witnesses = 0
    for index in 0..<count {
      let mark = marks[index]
      let idling = Defaults.visitIdleSpeed * (time - mark.time).inSeconds
      let error = Defaults.visitErrorMargin * max(accuracy, mark.accuracy)
      if mark.coordinate.distance(to: coordinate) > idling + error { witnesses += 1 }
    }
    return witnesses > 0 && witnesses >= min(2, count)
  }

  /// Whether the movement of the last minute leads out of a place: from beyond its core, farther
  /// than the errors explain, more away than aside.
  ///
  /// Only at walking speed: a longer step may be a glitch, and a faster device is soon seen outside
  /// often enough.
  func isWayOut(
    of stay: Stay, _ options: VisitOptions, to coordinate: Coordinate, accuracy: Double,
    at time: MonotonicTime
  ) -> Bool {
    let distance = stay.distance(to: coordinate)
    for index in (0..<count).reversed() {
      let mark = marks[index]
      let earlier = stay.distance(to: mark.coordinate)
      guard earlier > options.core(mark.accuracy) else { return false }
      let gain = distance - earlier
      let error = Defaults.visitErrorMargin * max(accuracy, mark.accuracy)
      let aside = Defaults.visitOutwardShare * mark.coordinate.distance(to: coordinate)
      if time - mark.time >= Defaults.visitOutwardTime, gain > error, gain >= aside,
        gain <= options.radius
      {
        return true
      }
    }
    return false
  }

  /// Since when the device has been where it is now.
  func beginningOfRest(
    at coordinate: Coordinate, accuracy: Double, now: MonotonicTime
  ) -> MonotonicTime {
    var beginning = now
    for index in (0..<count).reversed() {
      guard
        marks[index].coordinate.distance(to: coordinate) <= Defaults.visitSameSpot * accuracy
      else { break }
      beginning = marks[index].time
    }
    return beginning
  }

  /// Until when the device stayed where the trail begins; `nil` for an empty trail.
  var endOfRest: MonotonicTime? {
    guard count > 0 else { return nil }
    let first = marks[0]
    var end = first.time
    for index in 1..<max(count, 1) {
      guard
        marks[index].coordinate.distance(to: first.coordinate)
          <= Defaults.visitSameSpot * marks[index].accuracy
      else { break }
      end = marks[index].time
    }
    return end
  }

  /// When the last kept fix came; `nil` for an empty trail.
  var lastTime: MonotonicTime? { count > 0 ? marks[count - 1].time : nil }

  /// Encodes or decodes everything to store, with fixes in their order.
  mutating func fields(_ f: inout some RecordVisitor) {
    var known = UInt8(count)
    f.integer(&known)
    guard known <= Self.capacity else { return f.fail() }
    count = Int(known)
    for index in 0..<count {
      f.time(&marks[index].time)
      f.coordinate(&marks[index].coordinate)
      f.real(&marks[index].accuracy)
      let isSound =
        marks[index].accuracy >= 0 && marks[index].accuracy.isFinite
        && (index == 0 || marks[index - 1].time <= marks[index].time)
      if !isSound { f.fail() }
    }
  }

  private mutating func dropFirst() {
    for index in 1..<count { marks[index - 1] = marks[index] }
    count -= 1
  }
}

extension VisitOptions {
  /// Metres from a place within which a fix belongs to its core.
  func core(_ accuracy: Double) -> Double { Defaults.visitCoreShare * radius + accuracy }
}
