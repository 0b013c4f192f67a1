internal import CairnGeodesy
public import CairnTypes

/// Applies the rules of visits: determines from fixes when the device came to a place and when it
/// left.
///
/// A device rests while it gets nowhere over a minute. Rests near each other form one stay, which
/// is a visit once it has lasted long enough. It ends when a walk leads out of the radius, or
/// several consecutive fixes are outside. Both times are corrected afterwards: an arrival to the
/// beginning of the first rest, a departure to the end of the last one.
///
/// A plain value of fixed size: a copy stored across a restart continues where it was. Pass it
/// fixes and call `fire` at `nextDeadline`.
public struct VisitDetector: Sendable {
  struct Absence {
    var start: MonotonicTime
    var fixes = 0
  }

  /// Criteria of a visit.
  public let options: VisitOptions
  var trail = Trail()
  /// The present stay, or the last one.
  var here: Stay?
  /// A rest beyond the core of `here`, until it is clear which of the two holds.
  var elsewhere: Stay?
  /// Consecutive fixes outside `here`.
  var absence: Absence?
  /// Since when the device has moved about within the core.
  var restlessSince: MonotonicTime?
  var wasResting = false
  var lastTime: MonotonicTime?
  /// Nanoseconds to add to the boot clock for UTC.
  var utcOffset: Int64?

  /// - Parameter options: a radius that is not finite and positive counts as the default, a
  ///   negative stay as zero.
  public init(_ options: VisitOptions = VisitOptions()) {
    var options = options
    if !(options.radius.isFinite && options.radius > 0) { options.radius = VisitOptions().radius }
    options.minimumStay = max(options.minimumStay, .zero)
    self.options = options
  }

  /// The present visit, as an arrival; its place becomes more exact with time.
  public var current: VisitEvent? {
    guard let here, here.isVisit else { return nil }
    return event(.arrival, here)
  }

  /// When to call `fire`; `nil` if time alone changes nothing.
  ///
  /// A device that rested for a minute and then falls silent, as happens indoors, has come to stay.
  public var nextDeadline: MonotonicTime? {
    guard let here, !here.isVisit, absence == nil, wasResting,
      here.duration >= Defaults.visitWindow
    else { return nil }
    return here.start + options.minimumStay
  }

  /// Processes one fix.
  ///
  /// Ignores fixes that are invalid, out of order or from the future, and those whose accuracy is
  /// unknown or beyond the radius.
  ///
  /// - Parameters:
  ///   - fix: a fix of any provider.
  ///   - now: the boot clock.
  /// - Returns: the events, in order; usually none.
  public mutating func receive(_ fix: Location, at now: MonotonicTime) -> [VisitEvent] {
    guard isUsable(fix, at: now) else { return [] }
    if let timestamp = fix.timestamp {
      utcOffset = timestamp.nanosecondsSince1970 &- fix.time.nanoseconds
    }
    let accuracy = max(fix.horizontalAccuracy, Defaults.visitSmallestAccuracy)
    let isFirst = lastTime == nil
    lastTime = fix.time
    trail.forget(before: fix.time)
    let isResting = judgeRest(fix, accuracy)
    if !isResting, wasResting { cutStays() }
    let beginning = trail.beginningOfRest(
      at: fix.coordinate, accuracy: accuracy, now: fix.time)
    trail.add(fix.coordinate, accuracy: accuracy, at: fix.time)
    defer { wasResting = isResting }
    guard here != nil else {
      if isResting { here = stay(fix, accuracy, from: beginning, isStartKnown: !isFirst) }
      return confirmIfDue()
    }
    place(fix, accuracy, isResting: isResting, beginning: beginning)
    return leaveIfDue(fix, accuracy) + confirmIfDue()
  }

  /// Processes the passing of time.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: an arrival, if it is due.
  public mutating func fire(at now: MonotonicTime) -> [VisitEvent] {
    guard let deadline = nextDeadline, now >= deadline else { return [] }
    here?.confirm(until: deadline)
    return current.map { [$0] } ?? []
  }

  private func isUsable(_ fix: Location, at now: MonotonicTime) -> Bool {
    guard fix.coordinate.isValid, fix.horizontalAccuracy >= 0,
      fix.horizontalAccuracy <= min(options.radius, Defaults.visitLargestAccuracy)
    else { return false }
    if fix.time > now, fix.time - now > Defaults.futureTolerance { return false }
    return lastTime.map { fix.time > $0 } ?? true
  }

  /// Whether the device rests. Movement within the core for a whole minimum stay also counts as
  /// rest: such fixes stray farther than they claim.
  private mutating func judgeRest(_ fix: Location, _ accuracy: Double) -> Bool {
    guard trail.isTravel(to: fix.coordinate, accuracy: accuracy, at: fix.time) else {
      restlessSince = nil
      return true
    }
    let isInCore = here.map { $0.distance(to: fix.coordinate) <= options.core(accuracy) } ?? false
    guard isInCore, let restlessSince else {
      self.restlessSince = fix.time
      return false
    }
    return fix.time - restlessSince >= options.minimumStay
  }

  private mutating func cutStays() {
    guard let end = trail.endOfRest else { return }
    here?.cut(at: end, minimumStay: options.minimumStay)
    elsewhere?.cut(at: end, minimumStay: options.minimumStay)
  }

  /// Adds a rest to the stay that it belongs to.
  private mutating func place(
    _ fix: Location, _ accuracy: Double, isResting: Bool, beginning: MonotonicTime
  ) {
    guard let here else { return }
    if here.distance(to: fix.coordinate) <= options.core(accuracy) {
      elsewhere = nil
      guard isResting else { return }
      trail.closeSilence()
      self.here?.extend(
        to: fix.coordinate, accuracy: accuracy, at: fix.time, isUnbroken: wasResting)
      return
    }
    guard isResting else { return }
    if let other = elsewhere, other.distance(to: fix.coordinate) <= options.core(accuracy) {
      elsewhere?.extend(
        to: fix.coordinate, accuracy: accuracy, at: fix.time, isUnbroken: wasResting)
    } else {
      // A late fix may be older than the end of a visit that time alone has confirmed.
      let start = min(max(beginning, here.end), fix.time)
      elsewhere = stay(fix, accuracy, from: start, isStartKnown: true)
    }
    absorbIfDue()
  }

  /// Adds a rest near a visit to it once the rest is as long as a visit itself; shorter ones are
  /// halts on the way out.
  private mutating func absorbIfDue() {
    guard let here, here.isVisit, let elsewhere, elsewhere.duration >= options.minimumStay,
      here.centre.distance(to: elsewhere.centre) <= options.radius
    else { return }
    self.here?.absorb(elsewhere)
    self.elsewhere = nil
  }

  private mutating func leaveIfDue(_ fix: Location, _ accuracy: Double) -> [VisitEvent] {
    guard let here else { return [] }
    let limit = here.isVisit ? options.radius + accuracy : options.core(accuracy)
    guard here.distance(to: fix.coordinate) > limit else {
      absence = nil
      return []
    }
    var absence = absence ?? Absence(start: fix.time)
    absence.fixes += 1
    self.absence = absence
    let isAway =
      absence.fixes >= Defaults.visitLeavingFixes
      && fix.time - absence.start >= Defaults.visitLeavingTime
    let isOut =
      here.isVisit
      && trail.isWayOut(of: here, options, to: fix.coordinate, accuracy: accuracy, at: fix.time)
    guard isAway || isOut else { return [] }
    self.here = elsewhere
    elsewhere = nil
    self.absence = nil
    return here.isVisit ? [event(.departure, here)] : []
  }

  private mutating func confirmIfDue() -> [VisitEvent] {
    guard let stay = here, !stay.isVisit, stay.duration >= options.minimumStay else { return [] }
    here?.confirm(until: stay.end)
    return [event(.arrival, stay)]
  }

  private func stay(
    _ fix: Location, _ accuracy: Double, from start: MonotonicTime, isStartKnown: Bool
  ) -> Stay {
    Stay(
      at: fix.coordinate, accuracy: accuracy, from: start, to: fix.time,
      isStartKnown: isStartKnown)
  }

  private func event(_ kind: VisitEvent.Kind, _ stay: Stay) -> VisitEvent {
    let arrival = stay.isStartKnown ? stay.start : nil
    let departure = kind == .departure ? stay.end : nil
    return VisitEvent(
      kind: kind,
      visit: Visit(
        coordinate: stay.centre, horizontalAccuracy: stay.accuracy,
        arrival: arrival.flatMap(utc), departure: departure.flatMap(utc), arrivalTime: arrival,
        departureTime: departure),
      arrival: arrival, departure: departure)
  }

  private func utc(_ time: MonotonicTime) -> Timestamp? {
    utcOffset.map { Timestamp(nanosecondsSince1970: time.nanoseconds &+ $0) }
  }
}
