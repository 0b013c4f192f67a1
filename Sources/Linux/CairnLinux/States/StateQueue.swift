package import CairnTypes

/// Reads and writes states off the loop, one after the other, and writes only the newest of each
/// key.
///
/// A write requested after a read takes its state only once the result of that read is there.
///
/// Isolation: the event loop. A separate thread reads, decodes, encodes and stores the bytes.
package final class StateQueue {
  /// Takes a state on the loop when its turn to be written comes, so that frequent changes are
  /// taken once. The returned closure encodes the state off the loop.
  package typealias Snapshot = () -> @Sendable () -> [UInt8]

  private enum Step {
    case write(key: String, Snapshot)
    case read(() -> Void)
  }

  private let loop: EventLoop
  private let store: @Sendable ([UInt8], String) throws(LocationError) -> Void
  private var waiting: [Step] = []
  private var isBusy = false
  private var onIdle: [() -> Void] = []
  /// Why the last write failed; `nil` if it succeeded.
  package private(set) var failure: LocationError?
  /// Called after each write.
  package var onWrite: (() -> Void)?

  /// - Parameters:
  ///   - loop: the loop that the caller runs on.
  ///   - store: writes a state; may block, and is never called concurrently.
  package init(
    loop: EventLoop,
    store: @escaping @Sendable ([UInt8], String) throws(LocationError) -> Void
  ) {
    self.loop = loop
    self.store = store
  }

  /// Writes a state in the background, replacing one of the same key that still waits.
  package func write(_ key: String, _ snapshot: @escaping Snapshot) {
    for index in waiting.indices.reversed() {
      // A write requested before a read must not contain a state newer than the read's result.
      guard case .write(let other, _) = waiting[index] else { break }
      if other == key {
        waiting[index] = .write(key: key, snapshot)
        return
      }
    }
    add(.write(key: key, snapshot))
  }

  /// Reads in the background, after everything asked for before.
  ///
  /// - Parameters:
  ///   - work: reads; may block, and is never called concurrently.
  ///   - then: receives the result, on the loop, before anything else is read or written.
  package func read<Value: Sendable>(
    _ work: @escaping @Sendable () throws(LocationError) -> Value,
    then: @escaping (Result<Value, LocationError>) -> Void
  ) {
    add(
      .read { [self] in
        run(work) { [self] in
          then($0)
          next()
        }
      })
  }

  /// Calls `body` once everything has been read and written, or has failed.
  package func whenIdle(_ body: @escaping () -> Void) {
    if isBusy { onIdle.append(body) } else { body() }
  }

  private func add(_ step: Step) {
    waiting.append(step)
    guard !isBusy else { return }
    isBusy = true
    next()
  }

  private func next() {
    guard !waiting.isEmpty else {
      isBusy = false
      let waiters = onIdle
      onIdle = []
      for waiter in waiters { waiter() }
      return
    }
    switch waiting.removeFirst() {
    case .read(let start): start()
    case .write(let key, let snapshot):
      let bytes = snapshot()
      run({ [store] () throws(LocationError) in try store(bytes(), key) }) { [self] in
        failure = if case .failure(let error) = $0 { error } else { nil }
        onWrite?()
        next()
      }
    }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(LocationError) -> Value,
    then: @escaping (Result<Value, LocationError>) -> Void
  ) {
    do throws(DeviceError) {
      try loop.inBackground("cairn-state") {
        Result { () throws(LocationError) in try work() }
      } then: {
        then($0)
      }
    } catch {
      then(.failure(LocationError(.storageFailure, cause: error)))
    }
  }
}
