public import CairnTypes

// The service pauses while the device stands: by the word of a sensor that tells when it moves again, or by its
// fixes, of which a few go on coming to tell that.

extension StandardUpdates {
  /// What a sensor of motion says.
  ///
  /// - Parameters:
  ///   - isMoving: `nil` when no sensor watches: then fixes alone tell.
  ///   - now: the boot clock.
  /// - Returns: a resumption, when it has moved.
  public mutating func noteMotion(_ isMoving: Bool?, at now: MonotonicTime) -> [Output] {
    // The time counts anew from the sensor's first word.
    let isNews = self.isMoving == nil && isMoving == false && !isPaused
    self.isMoving = isMoving
    if isMoving == true || isNews { forgetStillness() }
    return takePause(at: now).map { [$0] } ?? []
  }

  /// Whether it is paused and only fixes can end that: one every `Defaults.pausedInterval` is wanted.
  public var needsFixesToResume: Bool { isPaused && isMoving == nil }

  /// Whether it would pause if the device stood for long enough.
  var mayPause: Bool {
    mutating get {
      isRunning && isMoving != true && configuration.pausesLocationUpdatesAutomatically
        && !configuration.isOpportunistic && configuration.activityType.pausesAfter != nil
    }
  }

  /// Without a sensor time alone proves nothing: a fix must.
  var pauseDeadline: MonotonicTime? {
    mutating get {
      guard !isPaused, isMoving == false, mayPause, isSettled, let since = stillness.since,
        let time = configuration.activityType.pausesAfter
      else { return nil }
      return since + time
    }
  }

  /// Whether the position is one to stay with: a coarse one may be wrong, and nothing would better it during a
  /// pause.
  private var isSettled: Bool {
    guard let wanted = configuration.desiredAccuracy.metres else { return true }
    return stillness.accuracy <= max(Defaults.stillRadius, wanted * Defaults.settledShare)
  }

  var hasPauseToTell: Bool {
    mutating get { isPaused ? hasMovedWhilePaused || !mayPause : standsByFixes }
  }

  mutating func forgetStillness() {
    stillness.forget()
    standsByFixes = false
    stillnessNotedAt = MonotonicTime(nanoseconds: .min)
  }

  /// A fix while it runs.
  mutating func noteWhileRunning(_ fix: Location, at now: MonotonicTime) {
    guard isMoving == nil else {
      _ = stillness.note(fix, at: now)
      return
    }
    guard now >= stillnessNotedAt + Defaults.stillSampling else { return }
    stillnessNotedAt = now
    if stillness.note(fix, at: now) { return standsByFixes = false }
    // Where fixes come so seldom anyway, a pause would save nothing.
    let usual = max(configuration.interval ?? .zero, plannedInterval)
    guard isSettled, usual < Defaults.pausedInterval, let since = stillness.since,
      let time = configuration.activityType.pausesAfter
    else { return }
    standsByFixes = now - since >= time
  }

  /// A fix that others asked for, or that is to tell this, may show that the device moves.
  mutating func noteWhilePaused(_ fix: Location, at now: MonotonicTime) {
    let isAway = isMoving == nil && stillness.isAway(fix)
    if stillness.note(fix, at: now) || isAway { hasMovedWhilePaused = true }
  }

  /// A pause that begins or ends now.
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
