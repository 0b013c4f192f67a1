public import CairnTypes

// Batches of held-back fixes, and other output that is not tied to one fix.

extension StandardUpdates {
  /// Returns output besides the present fix: a batch, a pause or its end.
  ///
  /// Call it after a change of the configuration, and after `receive` if `hasDue` is true.
  ///
  /// - Parameter now: the boot clock.
  /// - Returns: outputs in chronological order; usually empty.
  public mutating func takeDue(at now: MonotonicTime) -> [Output] {
    var outputs: [Output] = []
    if let deadline = batchDeadline, now >= deadline || batch.count >= Defaults.batchBound {
      outputs.append(.locations(batch))
      dropBatch()
    }
    if let change = takePause(at: now) { outputs.append(change) }
    return outputs
  }

  /// Whether `takeDue` has any output.
  public var hasDue: Bool {
    batch.count >= Defaults.batchBound || hasPauseToTell
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
    batchSince.map { $0 + max(.zero, configuration.maximumDelay) }
  }
}

/// The earlier of two times; a missing one is ignored.
func earliest(_ a: MonotonicTime?, _ b: MonotonicTime?) -> MonotonicTime? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
