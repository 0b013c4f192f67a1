public import CairnTypes

// Fixes may be held back for one call, and what else is due beside a fix.

extension StandardUpdates {
  /// What is due beside a fix: those that were held back, a pause, its end.
  ///
  /// To be asked after a change of the configuration, and after `receive` where `hasDue` says so.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: in the order in which it happened; empty most of the time.
  public mutating func takeDue(at now: MonotonicTime) -> [Output] {
    var outputs: [Output] = []
    if let deadline = batchDeadline, now >= deadline || batch.count >= Defaults.batchBound {
      outputs.append(.locations(batch))
      dropBatch()
    }
    if let change = takePause(at: now) { outputs.append(change) }
    return outputs
  }

  /// Whether `takeDue` has something to say.
  public var hasDue: Bool {
    mutating get { batch.count >= Defaults.batchBound || hasPauseToTell }
  }

  mutating func hold(_ fix: Location, at now: MonotonicTime) {
    if batch.isEmpty { batchSince = now }
    batch.append(fix)
  }

  mutating func dropBatch() {
    batch.removeAll(keepingCapacity: true)
    batchSince = nil
  }

  var batchDeadline: MonotonicTime? {
    mutating get { batchSince.map { $0 + max(.zero, configuration.maximumDelay) } }
  }
}

/// The earlier of two times of which either may be missing.
func earliest(_ a: MonotonicTime?, _ b: MonotonicTime?) -> MonotonicTime? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
