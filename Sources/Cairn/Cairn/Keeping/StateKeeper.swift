internal import CairnLinux
internal import CairnTypes

/// Reads and writes a system's states and notes failures. Isolation: the event loop.
final class StateKeeper {
  private let states: KeptStates
  private let queue: StateQueue
  /// The first failure to read or write a state since the last success; `nil` after one.
  private(set) var failure: LocationError?
  private let report: (LocationError) -> Void

  /// - Parameters:
  ///   - states: where states are stored.
  ///   - loop: the event loop that the caller runs on.
  ///   - report: called with the first of several failures.
  init(_ states: KeptStates, loop: EventLoop, report: @escaping (LocationError) -> Void) {
    self.states = states
    self.report = report
    queue = StateQueue(loop: loop) {
      [storage = states.storage] bytes, key throws(LocationError) in
      try storage.store(bytes, for: key)
    }
    // `end` breaks the reference cycle.
    queue.onWrite = { [self] in note(queue.failure) }
  }

  /// UTC while the clock is known to be right, otherwise `nil`.
  var utc: Timestamp? { states.clock.utc() }

  /// Writes a state soon, but not before the states that were asked for have come; see
  /// `StateQueue.Snapshot`.
  func keep(_ key: String, _ snapshot: @escaping StateQueue.Snapshot) {
    queue.write(key) { [states] in
      let bytes = snapshot()
      return { states.whole(bytes()) }
    }
  }

  /// Asks for a state, which is read in the background.
  ///
  /// - Parameters:
  ///   - key: the state's name.
  ///   - decode: makes the state from its bytes.
  ///   - then: receives it on the loop; `nil` if nothing was stored or it cannot be read.
  func load<State: Sendable>(
    _ key: String, _ decode: @escaping @Sendable ([UInt8]) -> State?,
    then: @escaping (KeptStates.Kept<State>?) -> Void
  ) {
    queue.read { [states] () throws(LocationError) in
      try states.load(key, decode)
    } then: { [self] in
      switch $0 {
      case .success(let kept): then(kept)
      case .failure(let error):
        note(error)
        then(nil)
      }
    }
  }

  /// Notes that a state was written, or the failure to read or write one.
  private func note(_ error: LocationError?) {
    guard let error else { return failure = nil }
    guard failure == nil else { return }
    failure = error
    report(error)
  }

  /// Waits until everything has been read and written, or has failed.
  func finish() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      queue.whenIdle { continuation.resume() }
    }
  }

  /// Breaks the reference cycle with the queue.
  func end() { queue.onWrite = nil }
}
