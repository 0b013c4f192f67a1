internal import CCairnMath
internal import CairnTypes

/// Where the device is taken to be, and how wrong that may have become.
struct MotionTrack {
  /// What is known of one instant.
  struct Anchor {
    var coordinate: Coordinate
    /// Metres, 68 %.
    var radius: Double
    /// Seconds.
    var time: Double
    /// Metres per second; `nil` where the course is not known.
    var velocity: Displacement?
  }

  var anchor: Anchor?
  /// Where it is for as long as nothing says that it left: a cell that still serves it.
  var area: (coordinate: Coordinate, radius: Double)?
  /// Metres per second: what the device makes while it moves, rather more than less.
  var pace: Double
  /// Metres per second to the power 1.5: by how much it leaves a steady course, squared.
  var wandering: Double
  /// Since when it stands; `nil` while it moves.
  var restsSince: Double?
  /// Metres per second over all ways.
  var typicalPace: Double
  /// The last fixes as they came, for the course.
  var recent: [Anchor] = []

  /// Clients are told of positions on the course.
  private let continuesCourse: Bool

  init(pace: Double, continuesCourse: Bool = true) {
    self.pace = pace
    self.continuesCourse = continuesCourse
    typicalPace = pace
    wandering = pace * pace / SchedulerRules.steadiness
  }

  // MARK: - Looking ahead

  /// Seconds for which it has moved at a time since the anchor.
  func span(at time: Double) -> Double {
    guard let anchor, restsSince == nil else { return 0 }
    return max(0, time - anchor.time)
  }

  /// Seconds for which going on on the course is better than staying.
  private var steadyFor: Double {
    continuesCourse && anchor?.velocity != nil ? pace * pace / wandering : 0
  }

  func growth(_ span: Double) -> Double {
    let steady = min(span, steadyFor)
    return (wandering * steady * steady * steady).squareRoot() + pace * (span - steady)
  }

  /// Metres, 68 %, at a time; `nil` when nothing is known.
  func radius(at time: Double) -> Double? {
    guard let anchor else { return nil }
    return min(cairn_hypot(anchor.radius, growth(span(at: time))), area?.radius ?? .infinity)
  }

  /// Where it is taken to be at a time.
  func coordinate(at time: Double) -> Coordinate? {
    guard let anchor else { return nil }
    let span = span(at: time)
    if let area, area.radius < cairn_hypot(anchor.radius, growth(span)) { return area.coordinate }
    guard let velocity = anchor.velocity else { return anchor.coordinate }
    return anchor.coordinate.displaced(by: velocity * min(span, steadyFor))
  }

  /// Seconds from the anchor until the error is as large as that; infinite while it stands, or is in a small area.
  func span(until limit: Double) -> Double {
    if let area, area.radius < limit { return .infinity }
    return span(beyond: limit)
  }

  private func span(beyond limit: Double) -> Double {
    guard let anchor, restsSince == nil else { return anchor == nil ? 0 : .infinity }
    guard anchor.radius < limit else { return 0 }
    let way = (limit * limit - anchor.radius * anchor.radius).squareRoot()
    return span(growingTo: way)
  }

  /// When the area says more than what is known of the way.
  var fallsBackAt: Double? {
    guard let anchor, let area else { return nil }
    let span = span(beyond: area.radius)
    return span.isFinite ? anchor.time + span : nil
  }

  /// Being in an area; `nil` once it is left, whatever the next is.
  mutating func stay(in area: (coordinate: Coordinate, radius: Double)?, now: Double) {
    if area == nil, let left = self.area, let radius = radius(at: now), radius >= left.radius {
      anchor = Anchor(coordinate: left.coordinate, radius: left.radius, time: now, velocity: nil)
    }
    self.area = area
  }

  /// Seconds until it may be so many metres from where it is taken to be.
  func span(growingTo way: Double) -> Double {
    let steady = steadyFor
    let grown = growth(steady)
    if way <= grown { return cairn_cbrt(way * way / wandering) }
    return steady + (way - grown) / max(pace, 1e-3)
  }

  /// Until when it is taken to go on on its course.
  var steadyUntil: Double? { anchor.map { $0.time + steadyFor } }

  /// Metres per second on the course, while it goes on.
  var speed: Double { restsSince == nil ? anchor?.velocity?.length ?? 0 : 0 }

  // MARK: - Rest and motion

  mutating func rest(since time: Double, now: Double) {
    guard restsSince == nil else { return }
    let stop = anchor.map { max($0.time, time) } ?? time
    if let anchor, let coordinate = coordinate(at: stop), let radius = radius(at: stop) {
      self.anchor = Anchor(
        coordinate: coordinate, radius: radius, time: max(anchor.time, now), velocity: nil)
    }
    restsSince = time
    recent.removeAll()
  }

  mutating func move(since time: Double) {
    guard let began = restsSince else { return }
    restsSince = nil
    anchor?.time = max(time, began)
    anchor?.velocity = nil
    recent.removeAll()
    remember()
    pace = (pace * typicalPace).squareRoot()
  }

  /// A hint of the speed: an area of a radius in metres was crossed in so many seconds.
  mutating func hint(width radius: Double, crossedIn seconds: Double) {
    let hinted = 0.6 * radius / seconds
    if hinted > 1.5 * pace { pace = max(pace, min(hinted, 3 * pace, 45)) }
  }
}
