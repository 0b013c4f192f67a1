public import CairnTypes

// The service pauses while the device stands, where a sensor of motion can tell when it moves again.

extension StandardUpdates {
  /// What a sensor of motion says.
  ///
  /// - Parameters:
  ///   - isMoving: `nil` when no sensor watches: then nothing pauses.
  ///   - now: the boot clock.
  /// - Returns: a resumption, when it has moved.
  public mutating func noteMotion(_ isMoving: Bool?, at now: MonotonicTime) -> [Output] {
    self.isMoving = isMoving
    if isMoving != false { stillness.forget() }
    return takePause(at: now).map { [$0] } ?? []
  }

  /// Whether it would pause if the device stood for long enough.
  var mayPause: Bool {
    mutating get {
      isRunning && isMoving == false && configuration.pausesLocationUpdatesAutomatically
        && !configuration.isOpportunistic && configuration.activityType.pausesAfter != nil
    }
  }

  var pauseDeadline: MonotonicTime? {
    mutating get {
      guard !isPaused, mayPause, isSettled, let since = stillness.since,
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
    mutating get { isPaused && (hasMovedWhilePaused || !mayPause) }
  }

  /// A fix that others asked for may show what the sensor misses.
  mutating func noteWhilePaused(_ fix: Location, at now: MonotonicTime) {
    if stillness.note(fix, at: now) { hasMovedWhilePaused = true }
  }

  /// A pause that begins or ends now.
  mutating func takePause(at now: MonotonicTime) -> Output? {
    if isPaused { return hasPauseToTell ? resume(at: now) : nil }
    guard let deadline = pauseDeadline, now >= deadline else { return nil }
    isPaused = true
    return .paused
  }

  private mutating func resume(at now: MonotonicTime) -> Output {
    isPaused = false
    hasMovedWhilePaused = false
    stillness.forget()
    waitAnew(from: now)
    return .resumed
  }
}
