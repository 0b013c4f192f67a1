internal import CCairnMath
internal import CairnGeodesy
internal import CairnTypes

/// What happens between two fixes and across providers: learns how the device moves, and keeps the
/// estimate that the filter's positions, sensors, cells and stops lead to.
struct Roaming {
  private(set) var estimate = Estimate()
  /// Metres per second, averaged over all movement.
  private var typicalPace = 1.5
  /// The last fixes as received, the newest first, used to derive the course.
  private var recent = Places(repeating: nil)
  /// What was known when the motion was last learned from.
  private var learned: Estimate.Anchor?
  /// Whether fixes must show that the device stands, because no detector does.
  var watchesRest = true { didSet { if !watchesRest { leave() } } }
  /// The first fix of the present stay; `nil` once a fix shows the device elsewhere.
  private var stay: Estimate.Anchor?
  /// The provider that says when the device has left its area, when it said so last, whether it has
  /// given a position since, and the radius of its last area in metres.
  private var cue: (provider: ProviderID, time: Double, isAnswered: Bool, width: Double)?
  /// Metres, 68 %, of a device that stops now; 0 where a radio gave the place.
  private var leastRadius = 0.0
  /// Whether somebody asks for positions, who can ask for a second one.
  private var isAsked = false
  private var doubtedAt = -Double.infinity

  /// The number of radii from which on a fix is elsewhere.
  private static let noticed = 2.0
  /// Inline, so that nothing is allocated.
  private typealias Places = InlineArray<16, Estimate.Anchor?>

  // MARK: - Fixes

  /// Whether a radio's fix far off the estimate has to be confirmed.
  func isCertain(for o: Observation) -> Bool {
    let isAnnounced = cue.map { $0.provider == o.provider && !$0.isAnswered } ?? false
    let isDoubted = estimate.isDoubted && o.time.inSeconds - doubtedAt < FusionLimits.doubting
    return (isAsked || leastRadius > 0) && !isAnnounced && !isDoubted
  }

  /// Notes that a radio's fix was refused.
  mutating func doubt(at time: MonotonicTime) {
    estimate.isDoubted = true
    doubtedAt = time.inSeconds
  }

  /// Follows the filter to where it says that the device is after a fix.
  mutating func follow(_ o: Observation, to fix: Location, _ track: Estimator) {
    let time = o.time.inSeconds
    estimate.isDoubted = false
    let raw = Estimate.Anchor(coordinate: o.coordinate, radius: o.radius, time: time)
    let isDense = track.count > FusionLimits.denseCount
    let isDue = !isDense || time - (learned?.time ?? -.infinity) >= FusionLimits.learningPeriod
    if isDue, let speed = o.speed, speed > FusionLimits.standing { learn(pace: speed) }
    if isDue, let before = learned {
      learnWandering(raw, since: before)
      if o.speed == nil { learnPace(raw, since: before) }
      if watchesRest { watchRest(raw, o.speed, since: before) }
    }
    let (velocity, deviation) = velocity(raw, o, track)
    if isDue { remember(raw) }
    estimate.anchor = Estimate.Anchor(
      coordinate: fix.coordinate, radius: fix.horizontalAccuracy, time: time, velocity: velocity,
      velocityRadius: deviation)
    if isDue { learned = estimate.anchor }
    leastRadius = track.leastRadius
    guard let cue, cue.provider == o.provider else { return }
    self.cue = (cue.provider, cue.time, true, o.radius)
    estimate.area = (o.coordinate, o.radius)
  }

  private func velocity(
    _ raw: Estimate.Anchor, _ o: Observation, _ track: Estimator
  ) -> (GroundVector?, Double) {
    let none = (GroundVector?.none, 0.0)
    guard estimate.restsSince == nil else { return none }
    let isKnown = track.count >= FusionLimits.leastForSpeed || o.velocity != nil
    // Without Doppler, a device of which little is known is only assumed to stand.
    if estimate.standsFor > 0 || track.rest.isStill && isKnown { return (.zero, 0) }
    let own = track.velocityDeviation * FusionLimits.radius68
    if isKnown, !track.isByRadio, own < track.velocity.length / 3 { return (track.velocity, own) }
    if let course = course(to: raw, speed: o.speed) { return course }
    guard let anchor = estimate.anchor, raw.time - anchor.time < 10 else { return none }
    return (anchor.velocity, anchor.velocityRadius)
  }

  /// The velocity that places support: a measured speed in the direction from the last fix that is
  /// far enough away, or the most certain velocity since earlier ones, weighted against a device that
  /// moves at its pace in any direction. It is as uncertain as its two ends.
  private func course(to end: Estimate.Anchor, speed: Double?) -> (GroundVector?, Double)? {
    let frame = LocalFrame(origin: end.coordinate)
    var (best, least) = (GroundVector.zero, Double.infinity)
    for index in recent.indices {
      guard let base = recent[index] else { break }
      let elapsed = end.time - base.time
      if elapsed < 4 { continue }
      if elapsed > 300 { break }
      let velocity = frame.vector(to: base.coordinate) * (-1 / elapsed)
      let doubt = cairn_hypot(base.radius, end.radius) / elapsed
      if let speed, velocity.length > FusionLimits.supportedWay * doubt {
        // Between the mean since then and the present speed; the direction is what is uncertain.
        let along = (speed + min(speed, velocity.length)) / 2 / velocity.length
        return (velocity * along, doubt * along)
      }
      let radius = cairn_hypot(doubt, (estimate.wandering * elapsed / 3).squareRoot())
      if radius < least { (best, least) = (velocity, radius) }
    }
    guard speed == nil, least < .infinity else { return nil }
    let share = estimate.pace * estimate.pace / (estimate.pace * estimate.pace + least * least)
    return (best * share, least * share.squareRoot())
  }

  // MARK: - Rest and motion

  /// Takes a sensor's word that the device has stood since a time. A vehicle brakes before it
  /// stands, so that it has not gone as far as its course would have led.
  ///
  /// - Returns: whether the place is another than the filter's.
  mutating func rest(since time: Double, now: Double) -> Bool {
    guard estimate.restsSince == nil else { return false }
    defer {
      estimate.restsSince = time
      recent = Places(repeating: nil)
      learned = nil
    }
    guard var anchor = estimate.anchor else { return false }
    let stop = max(anchor.time, time)
    let before = anchor.coordinate
    if let coordinate = estimate.coordinate(at: stop), let radius = estimate.radius(at: stop) {
      (anchor.coordinate, anchor.radius) = (coordinate, radius)
    }
    if let velocity = estimate.velocity(at: stop), velocity.length > 0, estimate.area == nil {
      let time = min(stop - anchor.time, velocity.length / FusionLimits.braking)
      let spared = velocity * (time / 2)
      anchor.coordinate = LocalFrame(origin: anchor.coordinate).place(at: spared * -1)
      anchor.radius = cairn_hypot(anchor.radius, spared.length)
    }
    anchor.time = max(anchor.time, now)
    (anchor.velocity, anchor.velocityRadius) = (nil, 0)
    anchor.radius = max(anchor.radius, leastRadius)
    estimate.anchor = anchor
    return anchor.coordinate != before
  }

  mutating func move(since time: Double) {
    guard let began = estimate.restsSince else { return }
    estimate.restsSince = nil
    estimate.anchor?.time = max(time, began)
    estimate.anchor?.velocity = nil
    recent = Places(repeating: nil)
    if let anchor = estimate.anchor { remember(anchor) }
    learned = estimate.anchor
    estimate.pace = (estimate.pace * typicalPace).squareRoot()
  }

  /// Expects a device that is used at that speed, in metres per second.
  mutating func expect(pace: Double) {
    estimate.pace = pace
    (typicalPace, isAsked) = (pace, true)
    estimate.wandering = pace * pace / FusionLimits.steadiness
    estimate.anchor?.velocity = nil
    recent = Places(repeating: nil)
    leave()
  }

  private mutating func remember(_ place: Estimate.Anchor) {
    for index in recent.indices.dropFirst().reversed() { recent[index] = recent[index &- 1] }
    recent[0] = place
  }

  private mutating func leave() { (stay, estimate.standsFor) = (nil, 0) }

  // MARK: - Cells

  /// Handles that the device has left the area of a provider's last position: a hint of its speed.
  mutating func takeCue(_ provider: ProviderID, at now: Double) {
    if estimate.restsSince == nil, let cue, now - cue.time < 600, let anchor = estimate.anchor,
      now - anchor.time > 60
    {
      let hinted = 0.6 * cue.width / max(5, now - cue.time)
      let pace = estimate.pace
      if hinted > 1.5 * pace { estimate.pace = max(pace, min(hinted, 3 * pace, 45)) }
    }
    cue = (provider, now, false, cue?.width ?? FusionLimits.usualArea)
    leaveArea(at: now)
  }

  /// Forgets that a position of the provider holds until it says otherwise.
  mutating func endCues(of provider: ProviderID, at now: Double) {
    guard cue?.provider == provider else { return }
    cue = nil
    leaveArea(at: now)
  }

  private mutating func leaveArea(at now: Double) {
    if let left = estimate.area, let radius = estimate.radius(at: now), radius >= left.radius {
      estimate.anchor = .init(coordinate: left.coordinate, radius: left.radius, time: now)
    }
    estimate.area = nil
  }

  // MARK: - Learning

  private mutating func learn(pace speed: Double) {
    let share = speed > estimate.pace ? FusionLimits.faster : FusionLimits.slower
    estimate.pace = max(0.5, estimate.pace + share * (speed - estimate.pace))
    typicalPace += 0.02 * (speed - typicalPace)
  }

  /// Bounds the pace by the distance between two fixes that do not report a speed.
  private mutating func learnPace(_ fix: Estimate.Anchor, since before: Estimate.Anchor) {
    let span = estimate.restsSince == nil ? fix.time - before.time : 0
    guard span > FusionLimits.alikeFor else { return }
    let way = LocalFrame(origin: before.coordinate).vector(to: fix.coordinate).length
    let doubt = FusionLimits.wayDoubt * cairn_hypot(before.radius, fix.radius)
    let (least, most) = ((way - doubt) / span, (way + doubt) / span)
    if least > estimate.pace {
      learn(pace: least)
    } else if most < estimate.pace {
      learn(pace: most)
    }
  }

  /// Notes whether a fix shows the device where it was.
  private mutating func watchRest(
    _ fix: Estimate.Anchor, _ speed: Double?, since before: Estimate.Anchor
  ) {
    let start = stay ?? before
    let way = LocalFrame(origin: start.coordinate).vector(to: fix.coordinate).length
    let doubt = Self.noticed * cairn_hypot(start.radius, fix.radius)
    guard way < doubt, speed ?? 0 < FusionLimits.moving else { return leave() }
    stay = start
    let span = fix.time - start.time
    estimate.standsFor = estimate.pace * span > Self.noticed * start.radius ? span : 0
  }

  /// Learns from how far off its course the device was found.
  private mutating func learnWandering(_ fix: Estimate.Anchor, since before: Estimate.Anchor) {
    let span = estimate.restsSince == nil ? fix.time - before.time : 0
    guard span >= 2, let velocity = before.velocity else { return }
    let off = LocalFrame(origin: before.coordinate).vector(to: fix.coordinate) - velocity * span
    let noise = before.radius * before.radius + fix.radius * fix.radius
    let excess = max(0, off.squaredLength * FusionLimits.exponent68 - noise) / (span * span * span)
    // Limits: a course that is kept for ten minutes, and one that is lost after two seconds.
    let square = estimate.pace * estimate.pace
    let bounded = max(square / 600, min(square / 2, excess))
    estimate.wandering += FusionLimits.wanderLearning * (bounded - estimate.wandering)
  }
}

extension MonotonicTime {
  var inSeconds: Double { Double(nanoseconds) * 1e-9 }
}
