import CairnTypes
import CairnUpdates

/// The intake and one client's rules, run on a clock that follows the fixes.
struct FilteredFixes {
  private var intake = FixIntake()
  private var rules: StandardUpdates
  /// The traits of a receiver of unknown model.
  private let traits = FixIntake.ProviderTraits(accuracyFloor: 0.5, typicalAccuracy: 3)
  private var now: MonotonicTime?
  /// Number of heartbeats in long gaps that were not written.
  private var leftOutBeats = 0.0

  /// Heartbeats written in one gap; of the rest only the last is: in a longer gap the recorder was
  /// off, and a table may jump over centuries.
  private static let beatsInARow = 1000

  /// Starts as a client that wants updates from the first fix on.
  init(_ configuration: LocationConfiguration) {
    var configuration = configuration
    // Silence is reported to no one, so no timer needs to wait for it.
    configuration.unknownAfter = .zero
    rules = StandardUpdates(
      configuration: configuration,
      authorization: Authorization(status: .authorizedAlways, reason: "a recording"))
    intake.speedGate = configuration.activityType.speedGate
  }

  /// Takes one fix, after firing all timers that are due before it.
  mutating func receive(_ fix: Location, deliver: (Location) -> Void) {
    if now == nil { _ = rules.start(at: fix.time, cached: nil) }
    // A late fix does not turn the clock back.
    let time = max(now ?? fix.time, fix.time)
    fireTimers(until: time, deliver)
    now = time
    var fix = fix
    let verdict = intake.judge(&fix, traits: traits, at: time)
    if verdict == .releasedAndFix, let released = intake.released {
      pass(released, at: time, deliver)
    }
    if verdict.passesFix { pass(fix, at: time, deliver) }
  }

  /// Delivers fixes that are still held back, after the end of the recording.
  mutating func finish(deliver: (Location) -> Void) {
    guard let now else { return }
    rules.configuration.maximumDelay = .zero
    self.deliver(rules.takeDue(at: now), deliver)
  }

  /// Returns a sentence about what became of the `given` fixes.
  func summary(of given: Int) -> String {
    var reasons = Rejection.allCases.map { ($0, intake.counts[$0] + rules.counts[$0]) }
    reasons.removeAll { $0.1 == 0 }
    let words = reasons.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    let delivered = rules.counts.accepted
    return
      (rules.configuration.heartbeat == nil
      ? "\(delivered) of \(given) fixes delivered"
      : "\(delivered) deliveries of \(given) fixes, heartbeats among them")
      + (words.isEmpty ? "" : "; left out: \(words)")
      + (leftOutBeats == 0 ? "" : "; heartbeats left out: \(leftOutBeats.text(places: 0))")
  }

  private mutating func pass(
    _ fix: Location, at time: MonotonicTime, _ deliver: (Location) -> Void
  ) {
    var fix = fix
    if rules.receive(&fix, at: time) { deliver(fix) }
    if rules.hasDue { self.deliver(rules.takeDue(at: time), deliver) }
  }

  private mutating func fireTimers(until time: MonotonicTime, _ deliver: (Location) -> Void) {
    for _ in 0..<Self.beatsInARow {
      guard let deadline = rules.nextDeadline, deadline <= time else { return }
      self.deliver(rules.fire(at: deadline), deliver)
      // A timer that stays due is not a heartbeat: there is nothing left to repeat.
      if let next = rules.nextDeadline, next <= deadline { return }
    }
    guard let deadline = rules.nextDeadline, deadline <= time,
      let period = rules.configuration.heartbeat
    else { return }
    let pace = max(period, rules.configuration.minimumInterval ?? .zero)
    leftOutBeats += ((time - deadline).inSeconds / pace.inSeconds).rounded(.down)
    self.deliver(rules.fire(at: time), deliver)
  }

  private func deliver(_ outputs: [StandardUpdates.Output], _ deliver: (Location) -> Void) {
    for output in outputs {
      guard case .locations(let fixes) = output else { continue }
      for fix in fixes { deliver(fix) }
    }
  }
}
