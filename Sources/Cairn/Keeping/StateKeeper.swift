internal import CairnLinux
internal import CairnTypes

/// Writes a system's states and notes failures. Isolation: the event loop.
final class StateKeeper {
  private let states: KeptStates
  private let writer: StateWriter
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
    writer = StateWriter(loop: loop) {
      [storage = states.storage] bytes, key throws(LocationError) in
      try storage.store(bytes, for: key)
    }
    // `end` breaks the reference cycle.
    writer.onWrite = { [self] in note(writer.failure) }
  }

  /// UTC while the clock is known to be right, otherwise `nil`.
  var utc: Timestamp? { states.clock.utc() }

  /// Writes a state soon; see `StateWriter.Snapshot`.
  func keep(_ key: String, _ snapshot: @escaping StateWriter.Snapshot) {
    writer.write(key) { [states] in
      let bytes = snapshot()
      return { states.whole(bytes()) }
    }
  }

  /// Reads a state; `nil` if nothing was stored or it cannot be read.
  func load<State>(_ key: String, _ decode: ([UInt8]) -> State?) -> KeptStates.Kept<State>? {
    do throws(LocationError) {
      return try states.load(key, unwritten: unwritten(key)?(), decode)
    } catch {
      note(error)
      return nil
    }
  }

  /// Data handed over for writing that may not be on the disk yet.
  func unwritten(_ key: String) -> (@Sendable () -> [UInt8])? { writer.unwritten(key) }

  /// Notes that a state was written or read, or the failure to do so.
  func note(_ error: LocationError?) {
    guard let error else { return failure = nil }
    guard failure == nil else { return }
    failure = error
    report(error)
  }

  /// Waits until everything has been written or has failed.
  func finish() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      writer.whenIdle { continuation.resume() }
    }
  }

  /// Breaks the reference cycle with the writer.
  func end() { writer.onWrite = nil }
}

/// A service whose state is stored. Isolation: the event loop.
protocol KeptClient: EngineClient {
  /// Adopts the state of an earlier service, and stores its own from now on.
  func attach(_ keeper: StateKeeper, at now: MonotonicTime)
  /// Stores what is new, because the service or the program ends.
  func keepAll()
}
