internal import CCairnMath
internal import CairnTypes

/// Estimates where the device is, and how wrong the estimate may have become.
struct MotionTrack {
  /// Known position and velocity at one instant.
  struct Anchor {
    var coordinate: Coordinate
    /// Metres, 68 %.
    var radius: Double
    /// Seconds.
    var time: Double
    /// Metres per second; `nil` where the course is not known.
    var velocity: Displacement?
    /// Metres per second, 68 %: how wrong the velocity may be, in addition to what changes later.
    var velocityRadius = 0.0
  }

  var anchor: Anchor?
  /// The area of the cell that still serves the device: the device is there until told otherwise.
  var area: (coordinate: Coordinate, radius: Double)?
  /// Metres per second: the device's speed while it moves, estimated rather high than low.
  var pace: Double
  /// The variance by which it leaves a steady course: metres squared per second cubed.
  var wandering: Double
  /// Since when the device stands; `nil` while it moves.
  var restsSince: Double?
  /// Metres per second, averaged over all movement.
  var typicalPace: Double
  /// The last fixes as received, used to derive the course.
  var recent: [Anchor] = []

  /// Whether fixes must show that the device stands, because no detector does.
  var watchesRest: Bool { didSet { if !watchesRest { stay = nil } } }
  /// The first fix of the present stay, and the time of the last, in seconds; `nil` once a fix shows
  /// the device elsewhere.
  var stay: (anchor: Anchor, until: Double)?

  init(pace: Double, watchesRest: Bool = false) {
    self.pace = pace
    self.watchesRest = watchesRest
    typicalPace = pace
    wandering = pace * pace / SchedulerRules.steadiness
  }

  // MARK: - Looking ahead

  /// Seconds of movement from the anchor to a time.
  func span(at time: Double) -> Double {
    guard let anchor, restsSince == nil else { return 0 }
    return max(0, time - anchor.time)
  }

  /// The variance by which it leaves its course or its place: metres squared per second cubed.
  ///
  /// A device that has stood for T leaves in the next t with a probability of t/(T + t): stays of
  /// all lengths are about equally frequent on a logarithmic scale. A variance of pace²/6T gives
  /// about the same probability of being farther away than a few hundred metres.
  private var spreading: Double { standsFor > 0 ? pace * pace / (6 * standsFor) : wandering }

  /// Seconds for which extrapolating the course is better than staying.
  private var steadyFor: Double {
    anchor?.velocity != nil ? pace * pace / spreading : 0
  }

  func growth(_ span: Double) -> Double {
    let steady = min(span, steadyFor)
    let way = velocityRadius * steady
    return (way * way + spreading * steady * steady * steady).squareRoot()
      + pace * (span - steady)
  }

  private var velocityRadius: Double { anchor?.velocityRadius ?? 0 }

  /// Metres, 68 %, at a time; `nil` when nothing is known.
  func radius(at time: Double) -> Double? {
    guard let anchor else { return nil }
    return min(cairn_hypot(anchor.radius, growth(span(at: time))), area?.radius ?? .infinity)
  }

  /// The estimated position at a time.
  func coordinate(at time: Double) -> Coordinate? {
    guard let anchor else { return nil }
    let span = span(at: time)
    if let area, area.radius < cairn_hypot(anchor.radius, growth(span)) { return area.coordinate }
    guard let velocity = anchor.velocity else { return anchor.coordinate }
    return anchor.coordinate.displaced(by: velocity * min(span, steadyFor))
  }

  /// Seconds from the anchor until the error reaches `limit`; infinite at rest or in a small area.
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

  /// When the area becomes more exact than the extrapolated position.
  var fallsBackAt: Double? {
    guard let anchor, let area else { return nil }
    let span = span(beyond: area.radius)
    return span.isFinite ? anchor.time + span : nil
  }

  /// Sets the area that the device is in; `nil` once it has left one, whatever the next is.
  mutating func stay(in area: (coordinate: Coordinate, radius: Double)?, now: Double) {
    if area == nil, let left = self.area, let radius = radius(at: now), radius >= left.radius {
      anchor = Anchor(coordinate: left.coordinate, radius: left.radius, time: now, velocity: nil)
    }
    self.area = area
  }

  /// Seconds until it may be that many metres from its estimated position.
  func span(growingTo way: Double) -> Double {
    let steady = steadyFor
    let grown = growth(steady)
    if way <= grown { return steadySpan(growingTo: way) }
    return steady + (way - grown) / max(pace, 1e-3)
  }

  /// The same while it keeps its course.
  private func steadySpan(growingTo way: Double) -> Double {
    let variance = velocityRadius * velocityRadius
    let span = cairn_cbrt(way * way / spreading)
    guard variance > 0 else { return span }
    // Newton's method from above: the error's square is convex, so that each step comes nearer.
    var root = min(span, way / velocityRadius)
    for _ in 0..<4 {
      let excess = (spreading * root + variance) * root * root - way * way
      root -= excess / ((3 * spreading * root + 2 * variance) * root)
    }
    return root
  }

  /// Until when it is assumed to keep its course.
  var steadyUntil: Double? { anchor.map { $0.time + steadyFor } }

  /// Metres per second along the course; 0 without one.
  var speed: Double { restsSince == nil ? anchor?.velocity?.length ?? 0 : 0 }

  /// Metres per second at a time; 0 once the course is no longer known.
  func speed(at time: Double) -> Double { steadyUntil.map { time < $0 ? speed : 0 } ?? 0 }

  // MARK: - Rest and motion

  mutating func rest(since time: Double, now: Double) {
    guard restsSince == nil else { return }
    let stop = anchor.map { max($0.time, time) } ?? time
    if let anchor, let coordinate = coordinate(at: stop), let radius = radius(at: stop) {
      // It braked before it stood: the way that it would have made meanwhile is taken back.
      let braked = min(span(at: stop), steadyFor, speed / SchedulerRules.braking) / 2
      let way = (anchor.velocity ?? .zero) * -braked
      self.anchor = Anchor(
        coordinate: coordinate.displaced(by: way), radius: cairn_hypot(radius, way.length),
        time: max(anchor.time, now), velocity: nil)
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

  /// Takes a hint of the speed: an area of that radius in metres was crossed in that many seconds.
  mutating func hint(width radius: Double, crossedIn seconds: Double) {
    let hinted = 0.6 * radius / seconds
    if hinted > 1.5 * pace { pace = max(pace, min(hinted, 3 * pace, 45)) }
  }
}
