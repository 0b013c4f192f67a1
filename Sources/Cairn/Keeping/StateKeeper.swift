internal import CairnLinux
internal import CairnTypes

/// Writes what a system keeps, and knows whether it can. Isolation: the event loop.
final class StateKeeper {
  private let states: KeptStates
  private let writer: StateWriter
  /// Why a state could not be read or written, the first time since one could.
  private(set) var failure: LocationError?
  private let report: (LocationError) -> Void

  /// - Parameters:
  ///   - states: where.
  ///   - loop: the caller runs on it.
  ///   - report: gets the first of several failures.
  init(_ states: KeptStates, loop: EventLoop, report: @escaping (LocationError) -> Void) {
    self.states = states
    self.report = report
    writer = StateWriter(loop: loop) {
      [storage = states.storage] bytes, key throws(LocationError) in
      try storage.store(bytes, for: key)
    }
    // `end` breaks the ring.
    writer.onWrite = { [self] in note(writer.failure) }
  }

  /// UTC while something keeps it right.
  var utc: Timestamp? { states.clock.utc() }

  /// Writes a state, soon; see `StateWriter.Snapshot`.
  func keep(_ key: String, _ snapshot: @escaping StateWriter.Snapshot) {
    writer.write(key) { [states] in
      let bytes = snapshot()
      return { states.whole(bytes()) }
    }
  }

  /// What was kept; `nil` where nothing was, or it cannot be read.
  func load<State>(_ key: String, _ decode: ([UInt8]) -> State?) -> KeptStates.Kept<State>? {
    do throws(LocationError) {
      return try states.load(key, unwritten: unwritten(key)?(), decode)
    } catch {
      note(error)
      return nil
    }
  }

  /// What has been given to be written and may not be on the disk yet.
  func unwritten(_ key: String) -> (@Sendable () -> [UInt8])? { writer.unwritten(key) }

  /// A state was written or read, or could not be.
  func note(_ error: LocationError?) {
    guard let error else { return failure = nil }
    guard failure == nil else { return }
    failure = error
    report(error)
  }

  /// Waits until everything is on the disk, or could not be written.
  func finish() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      writer.whenIdle { continuation.resume() }
    }
  }

  /// Lets go of itself.
  func end() { writer.onWrite = nil }
}

/// A service whose state is kept. Isolation: the event loop.
protocol KeptClient: EngineClient {
  /// Takes what an earlier one has left, and keeps its own from now on.
  func attach(_ keeper: StateKeeper, at now: MonotonicTime)
  /// Keeps what is new, since it ends or the program does.
  func keepAll()
}
