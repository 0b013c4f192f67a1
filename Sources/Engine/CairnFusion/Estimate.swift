internal import CCairnMath
internal import CairnGeodesy
package import CairnTypes

/// Where the device is, how certain that is, and how both change until something is measured.
///
/// The one answer to that question: delivery and scheduler read it. Times are seconds on the boot
/// clock, radii metres that hold 68 %.
package struct Estimate: Sendable {
  /// Position and velocity at one moment.
  package struct Anchor: Sendable {
    package var coordinate: Coordinate
    package var radius: Double
    package var time: Double
    /// Metres per second; `nil` where the course is not known.
    var velocity: GroundVector?
    /// Metres per second, 68 %, of the velocity.
    var velocityRadius = 0.0
  }

  package internal(set) var anchor: Anchor?
  /// The area of the cell that still serves the device: the device is there until told otherwise.
  package internal(set) var area: (coordinate: Coordinate, radius: Double)?
  /// Metres per second: the device's speed while it moves, estimated rather high than low.
  package internal(set) var pace: Double
  /// The variance by which it leaves a steady course: metres squared per second cubed.
  var wandering: Double
  /// Since when the device stands, as a sensor says; `nil` while it moves.
  package internal(set) var restsSince: Double?
  /// Seconds for which fixes have found the device in one place, if it would have been noticed
  /// elsewhere; 0 where a sensor tells rest.
  package internal(set) var standsFor = 0.0
  /// Whether the last fix of a radio is not in the estimate, because the device cannot be there
  /// unless a second one says so.
  package internal(set) var isDoubted = false

  var stands: Bool { restsSince != nil || standsFor > 0 }

  /// Knows nothing.
  package init(pace: Double = 1.5) {
    self.pace = pace
    wandering = pace * pace / FusionLimits.steadiness
  }

  /// The variance by which it leaves its course or its place: metres squared per second cubed.
  ///
  /// A device that has stood for T leaves in the next t with a probability of t/(T + t): stays of
  /// all lengths are about equally frequent on a logarithmic scale. A variance of pace²/6T gives
  /// about the same probability of being farther away than a few hundred metres.
  private var spreading: Double { standsFor > 0 ? pace * pace / (6 * standsFor) : wandering }

  /// Seconds for which extrapolating the course is better than staying.
  private var steadyFor: Double { anchor?.velocity == nil ? 0 : pace * pace / spreading }

  /// Seconds of movement from the anchor to a time.
  func span(at time: Double) -> Double {
    guard let anchor, restsSince == nil else { return 0 }
    return max(0, time - anchor.time)
  }

  /// Metres, 68 %, by which some seconds of movement add to the error.
  package func growth(_ span: Double) -> Double {
    let steady = min(span, steadyFor)
    return cairn_hypot(
      (spreading * steady * steady * steady).squareRoot(), (anchor?.velocityRadius ?? 0) * steady)
      + pace * (span - steady)
  }

  /// Metres, 68 %, at a time; `nil` when nothing is known.
  package func radius(at time: Double) -> Double? {
    guard let anchor else { return nil }
    return min(cairn_hypot(anchor.radius, growth(span(at: time))), area?.radius ?? .infinity)
  }

  /// The estimated position at a time.
  package func coordinate(at time: Double) -> Coordinate? {
    guard let anchor else { return nil }
    let span = span(at: time)
    if let area, area.radius < cairn_hypot(anchor.radius, growth(span)) { return area.coordinate }
    guard let velocity = anchor.velocity else { return anchor.coordinate }
    return LocalFrame(origin: anchor.coordinate).place(at: velocity * min(span, steadyFor))
  }

  /// Seconds from the anchor until the error reaches `limit`; infinite at rest or in a small area.
  package func span(until limit: Double) -> Double {
    if let area, area.radius < limit { return .infinity }
    return span(beyond: limit)
  }

  private func span(beyond limit: Double) -> Double {
    guard let anchor, restsSince == nil else { return anchor == nil ? 0 : .infinity }
    guard anchor.radius < limit else { return 0 }
    return span(growingTo: (limit * limit - anchor.radius * anchor.radius).squareRoot())
  }

  /// When the area becomes more exact than the extrapolated position.
  package var fallsBackAt: Double? {
    guard let anchor, let area else { return nil }
    let span = span(beyond: area.radius)
    return span.isFinite ? anchor.time + span : nil
  }

  /// Seconds until it may be that many metres from its estimated position.
  package func span(growingTo way: Double) -> Double {
    let steady = steadyFor
    let grown = growth(steady)
    if way > grown { return steady + (way - grown) / max(pace, 1e-3) }
    var (low, high) = (0.0, steady)
    for _ in 0..<FusionLimits.halvings {
      let middle = (low + high) / 2
      if growth(middle) < way { low = middle } else { high = middle }
    }
    return high
  }

  /// Until when it is assumed to keep its course.
  package var steadyUntil: Double? { anchor.map { $0.time + steadyFor } }

  /// Metres per second along the course; 0 without one.
  package var speed: Double { restsSince == nil ? anchor?.velocity?.length ?? 0 : 0 }

  /// The velocity at a time; `nil` once the course is no longer known.
  func velocity(at time: Double) -> GroundVector? {
    guard let steadyUntil, time < steadyUntil, restsSince == nil else { return nil }
    return anchor?.velocity
  }
}
