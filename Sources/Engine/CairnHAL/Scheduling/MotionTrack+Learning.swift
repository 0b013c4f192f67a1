internal import CCairnMath
internal import CairnTypes

extension MotionTrack {
  /// Metres per second; below it, a receiver's speed counts as standing.
  private static let standstill = 0.3
  /// The number of fixes kept to derive the course.
  private static let memory = 16

  /// Merges a fix into the track, weighted by how much more exact it is than the expectation.
  mutating func accept(_ fix: SchedulerFix, at time: Double) {
    if let speed = fix.speed, speed > Self.standstill { learn(pace: speed) }
    let radius = fix.horizontalAccuracy
    guard let before = anchor, let expected = coordinate(at: time),
      let uncertainty = self.radius(at: time)
    else {
      anchor = Anchor(
        coordinate: fix.coordinate, radius: radius, time: time, velocity: Self.velocity(fix))
      return remember()
    }
    learnWandering(fix, since: before, time)
    if fix.speed == nil { learnPace(fix, since: before, time) }
    if watchesRest { watchRest(fix, since: before, time) }
    // Fixes at short intervals share the same error and add little information.
    let alike = max(1, SchedulerRules.alikeFor / max(1, time - before.time))
    let variance = uncertainty * uncertainty
    let share = variance / (variance + radius * radius * alike)
    let motion = standsFor > 0 ? Motion(velocity: .zero) : motion(fix, after: before, time)
    recent.append(Anchor(coordinate: fix.coordinate, radius: radius, time: time, velocity: nil))
    if recent.count > Self.memory { recent.removeFirst() }
    anchor = Anchor(
      coordinate: expected.displaced(by: expected.displacement(to: fix.coordinate) * share),
      radius: max(
        uncertainty * (1 - share).squareRoot(),
        min(uncertainty, SchedulerRules.fusionLimit * radius)),
      time: time, velocity: motion?.velocity, velocityRadius: motion?.radius ?? 0)
  }

  /// Restarts the track at a fix but keeps what was learned about the motion.
  mutating func replace(with fix: SchedulerFix, at time: Double) {
    anchor = Anchor(
      coordinate: fix.coordinate, radius: fix.horizontalAccuracy, time: time, velocity: nil)
    recent.removeAll()
    stay = nil
    remember()
  }

  /// Keeps the anchor as the first fix of a new path.
  mutating func remember() {
    guard var anchor else { return }
    anchor.velocity = nil
    anchor.velocityRadius = 0
    recent.append(anchor)
  }

  private mutating func learn(pace speed: Double) {
    let share = speed > pace ? SchedulerRules.faster : SchedulerRules.slower
    pace = max(0.5, pace + share * (speed - pace))
    typicalPace += 0.02 * (speed - typicalPace)
  }

  /// Bounds the pace by the distance between two fixes that do not report a speed.
  private mutating func learnPace(_ fix: SchedulerFix, since before: Anchor, _ time: Double) {
    let span = span(at: time)
    guard span > SchedulerRules.alikeFor else { return }
    let way = before.coordinate.displacement(to: fix.coordinate).length
    let doubt = SchedulerRules.doubt * cairn_hypot(before.radius, fix.horizontalAccuracy)
    let (least, most) = ((way - doubt) / span, (way + doubt) / span)
    if least > pace { learn(pace: least) } else if most < pace { learn(pace: most) }
  }

  /// Seconds for which fixes have found the device in one place, if it would have been noticed
  /// elsewhere.
  var standsFor: Double {
    guard let stay else { return 0 }
    let span = stay.until - stay.anchor.time
    return pace * span > Self.noticed * stay.anchor.radius ? span : 0
  }

  /// The number of radii from which on a fix is elsewhere.
  private static let noticed = 2.0

  /// Notes whether a fix shows the device where it was.
  private mutating func watchRest(_ fix: SchedulerFix, since before: Anchor, _ time: Double) {
    let start = stay?.anchor ?? before
    let way = start.coordinate.displacement(to: fix.coordinate).length
    let doubt = Self.noticed * cairn_hypot(start.radius, fix.horizontalAccuracy)
    guard way < doubt, fix.speed ?? 0 < Self.standstill * 3 else { return stay = nil }
    stay = (start, time)
  }

  /// Learns from how far off its course the device was found.
  private mutating func learnWandering(_ fix: SchedulerFix, since before: Anchor, _ time: Double) {
    let span = span(at: time)
    guard span >= 2, let velocity = before.velocity else { return }
    let straight = before.coordinate.displaced(by: velocity * span)
    let error = straight.displacement(to: fix.coordinate).length
    let noise = before.radius * before.radius + fix.horizontalAccuracy * fix.horizontalAccuracy
    let excess = max(0, error * error * RadialError.exponent - noise) / (span * span * span)
    // Limits: a course that is kept for ten minutes, and one that is lost after two seconds.
    let (least, most) = (pace * pace / 600, pace * pace / 2)
    wandering += SchedulerRules.learning * (max(least, min(most, excess)) - wandering)
  }

  private static func velocity(_ fix: SchedulerFix) -> Displacement? {
    guard let speed = fix.speed else { return nil }
    return speed < standstill ? .zero : fix.course.map { .along($0, length: speed) }
  }

  /// A velocity, and how wrong it may be.
  private struct Motion {
    var velocity: Displacement
    /// Metres per second, 68 %.
    var radius = 0.0
  }

  private func motion(_ fix: SchedulerFix, after before: Anchor, _ time: Double) -> Motion? {
    guard restsSince == nil else { return nil }
    if let velocity = Self.velocity(fix) { return Motion(velocity: velocity) }
    if let motion = fix.speed.map({ course($0, to: fix, time) }) ?? motion(to: fix, time) {
      return motion
    }
    guard time - before.time < 10, let velocity = before.velocity else { return nil }
    return Motion(velocity: velocity, radius: before.velocityRadius)
  }

  /// The velocity of a measured speed, in the direction from the last fix that is far enough away;
  /// its speed is between the mean since then and the present one.
  private func course(_ speed: Double, to fix: SchedulerFix, _ time: Double) -> Motion? {
    for base in recent.reversed() {
      let elapsed = time - base.time
      if elapsed < 4 { continue }
      if elapsed > 300 { break }
      let way = base.coordinate.displacement(to: fix.coordinate)
      let length = way.length
      guard length > 1.5 * cairn_hypot(base.radius, fix.horizontalAccuracy) else { continue }
      return Motion(velocity: way * ((speed + min(speed, length / elapsed)) / 2 / length))
    }
    return nil
  }

  /// The velocity that positions alone support: the most certain of those since the earlier ones,
  /// weighted against a device that moves at its pace in any direction.
  private func motion(to fix: SchedulerFix, _ time: Double) -> Motion? {
    var (best, least) = (Anchor?.none, Double.infinity)
    for base in recent {
      let elapsed = time - base.time
      guard (4...300).contains(elapsed) else { continue }
      let ends = cairn_hypot(base.radius, fix.horizontalAccuracy) / elapsed
      let radius = cairn_hypot(ends, (wandering * elapsed / 3).squareRoot())
      if radius < least { (best, least) = (base, radius) }
    }
    guard let best, least < .infinity else { return nil }
    let share = pace * pace / (pace * pace + least * least)
    let way = best.coordinate.displacement(to: fix.coordinate)
    return Motion(velocity: way * (share / (time - best.time)), radius: least * share.squareRoot())
  }
}
