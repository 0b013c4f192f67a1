public import CairnTypes

// The service pauses while the device stands. A motion sensor tells when it moves again; without
// one, an occasional fix does.

extension StandardUpdates {
  /// Notes the reading of a motion sensor.
  ///
  /// - Parameters:
  ///   - isMoving: `nil` if no sensor watches; then fixes alone decide.
  ///   - now: the boot clock.
  /// - Returns: a resumption if the device has moved.
  public mutating func noteMotion(_ isMoving: Bool?, at now: MonotonicTime) -> [Output] {
    // A sensor's first reading of rest restarts the time.
    let isNews = self.isMoving == nil && isMoving == false && !isPaused
    self.isMoving = isMoving
    if isMoving == true || isNews { forgetStillness() }
    return takePause(at: now).map { [$0] } ?? []
  }

  /// Whether it is paused and only a fix, once every `Defaults.pausedInterval`, can end that.
  public var needsFixesToResume: Bool { isPaused && isMoving == nil }

  /// Whether it would pause after a long enough rest.
  var mayPause: Bool {
    isRunning && isMoving != true && configuration.pausesLocationUpdatesAutomatically
      && !configuration.isOpportunistic && configuration.activityType.pausesAfter != nil
  }

  /// Only with a sensor does time alone suffice; otherwise a fix must show that the device stands.
  var pauseDeadline: MonotonicTime? {
    guard !isPaused, isMoving == false, mayPause, isSettled, let since = stillness.since,
      let time = configuration.activityType.pausesAfter
    else { return nil }
    return since + time
  }

  /// Whether the position may be kept for a pause: a coarse one may be wrong, and would not be
  /// improved during the pause.
  private var isSettled: Bool {
    guard let wanted = configuration.desiredAccuracy.metres else { return true }
    return stillness.accuracy <= max(Defaults.stillRadius, wanted * Defaults.settledShare)
  }

  var hasPauseToTell: Bool {
    isPaused ? hasMovedWhilePaused || !mayPause : standsByFixes
  }

  mutating func forgetStillness() {
    stillness.forget()
    standsByFixes = false
    stillnessNotedAt = MonotonicTime(nanoseconds: .min)
  }

  /// Examines a fix while the service is not paused.
  mutating func noteWhileRunning(_ fix: Location, at now: MonotonicTime) {
    guard isMoving == nil else {
      _ = stillness.note(fix, at: now)
      return
    }
    guard now >= stillnessNotedAt + Defaults.stillSampling else { return }
    stillnessNotedAt = now
    if stillness.note(fix, at: now) { return standsByFixes = false }
    // With such rare fixes a pause would save nothing.
    let usual = max(configuration.interval ?? .zero, plannedInterval)
    guard isSettled, usual < Defaults.pausedInterval, let since = stillness.since,
      let time = configuration.activityType.pausesAfter
    else { return }
    standsByFixes = now - since >= time
  }

  /// Examines a fix during a pause, which may show that the device moves.
  mutating func noteWhilePaused(_ fix: Location, at now: MonotonicTime) {
    let isAway = isMoving == nil && stillness.isAway(fix)
    if stillness.note(fix, at: now) || isAway { hasMovedWhilePaused = true }
  }

  /// Begins or ends a pause if that is due.
  mutating func takePause(at now: MonotonicTime) -> Output? {
    if isPaused { return hasPauseToTell ? resume(at: now) : nil }
    let isDue = pauseDeadline.map { now >= $0 } ?? (standsByFixes && mayPause)
    standsByFixes = false
    guard isDue else { return nil }
    isPaused = true
    return .paused
  }

  private mutating func resume(at now: MonotonicTime) -> Output {
    isPaused = false
    hasMovedWhilePaused = false
    forgetStillness()
    waitAnew(from: now)
    return .resumed
  }
}
