import CairnFusion
import CairnReports
package import CairnTypes
package import CairnUpdates

/// The engine and one client's rules, run on a clock that follows the fixes.
package struct FilteredFixes {
  private var intake = FixIntake()
  private var rules: StandardUpdates
  /// Whether the client wants no filter.
  private let isRaw: Bool
  /// Gets a line for each decision; `nil` if nobody asks.
  private let explain: ((String) -> Void)?
  /// Fixes that gave no position of their own.
  private var leftOut: [Rejection: Int] = [:]
  /// Positions that were given without a fix.
  private var extrapolated = 0
  /// The traits of a receiver of unknown model.
  private let traits = FixIntake.ProviderTraits(accuracyFloor: 0.5, typicalAccuracy: 3)
  private var now: MonotonicTime?
  /// How often the clock of the recording was set back.
  private var clocks = 0
  /// Number of heartbeats in long gaps that were not written.
  private var leftOutBeats = 0.0

  /// Heartbeats written in one gap; of the rest only the last is: in a longer gap the recorder was
  /// off, and a table may jump over centuries.
  private static let beatsInARow = 1000

  /// Starts as a client that wants updates from the first fix on.
  ///
  /// - Parameters:
  ///   - configuration: what the client wants.
  ///   - isRaw: whether to leave out the engine.
  ///   - explain: gets a line for each decision.
  package init(
    _ configuration: LocationConfiguration, isRaw: Bool, explain: ((String) -> Void)? = nil
  ) {
    var configuration = configuration
    // Silence is reported to no one, so no timer needs to wait for it.
    configuration.unknownAfter = .zero
    rules = StandardUpdates(
      configuration: configuration,
      authorization: Authorization(status: .authorizedAlways, reason: "a recording"))
    intake.speedGate = configuration.activityType.speedGate
    intake.mayGoBack = true
    self.isRaw = isRaw
    self.explain = explain
  }

  /// How many fixes were used and left out, and which of their values were dropped, as a system counts them.
  package var counts: (fixes: RejectionCounts, values: RepairCounts) {
    (intake.counts, intake.repairs)
  }

  /// Takes one fix, after everything that is due before it.
  package mutating func receive(_ fix: Location, deliver: (Location) -> Void) {
    if now == nil { _ = rules.start(at: fix.time, cached: nil) }
    // A late fix does not turn the clock back.
    var time = max(now ?? fix.time, fix.time)
    if !isRaw { extrapolate(until: time, deliver) }
    fireTimers(until: time, deliver)
    now = time
    var fix = fix
    let at = fix.time
    let verdict = intake.take(&fix, traits: traits, at: time)
    if verdict.decision == .started(.clock) {
      // Several in a row do: the clock had been wrong before.
      setClock(back: at, deliver)
      time = at
    }
    let rejection =
      !isRaw ? verdict.rejection : verdict.passesFix ? nil : verdict.rejection ?? .outOfOrder
    if let rejection { leftOut[rejection, default: 0] += 1 }
    if !isRaw, let decision = verdict.decision, case .started = decision { tracks += 1 }
    let words = isRaw ? nil : verdict.decision?.words
    explain?(
      FusionExplanation.line(
        at: at, fix.source.provider.name, words ?? rejection?.rawValue ?? "passed",
        words == nil ? nil : intake.diagnostics))
    if isRaw {
      if verdict.passesFix { pass(fix, at: time, deliver) }
    } else if verdict.givesPosition, let position = intake.last {
      guard position.source.fix == .estimated else {
        return pass(position, at: time, deliver)
      }
      // In place of the fix, which the filter has refused.
      extrapolated += 1
      carryOn(position, at: time, deliver)
    }
  }

  private mutating func setClock(back time: MonotonicTime, _ deliver: (Location) -> Void) {
    let configuration = rules.configuration
    finish(deliver: deliver)
    rules.stop()
    rules.configuration = configuration
    _ = rules.start(at: time, cached: nil)
    now = time
    clocks += 1
  }

  /// Delivers fixes that are still held back, after the end of the recording.
  package mutating func finish(deliver: (Location) -> Void) {
    guard let now else { return }
    rules.configuration.maximumDelay = .zero
    self.deliver(rules.takeDue(at: now), deliver)
  }

  /// Number of tracks that the engine has begun: another one has no connection with the last.
  package private(set) var tracks = 0

  /// Returns a sentence about what became of the `given` fixes.
  package func summary(of given: Int) -> String {
    let delivered = rules.counts.accepted
    let extra = [
      rules.configuration.heartbeat == nil ? nil : "heartbeats",
      extrapolated == 0 ? nil : "extrapolations",
    ].compactMap { $0 }.joined(separator: " and ")
    let reasons = Rejection.allCases.map { ($0.words, (leftOut[$0] ?? 0) + rules.counts[$0]) }
    let words = reasons.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    return
      (extra.isEmpty
      ? "\(delivered) of \(given) fixes delivered"
      : "\(delivered) deliveries of \(given) fixes, \(extra) among them")
      + (words.isEmpty ? "" : "; left out: \(words)")
      + (clocks == 0 ? "" : "; clock set back: \(clocks == 1 ? "once" : "\(clocks) times")")
      + (leftOutBeats == 0 ? "" : "; heartbeats left out: \(leftOutBeats.text(places: 0))")
  }

  /// Delivers where the course has led since the last fix.
  private mutating func extrapolate(until time: MonotonicTime, _ deliver: (Location) -> Void) {
    while let due = intake.nextExtrapolation, due < time, let position = intake.extrapolate() {
      fireTimers(until: position.time, deliver)
      extrapolated += 1
      explain?(FusionExplanation.line(at: position.time, "-", "extrapolated", intake.diagnostics))
      carryOn(position, at: position.time, deliver)
      now = position.time
    }
  }

  private mutating func carryOn(
    _ position: Location, at time: MonotonicTime, _ deliver: (Location) -> Void
  ) {
    var position = position
    if rules.continueCourse(to: &position, at: time) { deliver(position) }
    if rules.hasDue { self.deliver(rules.takeDue(at: time), deliver) }
  }

  // MARK: Rules

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
